import assert from 'node:assert/strict';
import type { GenaiAccess } from '../../../src/gemini/access';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import { SignInError } from '../../../src/shared/errors';
import type { ModelEvent, ModelRequest } from '../../../src/agent/ports/model';
import type { Part } from '../../../src/shared/messages';
import { textOf } from '../../../src/shared/partsText';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { apiError, errorInfo, errorMidStream, quotaFailure, retryInfo } from '../../support/gemini/errors';
import {
  blockedPrompt,
  call,
  cut,
  empty,
  finish,
  hang,
  part,
  raw,
  text,
  thought,
  transport,
  unfinished,
  usage,
  type Reply,
} from '../../support/gemini/replies';
import { openEgress } from '../../support/egress';

const PATIENT = { firstByteMs: 20_000, silenceMs: 20_000 };
const IMPATIENT = { firstByteMs: 100, silenceMs: 100 };

describe('The content generator, with an API key', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer({ apiKey: 'good' })));
  afterEach(() => server.close());

  const generator = (key = 'good', url = server.url, patience = PATIENT) =>
    createContentGenerator({
      egress: openEgress(),
      access: async () => ({ via: 'apiKey', apiKey: key, baseUrl: url }),
      wait: () => Promise.resolve(),
      userAgent: 'Pollux/test',
      newId: () => 'one',
      patience,
    });
  const request: ModelRequest = {
    model: 'gemini-3.8-flash',
    system: 'Be brief.',
    messages: [{ id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    tools: [{ name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} } }],
  };
  const stream = async (
    reply: Reply,
    signal = new AbortController().signal,
    patience = PATIENT,
  ): Promise<ModelEvent[]> => {
    server.reply(reply);
    return collect(generator('good', server.url, patience).stream(request, signal));
  };
  const partsOf = (events: ModelEvent[]): Part[] =>
    events.flatMap(event => (event.type === 'part' ? [event.part] : []));
  const failureOf = (events: ModelEvent[]) => {
    const last = events.at(-1);
    assert.equal(last?.type, 'failed', JSON.stringify(events));
    return last.failure;
  };

  it('streams text, thoughts, calls and usage, and says how it ended', async () => {
    const events = await stream([
      thought('**Plan**\n\nLook.'),
      text(['One ', 'two.']),
      call('read_file', { file_path: 'a' }, { id: 'c1', signature: 'c2ln' }),
      usage({ promptTokenCount: 10, candidatesTokenCount: 5 }),
    ]);
    assert.deepEqual(partsOf(events), [
      { type: 'thought', text: '**Plan**\n\nLook.' },
      { type: 'text', text: 'One ' },
      { type: 'text', text: 'two.' },
      { type: 'toolCall', call: { id: 'c1', name: 'read_file', args: { file_path: 'a' } }, signature: 'c2ln' },
    ]);
    assert.equal(events.at(-1)?.type, 'finished');
    const used = events.findLast(event => event.type === 'usage');
    assert.equal(used?.type === 'usage' && used.usage.input, 10);
  });

  it('joins the pieces of a text that arrive faster than they are shown, and nothing else', async () => {
    const pieces = Array.from({ length: 2000 }, (_, i) => `Piece ${i}. `);
    const events = await stream([
      text(pieces),
      part({ text: 'Signed.', thoughtSignature: 'c2ln' }),
      text(['After ', 'it.']),
      call('read_file', { file_path: 'a' }, { id: 'c1' }),
      text(pieces),
    ]);
    const parts = partsOf(events);
    assert.ok(parts.length < 400, `${parts.length} parts`);
    const signed = parts.findIndex(each => 'signature' in each);
    const called = parts.findIndex(each => each.type === 'toolCall');
    assert.equal(textOf(parts.slice(0, signed)), pieces.join(''));
    assert.deepEqual(parts[signed], { type: 'text', text: 'Signed.', signature: 'c2ln' });
    assert.equal(textOf(parts.slice(signed + 1, called)), 'After it.');
    assert.equal(textOf(parts.slice(called)), pieces.join(''));
  });

  it('sends the key, the system instruction, the tools and asks for thoughts', async () => {
    await stream(text('Hi.'));
    const sent = server.requests[0]!;
    assert.equal(sent.headers['x-goog-api-key'], 'good');
    assert.match(String(sent.headers['user-agent']), /Pollux\/test/);
    const body = sent.body as Record<string, unknown>;
    assert.match(JSON.stringify(body.systemInstruction), /Be brief/);
    assert.match(JSON.stringify(body.tools), /"parametersJsonSchema"/);
    assert.deepEqual((body.generationConfig as Record<string, unknown>).thinkingConfig, { includeThoughts: true });
  });

  it('reads the same from every way the bytes can be cut', async () => {
    const reply = [thought('Hm — “€” 🎉'), text(['Grüße, ', '世界! 🎉\r\n', 'Ende.'])];
    const whole = await stream(reply);
    for (const knobs of [
      { splitAt: 'everyByte' },
      { splitAt: 'everyByte', eol: '\r\n' },
      { comments: true },
      { comments: 'inside' },
      { space: false },
      { finalBlankLine: false },
      { splitAt: [] },
      ...Array.from({ length: 20 }, (_, seed) => ({ splitAt: { seed }, eol: '\r\n' as const })),
    ] as const) {
      const events = await stream([transport(knobs), reply]);
      assert.deepEqual(partsOf(events), partsOf(whole), JSON.stringify(knobs));
    }
  });

  it('keeps signed empty text and parts it does not know, and drops empty text', async () => {
    const events = await stream([
      text('A'),
      part({ text: '' }),
      part({ text: '', thoughtSignature: 'c2ln' }),
      part({ executableCode: { language: 'PYTHON', code: '1' } }),
    ]);
    assert.deepEqual(partsOf(events), [
      { type: 'text', text: 'A' },
      { type: 'text', text: '', signature: 'c2ln' },
      { type: 'opaque', raw: { executableCode: { language: 'PYTHON', code: '1' } } },
    ]);
  });

  const faults: [string, Reply, { kind: string; status?: number; retryAfterMs?: number; says: RegExp }][] = [
    ['400', apiError(400, { message: 'Bad field.' }), { kind: 'badRequest', status: 400, says: /400.*Bad field/ }],
    ['401', apiError(401), { kind: 'auth', status: 401, says: /API key/ }],
    ['403', apiError(403), { kind: 'forbidden', status: 403, says: /may not use/ }],
    ['404', apiError(404), { kind: 'notFound', status: 404, says: /model wasn’t found/ }],
    [
      '429 with a delay',
      apiError(429, { details: [retryInfo('3s')] }),
      { kind: 'rateLimit', retryAfterMs: 3000, says: /Too many/ },
    ],
    ['429 without one', apiError(429, { message: 'Slow down.' }), { kind: 'rateLimit', says: /Too many/ }],
    [
      '429 with a daily quota',
      apiError(429, { details: [quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier'), retryInfo('34s')] }),
      { kind: 'quota', says: /used up \(429\)\.$/ },
    ],
    [
      '429 with a very long delay',
      apiError(429, { details: [retryInfo('4000s')] }),
      { kind: 'quota', says: /resets in 67 min/ },
    ],
    ['500', apiError(500), { kind: 'overloaded', status: 500, says: /overloaded or has failed/ }],
    ['503 as an array', apiError(503, { shape: 'array' }), { kind: 'overloaded', status: 503, says: /503/ }],
    ['503 as HTML', apiError(503, { shape: 'html' }), { kind: 'overloaded', status: 503, says: /503/ }],
    [
      'an error nested in the message',
      apiError(429, { shape: 'nested', details: [retryInfo('7s')] }),
      { kind: 'rateLimit', retryAfterMs: 7000, says: /Too many/ },
    ],
    [
      'too many tokens',
      apiError(400, {
        message: 'The input token count (1067544) exceeds the maximum number of tokens allowed (1048576).',
      }),
      { kind: 'tooLong', says: /too long for/ },
    ],
    ['a refused key', apiError(400, { details: [errorInfo('API_KEY_INVALID')] }), { kind: 'auth', says: /API key/ }],
    ['an error in an open stream', [text('A'), errorMidStream(503)], { kind: 'overloaded', says: /503/ }],
    ['a cut stream', [text('A'), cut()], { kind: 'network', says: /connection/ }],
    ['a reset before the first byte', cut({ before: 'headers' }), { kind: 'network', says: /connection/ }],
    ['a stream that hangs', [text('A'), hang()], { kind: 'silent', says: /stopped responding/ }],
    ['a request that hangs', hang({ before: 'headers' }), { kind: 'silent', says: /stopped responding/ }],
    ['an empty stream', empty(), { kind: 'badStream', says: /was cut off/ }],
    ['only thoughts', thought('Hm.'), { kind: 'badStream', says: /nothing/ }],
    ['no finish reason', [text('A'), unfinished()], { kind: 'badStream', says: /was cut off/ }],
    ['a malformed call', finish('MALFORMED_FUNCTION_CALL'), { kind: 'badStream', says: /malformed/ }],
    ['an unexpected call', finish('UNEXPECTED_TOOL_CALL'), { kind: 'badStream', says: /malformed/ }],
    ['an event that is no JSON', raw('data: {"candidates": [\n\n'), { kind: 'badStream', says: /couldn’t be read/ }],
    ['a blocked prompt', blockedPrompt('PROHIBITED_CONTENT'), { kind: 'blocked', says: /PROHIBITED_CONTENT/ }],
  ];
  for (const [name, reply, { says, ...expected }] of faults) {
    it(`tells what ${name} is`, async () => {
      const patience = expected.kind === 'silent' ? IMPATIENT : PATIENT;
      const failure = failureOf(await stream(reply, new AbortController().signal, patience));
      assert.match(failure.message, says);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map(key => [key, failure[key as 'kind']])), expected);
    });
  }

  it('ends an answer at the length limit or a safety stop without calling it a failure', async () => {
    assert.deepEqual((await stream([text('A'), finish('MAX_TOKENS')])).at(-1), {
      type: 'finished',
      end: 'maxTokens',
      detail: 'MAX_TOKENS',
    });
    assert.deepEqual((await stream([text('A'), finish('SAFETY', 'Because.')])).at(-1), {
      type: 'finished',
      end: 'blocked',
      detail: 'The Gemini service cut off the answer (SAFETY: it was stopped by the safety filters: Because.).',
    });
  });

  it('says that a connection was refused', async () => {
    const gone = await startGeminiServer();
    const { url } = gone;
    await gone.close();
    const failure = failureOf(await collect(generator('good', url).stream(request, new AbortController().signal)));
    assert.equal(failure.kind, 'network');
    assert.match(failure.message, /refused/);
  });

  it('fails without a key before anything is sent, and names a wrong one', async () => {
    const none = createContentGenerator({
      egress: openEgress(),
      access: () => Promise.reject(new SignInError('No key.')),
      wait: () => Promise.resolve(),
      userAgent: '',
      newId: () => '',
    });
    assert.equal(failureOf(await collect(none.stream(request, new AbortController().signal))).kind, 'auth');
    assert.equal(server.requests.length, 0);
    assert.equal(failureOf(await collect(generator('bad').stream(request, new AbortController().signal))).kind, 'auth');
  });

  it('uses a key and headers from the next request on', async () => {
    const given = { via: 'apiKey', apiKey: 'one', baseUrl: server.url, headers: { 'x-team': 'a' } } as const;
    let access: GenaiAccess = given;
    const changing = createContentGenerator({
      egress: openEgress(),
      access: async () => access,
      wait: () => Promise.resolve(),
      userAgent: '',
      newId: () => '',
    });
    const answer = () => changing.countTokens(request, new AbortController().signal);
    await answer();
    await answer();
    access = { ...given, apiKey: 'two' };
    await answer();
    access = { ...given, apiKey: 'two', headers: { 'x-team': 'b' } };
    await answer();
    const sent = server.requests.map(({ headers }) => [headers['x-goog-api-key'], headers['x-team']]);
    assert.deepEqual(sent, [
      ['one', 'a'],
      ['one', 'a'],
      ['two', 'a'],
      ['two', 'b'],
    ]);
  });

  it('aborts nothing once an answer is complete', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const egress = openEgress();
    const watched = createContentGenerator({
      egress: {
        open: (...sent) => egress.open(...sent),
        fetchFor: use => (url, init) => {
          signals.push(init?.signal);
          return egress.fetchFor(use)(url, init);
        },
      },
      access: async () => ({ via: 'apiKey', apiKey: 'good', baseUrl: server.url }),
      wait: () => Promise.resolve(),
      userAgent: '',
      newId: () => '',
    });
    server.reply([text('Hi')]);
    for await (const event of watched.stream(request, new AbortController().signal)) {
      if (event.type === 'finished') break;
    }
    assert.deepEqual(
      signals.map(signal => signal?.aborted),
      [false],
    );
  });

  it('hangs up when it is stopped, before and in the middle of a stream', async () => {
    for (const reply of [hang({ before: 'headers' }), [text('A'), hang()]]) {
      const stop = new AbortController();
      const events = stream(reply, stop.signal);
      const sent = await server.nextRequest();
      setImmediate(() => stop.abort());
      assert.equal(failureOf(await events).kind, 'cancelled');
      assert.equal(await sent.ended, 'aborted');
    }
  });

  it('generates, counts tokens and embeds', async () => {
    const { signal } = new AbortController();
    server.reply(text('{"a":1}'));
    const reply = await generator().generate({ ...request, responseSchema: { type: 'object' } }, signal);
    assert.deepEqual(reply.ok && reply.parts, [{ type: 'text', text: '{"a":1}' }]);
    const counted = await generator().countTokens(request, signal);
    assert.ok('tokens' in counted && counted.tokens > 0);
    const embedded = await generator().embed(['a', 'b'], 'gemini-embedding-001', signal);
    assert.equal('vectors' in embedded && embedded.vectors.length, 2);
    server.reply(apiError(403));
    const refused = await generator().generate(request, signal);
    assert.equal(!refused.ok && refused.failure.kind, 'forbidden');
  });
});

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}
