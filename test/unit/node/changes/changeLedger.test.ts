import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { ChangeStore } from '../../../../src/agent/changes/changeStore';
import { splitLines } from '../../../../src/agent/changes/lineEdits';
import type { ChangeSource } from '../../../../src/agent/ports/changes';
import { BlobStore } from '../../../../src/node/checkpoints/blobStore';
import { ChangeLedger } from '../../../../src/node/changes/changeLedger';
import { Scratch } from '../../../support/scratch';

const source: ChangeSource = {
  sessionId: 's',
  turn: 't',
  prompt: 'Go',
  callId: 'c',
  author: 'tool',
  title: 'Edit',
  reason: 'Because',
  at: 1,
};

describe('The ledger of changes', () => {
  let scratch: Scratch;
  const logged: string[] = [];
  let retry: () => void;
  const open = async (append?: (file: string, lines: string) => void) => {
    const log = { info: () => undefined, error: (message: string) => void logged.push(message) };
    const ledger = new ChangeLedger({
      folder: scratch.absolute('c'),
      split: splitLines,
      now: Date.now,
      log: log as never,
      ...(append && { append, onTrouble: error => logged.push(`told: ${String(error)}`) }),
      later: work => (retry = work),
    });
    await ledger.open();
    return ledger;
  };
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());

  it('gives back every hunk as it was, halves of pairs and mixed line endings too', async () => {
    const store = new ChangeStore({ newId: () => `h${Math.random()}`, onChange: () => undefined });
    store.agentEdited('/a', 'x\r\ny\nz\uD83D\nlast', 'X\r\ny\n\u{1F389}\nz\uD83D\n', source);
    const ledger = await open();
    assert.equal(ledger.isEmpty, true);
    ledger.save('/a', store.stateOf('/a'));
    ledger.save('/b', undefined);
    const loaded = await (await open()).load();
    assert.deepEqual([...loaded], [['/a', store.stateOf('/a')]]);
    ledger.save('/a', undefined);
    assert.deepEqual([...(await (await open()).load())], []);
  });

  it('reads what there is where a crash has cut the last line', async () => {
    const store = new ChangeStore({ newId: () => 'h', onChange: () => undefined });
    store.agentEdited('/a', null, 'x\n', source);
    (await open()).save('/a', store.stateOf('/a'));
    await appendFile(scratch.absolute('c/changes.jsonl'), '{"file":"/a","at":1,"sta');
    const again = await open();
    assert.equal((await again.load()).size, 1);
    again.decided([
      { file: '/a', id: 'h', choice: 'keep', line: 1, sources: [source], base: '', text: 'x\n', isEdited: false },
    ]);
    assert.match(await readFile(scratch.absolute('c/changes.jsonl'), 'utf8'), /"choice":"keep"/);
    assert.equal((await (await open()).load()).size, 1);
    assert.deepEqual(logged, []);
  });

  it('stores on a disk that was full what it could not before, and says so once', async () => {
    let isFull = true;
    const ledger = await open((file, lines) => {
      if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      appendFileSync(file, lines);
    });
    const store = new ChangeStore({ newId: () => `h${Math.random()}`, onChange: () => undefined });
    for (const file of ['/a', '/b', '/c']) {
      store.agentEdited(file, 'x\n', 'X\n', source);
      ledger.save(file, store.stateOf(file));
    }
    ledger.save('/b', undefined);
    assert.deepEqual(logged.splice(0), ['Changes under review could not be stored', 'told: Error: no space left']);
    assert.equal((await (await open()).load()).size, 0);
    isFull = false;
    store.agentEdited('/d', 'x\n', 'X\n', source);
    ledger.save('/d', store.stateOf('/d'));
    const loaded = await (await open()).load();
    assert.deepEqual([...loaded.keys()].sort(), ['/a', '/c', '/d']);
    assert.deepEqual(loaded.get('/a'), store.stateOf('/a'));
  });

  it('stores what it could not before as soon as there is space, even if nothing else is to be stored', async () => {
    let isFull = true;
    const ledger = await open((file, lines) => {
      if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      appendFileSync(file, lines);
    });
    const store = new ChangeStore({ newId: () => 'h', onChange: () => undefined });
    store.agentEdited('/a', 'x\n', 'X\n', source);
    ledger.save('/a', store.stateOf('/a'));
    ledger.decided([
      { file: '/b', id: 'i', choice: 'keep', line: 1, sources: [source], base: '', text: 'x\n', isEdited: false },
    ]);
    retry();
    assert.equal((await (await open()).load()).size, 0);
    isFull = false;
    retry();
    assert.deepEqual([...(await (await open()).load()).keys()], ['/a']);
    assert.match(await readFile(scratch.absolute('c/changes.jsonl'), 'utf8'), /"choice":"keep"/);
    logged.splice(0);
  });

  it('reads what an earlier version has stored, with the whole text from before', async () => {
    const store = new ChangeStore({ newId: () => `h${Math.random()}`, onChange: () => undefined });
    store.agentEdited('/a', 'x\ny\nz\n', 'X\ny\n', source);
    (await open()).save('/a', store.stateOf('/a'));
    const file = scratch.absolute('c/changes.jsonl');
    const blobs = new BlobStore(scratch.absolute('c/texts'));
    const line = JSON.parse(await readFile(file, 'utf8')) as { state: Record<string, unknown> };
    const base = blobs.put(Buffer.from('x\ny\nz\n', 'utf16le'));
    const { old: _, ...state } = line.state;
    await writeFile(file, `${JSON.stringify({ ...line, state: { ...state, base } })}\n`);
    assert.deepEqual([...(await (await open()).load())], [['/a', store.stateOf('/a')]]);
  });
});
