import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentEvent } from '../../src/shared/events';
import { SessionSignals } from '../../src/telemetry/sessionSignals';
import type { Signal } from '../../src/telemetry/signals';
import { LOG_EVENTS } from '../../src/telemetry/tables';
import { EVERY_EVENT } from '../support/telemetryEvents';
import { fuzzRuns } from '../support/fuzzRuns';

/** A piece of every text of a user, a file, a model, a path, an address or a key. */
const MARK = 'MARKED';

/** Fields whose values are words of Pollux's own, or names that a user gives to models and agents. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['type', 'role', 'state', 'end', 'status', 'job', 'decision', 'by', 'kind', 'model', 'mode', 'level'],
  'correction',
]);
/** Names that count as such only because something of that name exists. */
const isName = (path: readonly string[]) => path.at(-1) === 'name' && !path.includes('call');

/** The same event with marked texts in every place that can hold some. */
function marked(value: unknown, texts: fc.GeneratorValue, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map(each => marked(each, texts, path));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each, texts, [...path, key])]));
  if (typeof value !== 'string' || value === 'loop' || value === 'done' || value === 'turnLimit') return value;
  if (OWN_WORDS.has(path.at(-1) ?? '') || isId(path) || isName(path)) return value;
  return texts(text);
}

const isId = (path: readonly string[]) => /(?:^id|Id|errorType|through|maskedThrough)$/.test(path.at(-1) ?? '');
const text = () => fc.string({ maxLength: 20 }).map(each => `${MARK}${each}${MARK}`);

const results = (name: string, errorType: string): AgentEvent => ({
  type: 'message',
  message: {
    ...{ id: 't', at: 20, role: 'tool' },
    results: [{ callId: 'x', name, title: '', status: 'error', content: '', error: '', errorType }],
  },
});
const more: readonly AgentEvent[] = [
  { type: 'message', message: { id: 'n', at: 1, role: 'notice', level: 'error', text: '', detail: '' } },
  { type: 'delta', messageId: 'a', text: '' },
  { type: 'part', messageId: 'a', part: { type: 'thought', text: '' } },
  { type: 'tool-output', callId: 'c', text: '' },
  { type: 'tool-state', callId: 'c', state: 'error', at: 1, title: '', error: '' },
  { type: 'approval-settled', callId: 'c', verdict: { decision: 'reject', reason: '' } },
  { type: 'message', message: { id: 'f', at: 1, role: 'user', parts: [{ type: 'file', path: '', text: '' }] } },
];

describe('Telemetry, of any events in any order,', () => {
  const events = fc.array(fc.constantFrom(...EVERY_EVENT, ...more), { maxLength: 80 });
  const signalsOf = (given: readonly AgentEvent[], logPrompts = false): Signal[] => {
    const signals = new SessionSignals('s', { logPrompts, redact: each => each });
    return given.flatMap((event, i) => signals.take(event, i));
  };

  it('holds no text of a prompt, a file, a path or a key', () => {
    fc.assert(
      fc.property(events, fc.gen(), (given, texts) => {
        const all = signalsOf(given.map(event => marked(event, texts) as AgentEvent));
        assert.ok(!JSON.stringify(all).includes(MARK), JSON.stringify(all));
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('holds no name that a model has made up', () => {
    for (const type of ['tool_not_registered', 'invalid_tool_params'])
      assert.ok(!JSON.stringify(signalsOf([...EVERY_EVENT, results(`${MARK}_tool`, type)])).includes(MARK));
  });

  it('holds prompts where they are wanted, and nothing else', () => {
    fc.assert(
      fc.property(events, fc.gen(), (given, texts) => {
        const all = signalsOf(
          given.map(event => marked(event, texts) as AgentEvent),
          true,
        );
        const rest = all.map(signal =>
          signal.kind === 'log' ? { ...signal, attributes: { ...signal.attributes, prompt: '' } } : signal,
        );
        assert.ok(!JSON.stringify(rest).includes(MARK));
        for (const signal of all)
          assert.ok(
            signal.kind !== 'log' || signal.name === 'gemini_cli.user_prompt' || !('prompt' in signal.attributes),
          );
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('has no attributes but those of the table', () => {
    fc.assert(
      fc.property(events, given => {
        for (const signal of signalsOf(given, true)) {
          if (signal.kind !== 'log') continue;
          const known: readonly string[] = LOG_EVENTS[signal.name];
          assert.deepEqual(
            Object.keys(signal.attributes).filter(key => !known.includes(key)),
            [],
            signal.name,
          );
        }
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});
