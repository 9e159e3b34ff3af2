import assert from 'node:assert/strict';
import type { ModelEvent, ModelFailure } from '../../../src/agent/ports/model';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import type { GoogleCredentials } from '../../../src/node/credentials/credentials';
import { GoogleAccount } from '../../../src/node/credentials/googleAccount';
import { GoogleServer, refusal, type GoogleRule } from '../../support/gemini/googleServer';
import { openEgress } from '../../support/egress';

const STREAM = '/v1internal:streamGenerateContent';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('Requests of a Google account', () => {
  let server: GoogleServer;
  let stored: GoogleCredentials | undefined;
  /** How far the clock of this machine is from the true time, in milliseconds. */
  let skew: number;
  /** The tokens that Google takes at present. */
  let good: Set<string>;
  beforeEach(async () => {
    skew = 0;
    good = new Set(['stored']);
    stored = { access_token: 'stored', refresh_token: 'r1', expiry_date: Date.now() + HOUR };
    server = await new GoogleServer().listen();
    let count = 0;
    server
      .on('/token', () => {
        good = new Set([`fresh ${++count}`]);
        return { body: { access_token: `fresh ${count}`, expires_in: 3600, token_type: 'Bearer' } };
      })
      .on('/v1internal:loadCodeAssist', { currentTier: { id: 'free-tier' }, cloudaicompanionProject: 'theirs' })
      .on(STREAM, guarded);
  });
  afterEach(() => server.close());

  const guarded: GoogleRule = request => {
    const token = String(request.headers.authorization).replace('Bearer ', '');
    if (!good.has(token)) return refusal(401)(request);
    return {
      body: [{ response: { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP', index: 0 }] } }],
    };
  };
  const open = () => {
    const tokens = new GoogleAccount({
      egress: openEgress(),
      read: async () => stored,
      save: async credentials => void (stored = credentials),
      client: () => ({ id: 'mine' }),
      endpoints: server.endpoints,
      now: () => Date.now() + skew,
    });
    const generator = createContentGenerator({
      egress: openEgress(),
      access: async () => ({ via: 'codeAssist', tokens, endpoint: server.url }),
      userAgent: '',
      newId: () => 'id',
      wait: () => Promise.resolve(),
    });
    /** Undefined: there was an answer. */
    return async (): Promise<ModelFailure | undefined> => {
      const events: ModelEvent[] = [];
      const messages = [{ id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] as const;
      const request = { model: 'gemini-3.8-flash', system: '', messages, tools: [] };
      for await (const event of generator.stream(request, new AbortController().signal)) events.push(event);
      const last = events.at(-1);
      return last?.type === 'failed' ? last.failure : undefined;
    };
  };
  const refreshes = () => server.to('/token').length;

  it('refresh a refused token once for twenty at a time, and all get their answers', async () => {
    const send = open();
    assert.equal(await send(), undefined);
    good.clear();
    const failures = await Promise.all(Array.from({ length: 20 }, send));
    assert.deepEqual(failures.filter(Boolean), []);
    assert.equal(refreshes(), 1);
    assert.equal(server.to(STREAM).length, 1 + 20 + 20);
  });

  it('refresh an expired token once for twenty at a time, and send none that has expired', async () => {
    stored = { ...stored, expiry_date: Date.now() - 1 };
    const send = open();
    assert.deepEqual((await Promise.all(Array.from({ length: 20 }, send))).filter(Boolean), []);
    assert.equal(refreshes(), 1);
    assert.ok(server.requests.every(({ headers }) => headers.authorization !== 'Bearer stored'));
  });

  it('ask for a new sign-in where the fresh token is refused as well, or there is none to be had', async () => {
    server.on(STREAM, refusal(401));
    const send = open();
    const failure = await send();
    assert.equal(failure?.kind, 'auth');
    assert.deepEqual([refreshes(), server.to(STREAM).length], [1, 2]);
    server.on('/token', () => ({ status: 400, body: { error: 'invalid_grant' } }));
    assert.match((await send())?.message ?? '', /Sign in again/);
  });

  it('work with a clock that is a day ahead or behind, at the price of one refresh', async () => {
    for (const wrong of [DAY, -DAY]) {
      skew = 0;
      stored = { access_token: 'stored', refresh_token: 'r1', expiry_date: Date.now() + HOUR };
      good = new Set(['stored']);
      const send = open();
      assert.equal(await send(), undefined);
      const before = refreshes();
      skew = wrong;
      if (wrong < 0) good.clear(); // it expires, and by this clock it seems to last
      for (let times = 0; times < 3; times++) assert.equal(await send(), undefined, String(wrong));
      assert.equal(refreshes() - before, 1, String(wrong));
    }
  });

  it('stop at a sign-out, also one in the middle of a refresh, which brings nothing back', async () => {
    const send = open();
    assert.equal(await send(), undefined);
    server.on('/token', () => {
      stored = undefined;
      return { body: { access_token: 'too late', expires_in: 3600 } };
    });
    good.clear();
    assert.match((await send())?.message ?? '', /You’re not signed in/);
    assert.equal(stored, undefined);
    const sent = server.to(STREAM).length;
    assert.match((await send())?.message ?? '', /You’re not signed in/);
    assert.equal(server.to(STREAM).length, sent);
    assert.ok(server.requests.every(({ headers }) => headers.authorization !== 'Bearer too late'));
  });

  it('go on as whoever signed in during a refresh, whose credentials stay', async () => {
    const other = { access_token: 'other', refresh_token: 'r2', expiry_date: Date.now() + HOUR };
    server.on('/token', () => {
      stored = other;
      return { body: { access_token: 'too late', expires_in: 3600 } };
    });
    stored = { ...stored, expiry_date: Date.now() - 1 };
    good = new Set(['other']);
    assert.equal(await open()(), undefined);
    assert.deepEqual(stored, other);
    assert.ok(server.requests.every(({ headers }) => headers.authorization !== 'Bearer too late'));
  });
});
