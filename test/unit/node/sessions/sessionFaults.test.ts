import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSessionFiles } from '../../../../src/node/sessions/sessionFiles';
import { HEADER_LINE } from '../../../../src/node/sessions/sessionLines';
import type { AgentEvent } from '../../../../src/shared/events';
import { builtScript } from '../../../support/builtScript';

const run = promisify(execFile);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const appending = () => builtScript('appendingProcess');
const event = (at: number): AgentEvent => ({ type: 'run-started', at });
const prompt = (id: string, text = id): AgentEvent => {
  return { type: 'message', message: { id, at: 1, role: 'user', parts: [{ type: 'text', text }] } };
};
const line = (each: AgentEvent) => `${JSON.stringify(each)}\n`;

describe('session files, when the disk fails them,', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'pollux-'))));
  afterEach(() => rm(folder, { recursive: true }));
  const file = () => join(folder, 's.jsonl');
  const load = () => createSessionFiles(folder, silent).load('s');

  it('say at once that the disk is full, and write all that they kept when it is not', async () => {
    if (process.platform !== 'linux') return; // there is no such disk elsewhere
    await symlink('/dev/full', file());
    const troubles: string[] = [];
    const store = createSessionFiles(folder, silent, error =>
      troubles.push(error instanceof Error ? error.message : ''),
    );
    const began = performance.now();
    store.append('s', [event(1)]);
    await store.flush();
    assert.ok(performance.now() - began < 1000);
    assert.match(troubles.join(), /^ENOSPC/);
    await rm(file());
    store.append('s', [event(2)]);
    await store.flush();
    assert.equal(troubles.at(-1), '');
    assert.deepEqual(await load(), { events: [event(1), event(2)], corrupt: 0 });
  });

  it('keep no line that there was only half the room for', async () => {
    const script = `ulimit -f 4; exec "$0" "$@"`;
    const args = ['-c', script, process.execPath, appending(), folder, 's', '2000'];
    const { stdout } = await run('bash', args);
    assert.equal(stdout.trim(), '1', 'said once');
    const text = await readFile(file(), 'utf8');
    assert.ok(text.length > 3000 && text.length <= 4096 && text.endsWith('}\n'), String(text.length));
    const { events = [], corrupt } = (await load()) ?? {};
    assert.equal(corrupt, 0);
    assert.deepEqual(
      events,
      events.map((_, i) => event(i + 1)),
    );
  }).timeout(30_000);

  it('list all of them, however few files may be open at once', async () => {
    if (process.platform === 'win32') return;
    const text = HEADER_LINE + line(prompt('p'));
    await Promise.all(Array.from({ length: 3000 }, (_, i) => writeFile(join(folder, `${i}.jsonl`), text)));
    const script = `ulimit -n 1024; exec "$0" "$@"`;
    const { stdout } = await run('bash', ['-c', script, process.execPath, builtScript('listingProcess'), folder]);
    assert.equal(stdout.trim(), '3000');
  }).timeout(60_000);

  const faults: readonly (readonly [string, string, number, readonly AgentEvent[]])[] = [
    ['a block of NUL after a loss of power', line(event(1)) + '\0'.repeat(4096), 1, [event(1)]],
    ['NUL between two lines', `${line(event(1))}${'\0'.repeat(512)}\n${line(event(2))}`, 1, [event(1), event(2)]],
    ['NUL in front of a line', `${line(event(1))}${'\0'.repeat(9)}${line(event(2))}`, 1, [event(1), event(2)]],
    ['two records in a line', `${line(event(1)).trim()}${line(event(2))}`, 0, [event(1), event(2)]],
    ['a line separator within a text', line(prompt('p', 'one\u2028two')), 0, [prompt('p', 'one\u2028two')]],
    ['a message twice', line(prompt('p')) + line(prompt('q')) + line(prompt('p')), 1, [prompt('p'), prompt('q')]],
    ['lines that end as on Windows', line(event(1)).replace('\n', '\r\n') + line(event(2)), 0, [event(1), event(2)]],
    ['no header', line(event(1)), 0, [event(1)]],
  ];
  for (const [name, text, corrupt, events] of faults) {
    it(`read around ${name}, say how much it was, and keep the file as it was beside them`, async () => {
      const whole = name === 'no header' ? text : HEADER_LINE + text;
      await writeFile(file(), whole);
      const store = createSessionFiles(folder, silent);
      assert.deepEqual(await store.claim('s'), { events, corrupt });
      assert.deepEqual(await store.load('s'), { events, corrupt: 0 });
      if (corrupt > 0) assert.equal(await readFile(`${file()}.bak`, 'utf8'), whole);
    });
  }

  it('list what they can not read beside what they can', async () => {
    await writeFile(join(folder, 'none.jsonl'), '');
    await writeFile(join(folder, 'nul.jsonl'), '\0'.repeat(100));
    await writeFile(join(folder, 'later.jsonl'), '{"type":"pollux-session","version":9}\n');
    await writeFile(join(folder, 'header.jsonl'), HEADER_LINE);
    await writeFile(file(), HEADER_LINE + line(prompt('Hi')));
    const store = createSessionFiles(folder, silent);
    const listed = (await store.list()).map(({ id, isUnreadable = false }) => `${id} ${isUnreadable}`).sort();
    assert.deepEqual(listed, ['later true', 'none true', 'nul true', 's false']);
    assert.equal(await store.delete('later'), true);
  });

  it('lose nothing where two processes write two sessions into one folder', async () => {
    const ids = ['one', 'two'];
    const ended = await Promise.all(ids.map(id => run(process.execPath, [appending(), folder, id, '1000'])));
    assert.deepEqual(
      ended.map(({ stdout }) => stdout.trim()),
      ['0', '0'],
    );
    const store = createSessionFiles(folder, silent);
    const events = Array.from({ length: 1000 }, (_, i) => event(i + 1));
    for (const id of ids) assert.deepEqual(await store.load(id), { events, corrupt: 0 });
  }).timeout(30_000);

  it('let one of two processes write to a session, and tear no line of it', async () => {
    const args = [appending(), folder, 's', '1000'];
    await writeFile(file(), HEADER_LINE);
    await Promise.all([run(process.execPath, args), run(process.execPath, args)]);
    const { events = [], corrupt } = (await load()) ?? {};
    assert.equal(corrupt, 0);
    const times = events.map(each => (each.type === 'run-started' ? each.at : 0));
    assert.ok(times.length === 1000 || times.length === 2000, 'one wrote, or one after the other');
    assert.deepEqual(
      [...times].slice(0, 1000),
      Array.from({ length: 1000 }, (_, i) => i + 1),
    );
  }).timeout(30_000);

  it('load 20 MB in two seconds', async () => {
    const text = line(prompt('p', 'x'.repeat(2000)));
    for (let i = 0; i < 10; i++) {
      const lines = Array.from({ length: 1000 }, (_, at) => text.replace('"p"', `"p${i}-${at}"`));
      await appendFile(file(), lines.join(''));
    }
    const began = performance.now();
    assert.equal((await load())?.events.length, 10_000);
    assert.ok(performance.now() - began < 2000);
  });
});
