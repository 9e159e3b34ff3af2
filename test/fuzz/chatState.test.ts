import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyChat, type ChatState } from '../../src/shared/chatState';
import { applyEvent, applyEvents } from '../../src/shared/applyEvent';
import type { AgentEvent } from '../../src/shared/events';
import type { Message } from '../../src/shared/messages';
import { fuzzRuns } from '../support/fuzzRuns';

const numRuns = fuzzRuns(2000);
const at = 1;

/** Few ids, so that events meet each other. */
const id = fc.nat(12).map(n => `m${n}`);
const message: fc.Arbitrary<Message> = fc.oneof(
  id.map((each): Message => ({ id: each, at, role: 'user', parts: [{ type: 'text', text: each }] })),
  id.map((each): Message => ({ id: each, at, role: 'notice', level: 'info', text: each })),
  id.map((each): Message => ({ id: each, at, role: 'assistant', model: 'm', parts: [] })),
  id.map((each): Message => ({ id: each, at, role: 'assistant', model: 'm', parts: [], end: 'stop' })),
  id.map((callId): Message => {
    const result = { callId, name: 'read', title: 'Read', status: 'success', content: '' } as const;
    return { id: `${callId}-t`, at, role: 'tool', results: [result] };
  }),
);
const event: fc.Arbitrary<AgentEvent> = fc.oneof(
  { arbitrary: message.map((each): AgentEvent => ({ type: 'message', message: each })), weight: 6 },
  { arbitrary: id.map((messageId): AgentEvent => ({ type: 'message-finished', messageId, end: 'stop' })), weight: 4 },
  id.map((messageId): AgentEvent => ({ type: 'delta', messageId, text: 'x' })),
  id.map((messageId): AgentEvent => ({ type: 'rewound', messageId, at })),
  id.map((callId): AgentEvent => ({ type: 'tool-state', callId, state: 'executing', at, name: 'read' })),
  id.map((through): AgentEvent => ({ type: 'compressed', compacted: { snapshot: { text: 's', through } } })),
  fc.constant<AgentEvent>({ type: 'uncompressed', at }),
  fc.constant<AgentEvent>({ type: 'run-finished', reason: 'done', at }),
);
const events = fc.array(event, { maxLength: 60 });

/** A state that throws where somebody writes into its list. */
function frozen(state: ChatState): ChatState {
  Object.freeze(state.messages);
  return Object.freeze(state);
}

describe('Many events at once', () => {
  it('make the state that they make one after the other, and change none that was there', () => {
    fc.assert(
      fc.property(events, events, (before, after) => {
        const start = frozen(before.reduce(applyEvent, emptyChat('s')));
        const folded = applyEvents(start, after);
        assert.deepEqual(folded, after.reduce(applyEvent, start));
        const whole = folded.messages.length;
        frozen(folded);
        applyEvents(folded, after);
        assert.equal(folded.messages.length, whole);
      }),
      { numRuns },
    );
  }).timeout(300_000);
});
