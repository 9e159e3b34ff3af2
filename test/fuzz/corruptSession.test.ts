import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { validHistory } from '../../src/agent/context/history';
import { modelView } from '../../src/agent/context/modelView';
import { interruptedEvents } from '../../src/agent/run/recovery';
import { stateForView } from '../../src/chat/surfaces/viewEvents';
import { toContents } from '../../src/gemini/convert';
import { createKeptValues } from '../../src/node/config/storedValues';
import { createSessionFiles } from '../../src/node/sessions/sessionFiles';
import { parseSession } from '../../src/node/sessions/readSession';
import { formatEvents, HEADER_LINE } from '../../src/node/sessions/sessionLines';
import { chatAsJson, chatAsMarkdown } from '../../src/sessions/exportChat';
import { restoreChat } from '../../src/sessions/restoreChat';
import type { AgentEvent } from '../../src/shared/events';
import type { Message } from '../../src/shared/messages';
import { fuzzRuns } from '../support/fuzzRuns';

const numRuns = fuzzRuns(600);
const at = 1;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const said = (message: Message): AgentEvent => ({ type: 'message', message });
const call = { id: 'c1', name: 'read_file', args: { file_path: 'a.ts' } };
const usage = { input: 1, output: 1, cached: 0, thoughts: 0, total: 2 };

/** One of each kind of event, with all that it may hold. */
const EVENTS: readonly AgentEvent[] = [
  { type: 'run-started', at },
  said({ id: 'u', at, role: 'user', parts: [{ type: 'text', text: 'Look at “it”.\n' }] }),
  said({ id: 'f', at, role: 'user', parts: [{ type: 'file', path: 'a.ts', text: 'x', startLine: 1, endLine: 2 }] }),
  said({ id: 'a', at, role: 'assistant', model: 'm', parts: [] }),
  { type: 'delta', messageId: 'a', text: 'I look. ' },
  { type: 'retry', messageId: 'a', attempt: 1, maxAttempts: 2, delayMs: 3, at, reason: 'busy', model: 'n' },
  { type: 'part', messageId: 'a', part: { type: 'thought', text: '**Look**', signature: 'c2ln' } },
  { type: 'part', messageId: 'a', part: { type: 'toolCall', call, signature: 'c2ln' } },
  { type: 'message-finished', messageId: 'a', end: 'stop', usage },
  { type: 'tool-state', callId: 'c1', state: 'awaitingApproval', at, name: 'read_file', title: 'Read a.ts' },
  {
    type: 'approval-requested',
    approval: { callId: 'c1', proposal: { kind: 'command', command: 'ls', cwd: '/' }, remember: [] },
  },
  { type: 'approval-settled', callId: 'c1', verdict: { decision: 'accept' } },
  { type: 'tool-state', callId: 'c1', state: 'executing', at },
  { type: 'tool-output', callId: 'c1', text: 'one' },
  said({
    id: 't',
    at,
    role: 'tool',
    results: [{ callId: 'c1', name: 'read_file', title: 'Read', status: 'success', content: 'one', durationMs: 2 }],
  }),
  { type: 'asked', job: 'loopCheck', model: 'small', usage },
  { type: 'compressing' },
  { type: 'compressed', compacted: { notes: ['n'], snapshot: { text: 's', through: 'a' }, maskedThrough: 't' }, usage },
  { type: 'uncompressed', at },
  said({ id: 'n', at, role: 'notice', level: 'warning', text: 'Careful.', actions: ['continue'] }),
  { type: 'rewound', messageId: 'n', at },
  said({ id: 'z', at, role: 'assistant', model: 'm', parts: [{ type: 'text', text: 'Done.' }], end: 'stop' }),
  { type: 'run-finished', reason: 'done', at },
];
const WHOLE = Buffer.from(HEADER_LINE + formatEvents(EVENTS));

/** What becomes of a part of the file: bytes of anything else, nothing, or the same once more. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  gone: fc.oneof(fc.nat(3), fc.nat(400)),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 20 }).map(bytes => Buffer.from(bytes)),
    fc.constantFrom(
      ...['\n', '"', '}', '{', '[', ']', '\\', '\0'.repeat(50), '}{"type":"', 'null', '1e999', '\ufeff'].map(text =>
        Buffer.from(text),
      ),
    ),
  ),
  again: fc.boolean(),
});

function corrupt(bytes: Buffer, damages: readonly { at: number; gone: number; put: Buffer; again: boolean }[]) {
  return damages.reduce((all, { at: share, gone, put, again }) => {
    const from = Math.floor(share * all.length);
    const [head, part, tail] = [all.subarray(0, from), all.subarray(from, from + gone), all.subarray(from + gone)];
    return Buffer.concat([head, put, ...(again ? [part, part] : []), tail]);
  }, bytes);
}

/** Everything that is done with a session that somebody goes on with, looks at, or exports. */
function takeUp(text: string): readonly AgentEvent[] | null {
  const stored = parseSession(text);
  if (!stored) return null;
  const state = restoreChat('s', stored.events);
  const recovery = interruptedEvents(
    state,
    () => 'r',
    () => at,
  );
  const { messages, compacted, approvals, isRunning } = restoreChat('s', [...stored.events, ...recovery]);
  JSON.stringify(stateForView(state, 0));
  toContents(validHistory(compacted ? modelView(messages, compacted) : messages), 'm');
  chatAsMarkdown({ id: 's', title: 's', messages });
  chatAsJson({ id: 's', title: 's', messages });
  assert.deepEqual([approvals, isRunning], [[], false], 'no question of the file is open, and nothing runs');
  return stored.events;
}

/** The same JSON with the value at one place put in for another. */
function withValue(value: unknown, place: number, put: unknown): unknown {
  let left = place;
  const walk = (each: unknown): unknown => {
    if (left-- === 0) return put;
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}

describe('A session file that was corrupt', () => {
  it('is read all the same, and every line that is as it was is kept', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), damages => {
        const text = corrupt(WHOLE, damages).toString('utf8');
        const events = takeUp(text);
        if (!events) return;
        const kept = new Set(events.map(event => JSON.stringify(event)));
        const lines = new Set(text.split('\n'));
        for (const event of EVENTS) {
          const line = JSON.stringify(event);
          // A message that is there twice counts as it was first, which may be the corrupt one.
          const isFirst = event.type !== 'message' || text.split(`"id":"${event.message.id}"`).length === 2;
          if (lines.has(line) && isFirst) assert.ok(kept.has(line), line);
        }
      }),
      { numRuns },
    );
  }).timeout(300_000);

  it('is read all the same where a value of it is another one', () => {
    const values = [
      null,
      0,
      -1,
      '',
      'x',
      true,
      [],
      {},
      [null],
      ['x'],
      [[]],
      { type: 'text' },
      { __proto__: null },
      1e308,
    ];
    const value = fc.oneof(fc.constantFrom<unknown>(...values), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(fc.nat(EVENTS.length - 1), fc.nat(20), value, (index, place, put) => {
        const lines = EVENTS.map((event, i) => JSON.stringify(i === index ? withValue(event, place, put) : event));
        takeUp(`${HEADER_LINE}${lines.join('\n')}\n`);
      }),
      { numRuns },
    );
  }).timeout(300_000);

  it('is listed, or not, but never in the way of the others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    try {
      const store = createSessionFiles(folder, silent);
      await writeFile(join(folder, 'whole.jsonl'), WHOLE);
      const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async damages => {
        writeFileSync(join(folder, 'corrupt.jsonl'), corrupt(WHOLE, damages));
        assert.ok((await store.list()).some(({ id }) => id === 'whole'));
        await store.load('corrupt');
      });
      await fc.assert(property, { numRuns: numRuns / 20 });
    } finally {
      await rm(folder, { recursive: true });
    }
  }).timeout(300_000);
});

describe('A file of kept values that was corrupt', () => {
  it('is read as it is or as empty, and what is set next is kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pollux-'));
    try {
      const file = join(folder, 'state.json');
      const whole = Buffer.from(
        JSON.stringify({ draft: 'Half a thought', session: 'a', attachments: [{ path: 'a' }] }),
      );
      fc.assert(
        fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), damages => {
          writeFileSync(file, corrupt(whole, damages));
          createKeptValues(file, silent).get('draft');
          createKeptValues(file, silent).set('session', 'b');
          assert.equal(createKeptValues(file, silent).get('session'), 'b');
        }),
        { numRuns: numRuns / 5 },
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }).timeout(300_000);
});
