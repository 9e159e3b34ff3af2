import assert from 'node:assert/strict';
import type { CodeAssistAccess } from '../../../src/gemini/access';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import type { ModelEvent, ModelRequest, Silence } from '../../../src/agent/ports/model';
import { findAccess } from '../../../src/gemini/findAccess';
import type { Part } from '../../../src/shared/messages';
import { errorInfo } from '../../support/gemini/errors';
import { GoogleServer, refusal, SILENT } from '../../support/gemini/googleServer';
import { PATIENCE } from '../../../src/gemini/patience';
import { withRetry } from '../../../src/gemini/retry';
import { openEgress } from '../../support/egress';
import { ManualClock } from '../../support/manualClock';

const LOAD = '/v1internal:loadCodeAssist';
const ONBOARD = '/v1internal:onboardUser';
const STREAM = '/v1internal:streamGenerateContent';

const chunk = (text: string, more: object = {}) => ({
  response: { candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...more }] },
  traceId: 't1',
});
const answer = [chunk('Hi'), chunk(' there.', { finishReason: 'STOP' })];
const settled = { currentTier: { id: 'standard-tier' }, cloudaicompanionProject: 'theirs' };

describe('Code Assist', () => {
  let server: GoogleServer;
  let waits: number[];
  beforeEach(async () => {
    server = await new GoogleServer().listen();
    server.on(LOAD, settled).on(STREAM, () => ({ body: answer }));
    waits = [];
  });
  afterEach(() => server.close());

  const request: ModelRequest = {
    model: 'gemini-3.8-flash',
    system: 'Be brief.',
    messages: [
      { id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
      {
        id: 'a',
        at: 0,
        role: 'assistant',
        model: 'gemini-3.8-flash',
        parts: [
          { type: 'thought', text: 'Hm.' },
          { type: 'text', text: 'Yes?', signature: 'c2ln' },
        ],
      },
      { id: 'v', at: 0, role: 'user', parts: [{ type: 'text', text: 'Go on' }] },
    ],
    tools: [{ name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} } }],
    generation: { temperature: 0 },
  };
  const generator = (project?: string, more: Pick<CodeAssistAccess, 'headers' | 'apiVersion'> = {}) => {
    const tokens = { get: async (refused?: string) => (refused === undefined ? 'one' : 'two') };
    const own = project === undefined ? {} : { project };
    return createContentGenerator({
      egress: openEgress(),
      access: async () => ({ via: 'codeAssist', tokens, endpoint: server.url, ...own, ...more }),
      userAgent: 'Pollux/test',
      newId: () => 'id',
      wait: async ms => void waits.push(ms),
    });
  };
  const { signal } = new AbortController();
  const stream = async (from = generator(), more: Partial<ModelRequest> = {}): Promise<ModelEvent[]> => {
    const events: ModelEvent[] = [];
    for await (const event of from.stream({ ...request, ...more }, signal)) events.push(event);
    return events;
  };
  const failure = async (project?: string) => {
    const event = (await stream(generator(project))).at(-1);
    assert.ok(event?.type === 'failed', JSON.stringify(event));
    return event.failure;
  };
  const textOf = (events: readonly ModelEvent[]) =>
    events.map(event => (event.type === 'part' && event.part.type === 'text' ? event.part.text : '')).join('');

  it('sends the request in an envelope as the owner of the account, and reads the answer out of one', async () => {
    assert.equal(textOf(await stream()), 'Hi there.');
    const [sent] = server.to(STREAM);
    assert.equal(sent?.query.get('alt'), 'sse');
    assert.equal(sent.headers.authorization, 'Bearer one');
    const { request: inner, ...envelope } = sent.body;
    assert.deepEqual(envelope, { model: 'gemini-3.8-flash', project: 'theirs', user_prompt_id: 'id' });
    const { contents, tools, ...rest } = inner as Record<string, unknown>;
    assert.deepEqual(rest, {
      systemInstruction: { role: 'user', parts: [{ text: 'Be brief.' }] },
      generationConfig: {},
      session_id: 'id',
    });
    assert.match(JSON.stringify(tools), /parametersJsonSchema/);
    assert.deepEqual((contents as object[])[1], {
      role: 'model',
      parts: [{ text: 'Yes?', thoughtSignature: 'c2ln' }],
    });
  });

  it('sends no thought back, but what it signs; an answer of thoughts alone leaves nothing', async () => {
    const answerOf = (...parts: readonly Part[]) =>
      ({ id: 'a', at: 0, role: 'assistant', model: request.model, parts }) as const;
    const [user] = request.messages;
    const messages = [
      user!,
      answerOf({ type: 'thought', text: 'Secret.' }),
      { ...user!, id: 'w' },
      answerOf({ type: 'thought', text: 'Deep.', signature: 'c2ln' }, { type: 'text', text: 'So.' }),
    ];
    await stream(generator(), { messages });
    const { contents } = server.to(STREAM).at(-1)?.body.request as { contents: object[] };
    assert.deepEqual(contents, [
      { role: 'user', parts: [{ text: 'Hello' }, { text: 'Hello' }] },
      { role: 'model', parts: [{ text: '', thoughtSignature: 'c2ln' }, { text: 'So.' }] },
    ]);
    assert.doesNotMatch(JSON.stringify(contents), /Thought|Secret|Deep/);
  });

  it('loads the account of GOOGLE_CLOUD_ACCESS_TOKEN once, and another one for another token', async () => {
    let accessToken = 'first';
    const none = { get: () => Promise.reject(new Error()), isSignedIn: async () => false };
    const from = createContentGenerator({
      egress: openEgress(),
      access: async () => {
        const environment = {
          service: 'google',
          accessToken,
          codeAssistEndpoint: server.url,
          isTrusted: true,
          webFetchHosts: [],
          networkHosts: [],
        } as const;
        const settings = { baseUrl: '', project: '', location: '' };
        const storedKey = async () => undefined;
        const sources = { environment, chosen: undefined, storedKey, google: none, applicationDefault: none, settings };
        return (await findAccess(sources)).access;
      },
      userAgent: '',
      newId: () => 'id',
      wait: async () => undefined,
    });
    for (let i = 0; i < 3; i++) assert.equal(textOf(await stream(from)), 'Hi there.');
    assert.deepEqual([server.to(LOAD).length, server.to(STREAM).length], [1, 3]);
    accessToken = 'second';
    await stream(from);
    assert.equal(server.to(LOAD).length, 2);
  });

  it('names the prompt that a request is for', async () => {
    await stream(generator(), { promptId: 'p########2' });
    assert.equal(server.to(STREAM).at(-1)?.body.user_prompt_id, 'p########2');
  });

  it('goes by another version, with further headers but none in the place of the token', async () => {
    const path = '/v9:streamGenerateContent';
    server.on('/v9:loadCodeAssist', settled).on(path, () => ({ body: answer }));
    const headers = { 'x-tenant': 'a, b', authorization: 'Bearer other', 'x-goog-api-key': 'other' };
    assert.equal(textOf(await stream(generator(undefined, { headers, apiVersion: 'v9' }))), 'Hi there.');
    assert.equal(server.requests.length, 2);
    for (const { headers: sent } of server.requests) {
      assert.deepEqual(
        [sent['x-tenant'], sent.authorization, sent['x-goog-api-key']],
        ['a, b', 'Bearer one', undefined],
      );
      assert.equal(sent['user-agent'], 'Pollux/test');
    }
  });

  it('takes an event that can not be read for what it is elsewhere: a fault to try again, unless it comes last', async () => {
    const [first, last] = answer.map(each => `data: ${JSON.stringify(each)}\n\n`);
    const said = async (...events: readonly (string | undefined)[]) => {
      const headers = { 'content-type': 'text/event-stream' };
      server.on(STREAM, () => ({ body: events.join(''), headers }));
      return stream();
    };
    for (const odd of ['data: {"response": nonsense\n\n', 'data: null\n\n', 'data: 3\n\n']) {
      const events = await said(first, odd, last);
      const end = events.at(-1);
      assert.ok(end?.type === 'failed', odd);
      assert.equal(end.failure.kind, 'badStream');
      assert.deepEqual(end.otherwise, { type: 'finished', end: 'stop', detail: 'STOP', isPartial: true });
      assert.equal(textOf(events), 'Hi there.');
      assert.deepEqual((await said(first, last, odd)).at(-1), { type: 'finished', end: 'stop', detail: 'STOP' });
    }
    const cut = (await said(first, last?.slice(0, 30))).at(-1);
    assert.deepEqual(cut?.type === 'failed' && [cut.failure.kind, cut.otherwise], ['badStream', undefined]);
  });

  it('generates and counts, and has no embeddings', async () => {
    server
      .on('/v1internal:generateContent', chunk('Whole.', { finishReason: 'STOP' }))
      .on('/v1internal:countTokens', { totalTokens: 12 });
    const reply = await generator().generate(request, signal);
    assert.deepEqual(reply.ok && reply.parts, [{ type: 'text', text: 'Whole.' }]);
    assert.deepEqual(await generator().countTokens(request, signal), { tokens: 12 });
    const [counted] = server.to('/v1internal:countTokens');
    assert.equal((counted?.body.request as { model: string }).model, 'models/gemini-3.8-flash');
    assert.ok('failure' in (await generator().embed(['a'], 'm', signal)));
  });

  it('takes an account of which nothing is said for a new one', async () => {
    server.on(LOAD, () => ({ body: 'null' })).on(ONBOARD, { done: true, response: {} });
    await stream(generator('mine'));
    assert.equal(server.to(ONBOARD)[0]?.body.tierId, 'legacy-tier');
  });

  it('looks at the account once, and again for another project', async () => {
    const one = generator();
    await stream(one);
    await stream(one);
    assert.equal(server.to(LOAD).length, 1);
    await stream(generator('mine'));
    assert.deepEqual(
      server.to(LOAD).map(({ body }) => body.cloudaicompanionProject),
      [undefined, 'mine'],
    );
  });

  it('sets a new account up, and waits until it is ready', async () => {
    server
      .on(LOAD, { allowedTiers: [{ id: 'other' }, { id: 'free-tier', isDefault: true }] })
      .on(ONBOARD, { name: 'operations/1', done: false })
      .on(
        '/v1internal/operations/1',
        { name: 'operations/1' },
        { done: true, response: { cloudaicompanionProject: { id: 'new' } } },
      );
    assert.equal((await stream(generator('mine'))).at(-1)?.type, 'finished');
    assert.equal(server.to(STREAM)[0]?.body.project, 'new');
    assert.deepEqual(waits, [5000, 5000]);
    // The free tier brings a project of its own and refuses any other.
    const [{ tierId, cloudaicompanionProject }] = [server.to(ONBOARD)[0]!.body];
    assert.deepEqual([tierId, cloudaicompanionProject], ['free-tier', undefined]);
  });

  it('takes the own project where the tier wants one, and asks for it where there is none', async () => {
    server
      .on(LOAD, { allowedTiers: [{ id: 'standard-tier', isDefault: true }] })
      .on(ONBOARD, { done: true, response: {} });
    await stream(generator('mine'));
    assert.deepEqual(
      [server.to(ONBOARD)[0]?.body.cloudaicompanionProject, server.to(STREAM)[0]?.body.project],
      ['mine', 'mine'],
    );
    assert.match((await failure()).message, /needs a Google Cloud project/);
    server.on(LOAD, { currentTier: { id: 'standard-tier' } });
    assert.match((await failure()).message, /needs a Google Cloud project/);
  });

  it('wants the id of a project, not its number', async () => {
    assert.match((await failure('123456')).message, /number of a Google Cloud project/);
    assert.equal(server.requests.length, 0);
  });

  it('says why an account may not use it', async () => {
    const reason = { reasonCode: 'RESTRICTED_AGE', reasonMessage: 'Too young.' };
    server.on(LOAD, { ineligibleTiers: [reason] });
    const { kind, message, detail } = await failure();
    assert.deepEqual([kind, detail], ['forbidden', 'Too young.']);
    assert.match(message, /RESTRICTED_AGE/);
  });

  it('says where to verify an account', async () => {
    const validationUrl = 'https://accounts.google.com/verify';
    server.on(LOAD, { ineligibleTiers: [{ reasonCode: 'VALIDATION_REQUIRED', validationUrl }] });
    const { kind, link } = await failure();
    assert.deepEqual([kind, link], ['validation', validationUrl]);
  });

  it('takes an account inside a perimeter for one of the standard tier', async () => {
    server.on(LOAD, refusal(403, { details: [errorInfo('SECURITY_POLICY_VIOLATED')] }));
    assert.equal((await stream(generator('mine'))).at(-1)?.type, 'finished');
  });

  it('reads errors that come as a list, and refreshes a refused token once', async () => {
    const details = [errorInfo('QUOTA_EXHAUSTED', { domain: 'cloudcode-pa.googleapis.com' })];
    const body = JSON.stringify([{ error: { code: 429, message: 'Gone.', details } }]);
    server.on(STREAM, () => ({ status: 429, body }));
    assert.equal((await failure()).kind, 'quota');
    server.on(STREAM, refusal(401), () => ({ body: answer }));
    assert.equal((await stream()).at(-1)?.type, 'finished');
    assert.equal(server.to(STREAM).at(-1)?.headers.authorization, 'Bearer two');
  });

  describe('that is silent', () => {
    const open = (clock: ManualClock, get: () => Promise<string>) => {
      const direct = createContentGenerator({
        egress: openEgress(),
        access: async () => ({ via: 'codeAssist', tokens: { get }, endpoint: server.url }),
        userAgent: '',
        newId: () => 'id',
        wait: () => Promise.resolve(),
        patience: { ...PATIENCE, after: clock.after },
      });
      return withRetry(direct, { maxAttempts: 2, wait: () => Promise.resolve(), random: () => 0.5 });
    };
    const watched = () => {
      const told: (Silence | null)[] = [];
      return { told, asked: { ...request, onSilence: (silence: Silence | null) => void told.push(silence) } };
    };
    const kinds = async (events: AsyncIterable<ModelEvent>) => {
      const all: string[] = [];
      for await (const event of events) all.push(event.type === 'failed' ? event.failure.kind : event.type);
      return all;
    };
    const never = () => new Promise<string>(() => undefined);

    it('while an access token is asked for is told of after ten seconds, and asked again at once', async () => {
      const clock = new ManualClock();
      const { told, asked } = watched();
      let count = 0;
      const running = kinds(
        open(clock, () => (++count === 1 ? never() : Promise.resolve('one'))).stream(asked, signal),
      );
      await clock.until(() => count === 1);
      clock.pass(10_000);
      assert.equal(told[0]?.seconds, 10);
      told[0].retry();
      assert.equal((await running).at(-1), 'finished');
      assert.deepEqual([count > 1, told[1]], [true, null]);
    });

    it('while the account is looked up is told of as well, and given up after a minute', async () => {
      const clock = new ManualClock();
      const { told, asked } = watched();
      server.on(LOAD, () => SILENT);
      const running = kinds(open(clock, async () => 'one').stream(asked, signal));
      for (const count of [1, 2]) {
        await clock.until(() => server.to(LOAD).length === count);
        clock.pass(10_000);
        assert.equal(told.at(-1)?.seconds, 10);
        clock.pass(50_000);
      }
      assert.equal((await running).at(-1), 'silent');
    });

    it('can be stopped meanwhile, also where nothing heeds that', async () => {
      const clock = new ManualClock();
      const stop = new AbortController();
      const running = kinds(open(clock, never).stream(request, stop.signal));
      await clock.until(() => clock.hasTimer(60_000));
      stop.abort();
      assert.equal((await running).at(-1), 'cancelled');
    });

    it('is told of while tokens are counted', async () => {
      const clock = new ManualClock();
      const { told, asked } = watched();
      server.on('/v1internal:countTokens', () => SILENT);
      const running = open(clock, async () => 'one').countTokens(asked, signal);
      await clock.until(() => server.to('/v1internal:countTokens').length === 1);
      clock.pass(10_000);
      assert.equal(told[0]?.seconds, 10);
      clock.pass(50_000);
      assert.equal('failure' in (await running), true);
    });
  });
});
