import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { FileCompletions } from '../../../src/extension/slash/fileCompletions';
import { Scratch } from '../../support/scratch';

describe('The files that are offered at an @', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const open = (edited: readonly string[], ripgrep: string | null) => {
    return new FileCompletions({
      folders: () => [scratch.path],
      ripgrep: () => ripgrep,
      edited: { list: () => edited, onDidChangeFiles: () => undefined, dispose: () => undefined },
    });
  };

  it('are those at hand until the others are known, and then all', async () => {
    const slow = scratch.absolute('rg');
    await scratch.put('rg', '#!/bin/sh\nuntil [ -e go ]; do sleep 0.02; done\nprintf "./open.ts\\0./other.ts\\0"\n');
    await chmod(slow, 0o755);
    const completions = open(['open.ts'], slow);
    const offered: (readonly string[])[] = [];
    let isFirst: () => void = () => undefined;
    const first = new Promise<void>(resolve => (isFirst = resolve));
    const whole = completions.find('o', paths => {
      offered.push(paths);
      isFirst();
    });
    await first;
    assert.deepEqual(offered, [['open.ts']]);
    await scratch.put('go');
    await whole;
    assert.deepEqual(offered, [['open.ts'], ['open.ts', 'other.ts']]);
  });

  it('are some of those already found, while they are listed', async () => {
    const slow = scratch.absolute('rg');
    await scratch.put('rg', '#!/bin/sh\nprintf "./early.ts\\0"\nuntil [ -e go ]; do sleep 0.02; done\n');
    await chmod(slow, 0o755);
    const completions = open([], slow);
    let offered: readonly string[] = [];
    const searches: Promise<void>[] = [];
    while (offered.length === 0) offered = await new Promise(resolve => searches.push(completions.find('', resolve)));
    await scratch.put('go');
    await Promise.all(searches); // or it would wait for a file in a folder that is gone
    assert.deepEqual(offered, ['early.ts']);
  });

  it('begin with those at hand, a few of which come before everything else while nothing is typed', async () => {
    await scratch.put('a.ts');
    const atHand = ['e.ts', 'd.ts', 'c.ts', 'b.ts'];
    const completions = open(atHand, null);
    const offered: [readonly string[], number][] = [];
    await completions.find('', (paths, recent) => offered.push([paths, recent]));
    await completions.find('a', (paths, recent) => offered.push([paths, recent]));
    assert.deepEqual(offered.slice(-2), [
      [[...atHand, 'a.ts'], 3],
      [['a.ts'], 0],
    ]);
  });

  it('are not offered to a search that a later one has made void', async () => {
    await scratch.put('src/a.ts');
    const completions = open([], null);
    const offered: string[] = [];
    await Promise.all([
      completions.find('a', () => offered.push('first')),
      completions.find('a.', paths => offered.push(...paths)),
    ]);
    assert.deepEqual([...new Set(offered)], ['src/a.ts']);
  });
});
