import assert from 'node:assert/strict';
import { splitLines } from '../../../../src/agent/changes/lineEdits';
import type { Decided, FileChanges } from '../../../../src/agent/ports/changes';
import { ChangeLedger } from '../../../../src/node/changes/changeLedger';
import { FolderLedgers } from '../../../../src/node/changes/folderLedgers';
import { textForReview } from '../../../../src/node/changes/readReviewed';
import { Scratch } from '../../../support/scratch';

const state = (text: string): FileChanges => ({
  lines: [text],
  hunks: [{ id: text, start: 0, end: 1, base: ['old\n'], sources: [], isEdited: false }],
  wasThere: true,
  isThere: true,
});

describe('What is under review in several folders', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());

  const log = { error: (message: string, error: unknown) => assert.fail(`${message}: ${String(error)}`) };
  const stored = { split: splitLines, now: Date.now, log: log as never };
  const storageOf = (name: string) => scratch.absolute(name);
  const window = (...names: readonly string[]) =>
    new FolderLedgers({ ...stored, folders: names.map(name => ({ path: `/${name}`, storage: storageOf(name) })) });
  const run = (name: string) => new ChangeLedger({ ...stored, folder: storageOf(name) });
  const filesOf = async (ledger: Pick<ChangeLedger, 'open' | 'load'>) => {
    await ledger.open();
    return [...(await ledger.load()).keys()].sort();
  };

  it('is stored with its folder, so that windows and runs in one of them have it too', async () => {
    const both = window('a', 'b');
    await both.open();
    for (const file of ['/a/1', '/b/1', '/b/2', '/elsewhere', '/ab/1']) both.save(file, state(`${file}\n`));
    both.save('/b/2', undefined);
    assert.deepEqual(await filesOf(run('a')), ['/a/1', '/ab/1', '/elsewhere']);
    assert.deepEqual(await filesOf(run('b')), ['/b/1']);
    assert.deepEqual(await filesOf(window('b', 'a')), ['/a/1', '/ab/1', '/b/1', '/elsewhere']);
  });

  it('stays where it is stored, whatever folders the next window has', async () => {
    const alone = run('b');
    await alone.open();
    alone.save('/elsewhere', state('x\n'));
    const both = window('a', 'b');
    await both.open();
    await both.load();
    both.save('/elsewhere', undefined);
    assert.deepEqual(await filesOf(run('b')), []);
  });

  it('is followed in each of them, and decisions are told to each', async () => {
    const both = window('a', 'b');
    await both.open();
    const other = run('b');
    await other.open();
    const heard = new Promise<string>((resolve, reject) => {
      both
        .follow({ onFile: async file => resolve(file), onDecided: () => undefined })
        .then(stop => {
          other.save('/b/1', state('x\n'));
          return heard.then(stop);
        })
        .catch(reject);
    });
    assert.equal(await heard, '/b/1');
    const decided = new Promise<string>((resolve, reject) => {
      other
        .follow({ onFile: async () => undefined, onDecided: ([one]) => resolve(one?.file ?? '') })
        .then(stop => {
          const decision = { choice: 'keep', line: 1, sources: [], base: '', text: '', isEdited: false } as const;
          const all: Decided[] = ['/a/1', '/b/1'].map(file => ({ ...decision, file, id: file }));
          both.decided(all);
          return decided.then(stop);
        })
        .catch(reject);
    });
    assert.equal(await decided, '/b/1');
  });

  it('finds the bytes of what isn’t text by their hash', async () => {
    const both = window('a', 'b');
    await both.open();
    const bytes = Buffer.from([0xff, 0, 1]);
    const mark = textForReview(bytes);
    assert.equal(await both.bytesOf(mark), null);
    both.keepBytes(bytes);
    assert.deepEqual(await both.bytesOf(mark), bytes);
    assert.deepEqual(await run('b').bytesOf(mark), bytes);
  });
});
