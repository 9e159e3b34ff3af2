import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseSession, readSession } from '../../../../src/node/sessions/readSession';
import { formatEvents, HEADER_LINE } from '../../../../src/node/sessions/sessionLines';
import { createSessionFiles } from '../../../../src/node/sessions/sessionFiles';
import { KeptEvents } from '../../../../src/node/sessions/storedEvents';
import { emptyChat } from '../../../../src/shared/chatState';
import { applyEvents } from '../../../../src/shared/applyEvent';
import type { AgentEvent } from '../../../../src/shared/events';
import { LIVE_OUTPUT_LIMIT } from '../../../../src/shared/lastOutput';
import { builtScript } from '../../../support/builtScript';
import { Scratch } from '../../../support/scratch';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const prompt = (id: string, text: string): AgentEvent => {
  return { type: 'message', message: { id, at: 1, role: 'user', parts: [{ type: 'text', text }] } };
};
const running: AgentEvent = { type: 'tool-state', callId: 'c', state: 'executing', name: 'x', at: 1 };
const output = (text: string): AgentEvent => ({ type: 'tool-output', callId: 'c', text });
const lengthOf = (events: readonly AgentEvent[]) => JSON.stringify(events).length;
const shownOf = (events: readonly AgentEvent[]) => applyEvents(emptyChat(), events).calls.c?.output ?? '';

describe('The lines of a session', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const read = async (text: string, limits = {}) => {
    await scratch.put('s.jsonl', text);
    return readSession(scratch.absolute('s.jsonl'), limits);
  };

  it('are read giving way to whatever else there is to do, and are the same', async () => {
    const events = Array.from({ length: 20_000 }, (_, i) => prompt(`m${i}`, `Some words of prompt ${i}. `.repeat(20)));
    const text = `${HEADER_LINE}${formatEvents(events)}{"type":"mess`;
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns++;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const session = await read(text);
    isRead = true;
    assert.ok(turns >= 3, `${turns} turns`);
    assert.deepEqual(session, parseSession(text));
    assert.deepEqual([session?.events.length, session?.corrupt], [20_000, 1]);
  });

  it('that an earlier version wrote are read with the current names', async () => {
    const compacted = { notes: ['n'], snapshot: { text: 's', through: 'm' } };
    const former = [
      { type: 'compressed', condensed: compacted },
      { ...running, approvalSource: { by: 'person', askedBy: 'careful' } },
      { type: 'agent', callId: 'a', event: { type: 'compressed', condensed: {} } },
    ];
    const session = await read(HEADER_LINE + former.map(event => `${JSON.stringify(event)}\n`).join(''));
    const current: AgentEvent[] = [
      { type: 'compressed', compacted },
      { ...running, approvalSource: { by: 'user', askedBy: 'careful' } },
      { type: 'agent', callId: 'a', event: { type: 'compressed', compacted: {} } },
    ];
    assert.deepEqual([session?.events, session?.corrupt], [current, 0]);
    assert.deepEqual((await read(HEADER_LINE + formatEvents(current)))?.events, current);
  });

  it('hold the icons of calls, and a later version may have more of them', async () => {
    const called = (icon: unknown): AgentEvent => {
      const result = {
        callId: 'c',
        name: 'x',
        title: 'X',
        icon: icon as 'edit',
        status: 'success',
        content: '',
      } as const;
      return { type: 'message', message: { id: `t ${String(icon)}`, at: 2, role: 'tool', results: [result] } };
    };
    const begun: AgentEvent = { ...running, icon: 'edit' };
    const events = [begun, called('edit'), called('anvil')];
    const session = await read(HEADER_LINE + formatEvents([...events, called(5), { ...running, icon: 5 as never }]));
    assert.deepEqual([session?.events, session?.corrupt], [events, 2]);
    assert.equal(applyEvents(emptyChat(), [begun]).calls.c?.icon, 'edit');
  });

  it('of a later version are none that can be read, wherever it begins', async () => {
    const later = `${HEADER_LINE}{"type":"pollux-session","version":2}\n`;
    assert.deepEqual([parseSession(later), await read(later)], [null, null]);
  });

  it('are the same however they fall on the slices in which they are read', async () => {
    const events = Array.from({ length: 40 }, (_, i) => prompt(`m${i}`, `ü${'x'.repeat(((i * 37) % 60) * 2000)}`));
    const text = HEADER_LINE + formatEvents(events);
    assert.ok(text.length > 2 * 1024 * 1024);
    assert.deepEqual((await read(text))?.events, events);
    assert.deepEqual((await read(text.slice(0, -1)))?.events, events);
  });

  it('that are too long for any message are left out and counted, wherever they stand', async () => {
    const [before, long, after] = [prompt('a', 'a'), prompt('b', 'b'.repeat(3_000_000)), prompt('c', 'c')];
    const limits = { maxLineBytes: 1_000_000 };
    for (const lines of [
      [before, long, after],
      [long, before, after],
      [before, after, long],
    ]) {
      const session = await read(HEADER_LINE + formatEvents(lines), limits);
      assert.deepEqual([session?.events, session?.corrupt], [[before, after], 1]);
    }
  });

  it('are refused where there is more than can be held, and not where that is output nobody sees', async () => {
    const limits = { maxSession: 1_000_000 };
    await assert.rejects(read(formatEvents([prompt('a', 'a'.repeat(2_000_000))]), limits), /too much in this session/);
    const printed = Array.from({ length: 250 }, (_, i) => output(`${i}`.padEnd(20_000, '.')));
    const session = await read(formatEvents([running, ...printed]), limits);
    assert.ok(lengthOf(session?.events ?? []) < 4 * LIVE_OUTPUT_LIMIT);
    assert.ok((session?.superseded ?? 0) > 4_000_000);
    assert.equal(shownOf(session?.events ?? []).slice(-20_000), '249'.padEnd(20_000, '.'));
  });
});

describe('A session file', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const store = () => createSessionFiles(scratch.path, silent);

  it('grows by no more than there is to see while a command prints without end', async () => {
    const kept = new KeptEvents();
    const line = `${'0123456789'.repeat(100)}\n`;
    let stored: AgentEvent[] = [...kept.take([running])];
    for (let i = 0; i < 100_000; i++) stored.push(...kept.take([output(`${i} ${line}`)]));
    stored = [...stored, ...kept.rest()];
    assert.ok(lengthOf(stored) < 15 * LIVE_OUTPUT_LIMIT, `${lengthOf(stored)} characters of 100 million`);
    const number = Number(/\n(\d+) [^\n]*\n$/.exec(shownOf(stored))?.[1]);
    assert.ok(number > 40_000, `what was stored last is of line ${number}`);
  });

  it('has no part of a key where the output was cut', () => {
    const key = `AIzaSy${'k'.repeat(33)}`;
    for (let shift = 0; shift < 60; shift += 7) {
      const kept = new KeptEvents();
      const pieces = ['.'.repeat(LIVE_OUTPUT_LIMIT - shift), `${key} `, '.'.repeat(LIVE_OUTPUT_LIMIT - 60), key];
      const stored = JSON.stringify(pieces.flatMap(text => kept.take([output(text)])));
      assert.ok(!stored.includes('kkk'), stored.replace(/\.+/g, '.'));
    }
  });

  it('that is full of output nobody sees is written anew when its chat goes on', async () => {
    const printed = Array.from({ length: 120 }, (_, i) => output(`${i}`.padEnd(60_000, '.')));
    await scratch.put('s.jsonl', HEADER_LINE + formatEvents([prompt('p', 'hello'), running, ...printed]));
    const claimed = await store().claim('s');
    assert.equal(claimed?.corrupt, 0);
    assert.ok(String(await scratch.bytes('s.jsonl')).length < 500_000);
    assert.deepEqual((await store().load('s'))?.events, claimed.events);
  });

  it('is listed among more than a process may have open at once', async () => {
    if (process.platform === 'win32') return; // has no such limit
    for (let i = 0; i < 300; i++) await scratch.put(`s${i}.jsonl`, HEADER_LINE + formatEvents([prompt('p', `${i}`)]));
    const list = [builtScript('listingProcess'), scratch.path];
    const args = ['-c', 'ulimit -n 128; exec "$0" "$@"', process.execPath, ...list];
    assert.equal((await promisify(execFile)('bash', args)).stdout.trim(), '300');
  });
});
