import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KeptEvents } from '../../src/node/sessions/storedEvents';
import { chatAsJson, chatAsMarkdown } from '../../src/sessions/exportChat';
import type { AgentEvent } from '../../src/shared/events';
import { redactKeys } from '../../src/shared/redact';
import { redactKeysIn } from '../../src/shared/redactRecord';
import { canaries } from '../support/canaries';
import { fuzzRuns } from '../support/fuzzRuns';

const RUNS = fuzzRuns(300);
/** What stands around a key, and much of what looks like the beginning of one. */
const HARMLESS = [
  ...[
    'const task = ',
    'disk-task-runner',
    'sk-',
    'AKIA',
    'eyJ',
    'eyJhbGciOi',
    'gh',
    'ghp_',
    'xoxo',
    '1//0',
    'AQ.',
    'npm_',
  ],
  ...[
    "'-----BEGIN PRIVATE KEY-----'",
    '-----BEGIN CERTIFICATE-----',
    '-----',
    'task-0123456789abcdefghij',
    'AIza',
    'ya29.',
  ],
  ...[
    '/usr/lib/x.ts',
    'apiKey: "x"',
    'Bearer of news',
    '?key=1',
    '🎉',
    'ключ',
    '\\n',
    '"',
    'sk-fading-circle-of-the-spinner',
  ],
];
const harmless = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...HARMLESS) }, fc.string({ unit: 'grapheme' }));
const gap = fc.constantFrom(' ', '\n', '=', ':"', '", "', '\t', '(', ')\r\n', ',', "'");
const plain = fc.array(fc.tuple(harmless, gap), { maxLength: 8 }).map(pieces => pieces.flat().join(''));
const key = fc.constantFrom(...canaries);
/** A text with keys in it, and the keys. */
const keyed = fc
  .array(fc.tuple(plain, gap, key, gap), { minLength: 1, maxLength: 4 })
  .chain(pieces => plain.map(end => ({ text: pieces.flat().join('') + end, keys: pieces.map(piece => piece[2]) })));
/** The text in pieces, cut anywhere. */
const cutUp = (text: string) =>
  fc.array(fc.nat(text.length), { maxLength: 12 }).map(cuts => {
    const places = [0, ...cuts.sort((a, b) => a - b), text.length];
    return places.slice(1).map((end, index) => text.slice(places[index], end));
  });
const holdsNone = (kept: string, keys: readonly string[]) => {
  for (const each of keys) assert.ok(!kept.includes(each), `${each} in ${kept}`);
};
const isPlain = (text: string) => redactKeys(text) === text;

describe('What is kept', () => {
  it('has no key of a known shape, whatever stands around it', () => {
    fc.assert(
      fc.property(keyed, ({ text, keys }) => holdsNone(redactKeys(text), keys)),
      { numRuns: RUNS },
    );
  });

  it('is else what it was, byte for byte', () => {
    fc.assert(
      fc.property(plain, text => assert.equal(redactKeys(text), text)),
      { numRuns: RUNS },
    );
  });

  it('has no key that streamed in pieces, and all else of two streams at a time', () => {
    const streams = fc.tuple(keyed, keyed).chain(([said, printed]) => {
      return fc.tuple(fc.constant([said, printed]), cutUp(said.text), cutUp(printed.text));
    });
    fc.assert(
      fc.property(streams, ([[said, printed], deltas, outputs]) => {
        const kept = new KeptEvents();
        const events: AgentEvent[] = [];
        for (let i = 0; i < Math.max(deltas.length, outputs.length); i++) {
          const [text, output] = [deltas[i], outputs[i]];
          if (text !== undefined) events.push(...kept.take([{ type: 'delta', messageId: 'm', text }]));
          if (output !== undefined) events.push(...kept.take([{ type: 'tool-output', callId: 'c', text: output }]));
        }
        events.push(...kept.take([{ type: 'run-finished', reason: 'done', at: 1 }]));
        assert.deepEqual(kept.rest(), []);
        const textOf = (type: string) =>
          events.map(event => ('text' in event && event.type === type ? event.text : '')).join('');
        assert.equal(textOf('delta'), redactKeys(said.text));
        assert.equal(textOf('tool-output'), redactKeys(printed.text));
        holdsNone(textOf('delta'), said.keys);
        holdsNone(textOf('tool-output'), printed.keys);
      }),
      { numRuns: RUNS },
    );
  });

  it('has no key in any field of a record, but ids, signatures and images as they were', () => {
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        { maxDepth: 4 },
        keyed.map(({ text }) => text),
        plain,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom('path', 'data', 'id', '__proto__', 'signature', ...canaries.slice(0, 2)),
          tie('any'),
        ),
      ),
    })).any;
    fc.assert(
      fc.property(value, keyed, (args, { text }) => {
        const call = { id: text, name: 'n', args: { any: args } };
        const parts = [
          { type: 'toolCall', call, signature: text },
          { type: 'image', mimeType: 'image/png', data: text },
          { type: 'text', text, signature: text },
        ];
        const kept = redactKeysIn({ type: 'message', message: { id: text, parts } });
        holdsNone(textsOf(kept.message.parts[0]?.call?.args).join('\0'), canaries);
        const after = redactKeys(text);
        assert.equal(kept.message.id, text);
        assert.equal(kept.message.parts[0]?.call?.id, text);
        assert.equal(kept.message.parts[0].signature, text);
        assert.deepEqual(kept.message.parts[1], parts[1]);
        assert.deepEqual(kept.message.parts[2], { type: 'text', text: after, signature: text });
      }),
      { numRuns: RUNS },
    );
  });

  it('is the very same record where there is no key', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        fc.pre(textsOf(value).every(isPlain));
        const record = { type: 'part', part: { type: 'opaque', raw: value } };
        assert.equal(redactKeysIn(record), record);
      }),
      { numRuns: RUNS },
    );
  });

  it('has no key where it is an export', () => {
    fc.assert(
      fc.property(keyed, ({ text, keys }) => {
        const chat = {
          id: 's',
          title: text,
          messages: [
            { id: 'u', at: 1, role: 'user', parts: [{ type: 'text', text }] },
            {
              id: 't',
              at: 1,
              role: 'tool',
              results: [
                {
                  callId: 'c',
                  name: 'n',
                  title: text,
                  status: 'error',
                  content: text,
                  error: text,
                  display: { type: 'command', exitCode: 1, output: text },
                },
              ],
            },
          ],
        } as const;
        const isShort = (each: string) => !each.includes('\n'); // a title is one line, a quoted key has marks in it
        holdsNone(chatAsMarkdown(chat), keys.filter(isShort));
        holdsNone(textsOf(JSON.parse(chatAsJson(chat))).join('\0'), keys);
      }),
      { numRuns: RUNS },
    );
  });
});

/** All texts in a value, names of fields too. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [name, ...textsOf(field)]);
}
