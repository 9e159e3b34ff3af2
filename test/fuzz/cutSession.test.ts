import assert from 'node:assert/strict';
import fc from 'fast-check';
import { validHistory } from '../../src/agent/context/history';
import { modelView } from '../../src/agent/context/modelView';
import { interruptedEvents } from '../../src/agent/run/recovery';
import { toContents } from '../../src/gemini/convert';
import { parseSession } from '../../src/node/sessions/readSession';
import { formatEvents, HEADER_LINE } from '../../src/node/sessions/sessionLines';
import { restoreChat } from '../../src/sessions/restoreChat';
import type { AgentEvent } from '../../src/shared/events';
import type { Message, Part, ToolResult } from '../../src/shared/messages';
import { complaintAbout } from '../support/gemini/rules';
import { SignatureBook } from '../support/gemini/signatures';
import { fuzzRuns } from '../support/fuzzRuns';

const numRuns = fuzzRuns(600);
const MODEL = 'gemini-3.8-flash';

interface Step {
  readonly prompt: string;
  readonly calls: number;
  readonly isSigned: boolean;
  readonly then: 'nothing' | 'compress' | 'mask' | 'rewind' | 'undo';
  readonly at: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  prompt: fc.oneof(
    fc.string({ maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom('\u2028', '}{"type":"', '\n', '"', '\0', '\ud800'),
  ),
  calls: fc.nat(2),
  isSigned: fc.boolean(),
  then: fc.constantFrom('nothing', 'nothing', 'compress', 'mask', 'rewind', 'undo'),
  at: fc.nat(),
});

/** The events that a session writes of a few prompts, and the signatures that the service gave meanwhile. */
function recorded(steps: readonly Step[]) {
  const book = new SignatureBook();
  const events: AgentEvent[] = [said(context('environment', 'The environment.'))];
  const prompts: string[] = [];
  steps.forEach((each, index) => {
    prompts.push(`p${index}`);
    events.push(
      { type: 'run-started', at: index },
      ...eventsOf(each, index, book),
      ...afterwards(each, index, prompts),
    );
  });
  return { events, book };
}

function eventsOf({ prompt, calls, isSigned }: Step, index: number, book: SignatureBook): AgentEvent[] {
  const parts: Part[] = [{ type: 'text', text: `${prompt}.` }];
  const ids = Array.from({ length: calls }, (_, i) => `c${index}-${i}`);
  const results = ids.map((callId): ToolResult => {
    return { callId, name: 'read', title: 'Read', status: 'success', content: 'r'.repeat(2000) };
  });
  const called = ids.flatMap((id, i): AgentEvent[] => {
    const call = { id, name: 'read', args: { i } };
    const signature = i === 0 ? book.next() : undefined;
    remember(book, call, signature);
    const part: Part = { type: 'toolCall', call, ...(signature !== undefined && { signature }) };
    return [
      { type: 'part', messageId: `a${index}`, part },
      { type: 'tool-state', callId: id, state: 'executing', at: index, name: 'read' },
    ];
  });
  return [
    said({ id: `p${index}`, at: index, role: 'user', parts }),
    ...answer(`a${index}`, [{ type: 'delta', messageId: `a${index}`, text: 'I look.' }, ...called]),
    ...(results.length > 0 ? [said({ id: `t${index}`, at: index, role: 'tool', results })] : []),
    ...(results.length > 0 ? answer(`b${index}`, lastWords(`b${index}`, isSigned ? book.next() : undefined)) : []),
    { type: 'run-finished', reason: 'done', at: index },
  ];
}

function lastWords(messageId: string, signature: string | undefined): AgentEvent[] {
  const signed: Part = { type: 'text', text: 'There.', ...(signature !== undefined && { signature }) };
  return [
    { type: 'part', messageId, part: signed },
    { type: 'delta', messageId, text: 'Done.' },
  ];
}

function afterwards({ then, at }: Step, index: number, prompts: string[]): AgentEvent[] {
  const which = prompts[at % prompts.length] ?? 'p0';
  switch (then) {
    case 'compress':
      return [
        { type: 'compressing' },
        {
          type: 'compressed',
          compacted: { snapshot: { text: 'A snapshot.', through: `a${index}` === which ? which : lastOf(which) } },
        },
      ];
    case 'mask':
      return [{ type: 'compressed', compacted: { maskedThrough: which } }];
    case 'rewind':
      prompts.splice(prompts.indexOf(which));
      return [{ type: 'rewound', messageId: which, at: index }];
    case 'undo':
      return [{ type: 'uncompressed', at: index }];
    case 'nothing':
      return [];
    default:
      return then satisfies never;
  }
}

/** A snapshot ends where a run did: its last message is the answer, to the prompt or to its results. */
function lastOf(prompt: string): string {
  return prompt.replace('p', 'a');
}

function answer(id: string, events: readonly AgentEvent[]): AgentEvent[] {
  return [
    said({ id, at: 0, role: 'assistant', model: MODEL, parts: [] }),
    ...events,
    { type: 'message-finished', messageId: id, end: 'stop' },
  ];
}

function remember(book: SignatureBook, functionCall: object, thoughtSignature: string | undefined): void {
  const part = { functionCall, ...(thoughtSignature !== undefined && { thoughtSignature }) } as never;
  book.remember({ candidates: [{ content: { role: 'model', parts: [part] } }] });
}

function said(message: Message): AgentEvent {
  return { type: 'message', message };
}

function context(id: string, text: string): Message {
  return { id, at: 0, role: 'user', parts: [{ type: 'text', text }], isContext: true };
}

/** The state that another process would go on from, and what it would send next. */
function takenUp(text: string) {
  const stored = parseSession(text);
  assert.ok(stored);
  let last = 0;
  const state = restoreChat('s', stored.events);
  const recovery = interruptedEvents(
    state,
    () => `r${++last}`,
    () => 0,
  );
  const { messages, compacted } = restoreChat('s', [...stored.events, ...recovery]);
  const all = [...messages, context('more', 'Go on.')];
  return { stored, messages, sent: validHistory(compacted ? modelView(all, compacted) : all) };
}

const cases = fc.tuple(fc.array(step, { maxLength: 6 }), fc.double({ min: 0, max: 1, noNaN: true }));
const signaturesOf = (value: unknown) => JSON.stringify(value).match(/"signature":"[^"]*"/g) ?? [];

describe('A session file that was cut at any byte', () => {
  it('loses no more than its last line, and says so', () => {
    fc.assert(
      fc.property(cases, ([steps, share]) => {
        const { events } = recorded(steps);
        const whole = Buffer.from(HEADER_LINE + formatEvents(events));
        const at = Math.floor(share * whole.length);
        const text = whole.subarray(0, at).toString('utf8');
        const lines = text.split('\n');
        const { stored } = takenUp(text);
        const isCut = !['', ...whole.toString('utf8').split('\n')].includes(lines.at(-1) ?? '');
        assert.equal(stored.corrupt, isCut ? 1 : 0);
        assert.ok(stored.events.length >= Math.max(0, lines.length - 2));
        const written = JSON.parse(JSON.stringify(events)) as AgentEvent[];
        assert.deepEqual(stored.events, written.slice(0, stored.events.length));
      }),
      { numRuns },
    );
  }).timeout(300_000);

  it('is continued by a request that is valid, every signature as it came', () => {
    fc.assert(
      fc.property(cases, ([steps, share]) => {
        const { events, book } = recorded(steps);
        const whole = Buffer.from(HEADER_LINE + formatEvents(events));
        const { sent } = takenUp(whole.subarray(0, Math.floor(share * whole.length)).toString('utf8'));
        const contents = toContents(sent, MODEL);
        assert.equal(complaintAbout({ contents: contents as never }, MODEL, book), null);
        const given = new Set(signaturesOf(events));
        assert.ok(signaturesOf(sent).every(signature => given.has(signature)));
        assert.ok(contents.every(({ parts = [] }) => parts.length > 0 && parts.every(part => part.text !== '')));
      }),
      { numRuns },
    );
  }).timeout(300_000);

  it('goes on valid where the next lines are written behind the cut', () => {
    fc.assert(
      fc.property(cases, cases, ([before, share], [after]) => {
        const { events, book } = recorded(before);
        const whole = Buffer.from(HEADER_LINE + formatEvents(events));
        const kept = whole.subarray(0, Math.floor(share * whole.length)).toString('utf8');
        const later = recorded(after).events.map(event => laterOf(event));
        const { sent } = takenUp(`${kept}\n${formatEvents(later)}`);
        assert.equal(
          complaintAbout({ contents: toContents(sent, 'gemini-2.5-flash') as never }, 'gemini-2.5-flash', book),
          null,
        );
      }),
      { numRuns: numRuns / 5 },
    );
  }).timeout(300_000);
});

/** The same event of a later session, with ids of its own. */
function laterOf(event: AgentEvent): AgentEvent {
  return JSON.parse(
    JSON.stringify(event).replace(/"(id|messageId|callId|through|maskedThrough)":"/g, '"$1":"later-'),
  ) as AgentEvent;
}
