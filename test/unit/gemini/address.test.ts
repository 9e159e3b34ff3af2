import assert from 'node:assert/strict';
import type { ModelAccess } from '../../../src/gemini/access';
import { safeAddress, safeLocation } from '../../../src/gemini/address';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import { findAccess } from '../../../src/gemini/findAccess';
import { readEnvironment } from '../../../src/config/environment';
import { SignInError } from '../../../src/shared/errors';
import { GoogleServer } from '../../support/gemini/googleServer';
import { openEgress } from '../../support/egress';

describe('The addresses that keys are sent to', () => {
  it('are https, or this very machine', () => {
    const good = ['https://gate.example.com/v1', 'http://localhost:4000', 'http://127.0.0.1:1/a', 'http://[::1]:80'];
    for (const address of good) assert.equal(safeAddress(address), address);
  });

  it('are refused otherwise, without a word of what else they hold', () => {
    const bad = [
      'http://me:hidden@gate.example.com',
      'http://127.0.0.1.evil.org',
      'ftp://localhost/hidden',
      'file:///etc',
    ];
    for (const address of [...bad, 'http://128.0.0.1', 'gate.example.com', 'javascript:hidden', '']) {
      assert.throws(
        () => safeAddress(address),
        (error: unknown) => error instanceof SignInError && !error.message.includes('hidden'),
        address,
      );
    }
  });

  it('are made of locations that can not name another host', () => {
    assert.equal(safeLocation('europe-west4'), 'europe-west4');
    for (const location of ['evil.org/', 'a@evil.org', 'a#', '../x', '']) {
      assert.throws(() => safeLocation(location), SignInError, location);
    }
  });

  it('are evaluated before anything is sent, whichever variable names them', async () => {
    const tokens = { get: async () => 'token', isSignedIn: async () => false };
    const find = (env: Readonly<Record<string, string>>) =>
      findAccess({
        environment: readEnvironment(env),
        chosen: undefined,
        storedKey: async () => undefined,
        google: tokens,
        applicationDefault: tokens,
        settings: { baseUrl: '', project: 'p', location: '' },
      });
    const far = 'http://gate.example.com';
    await assert.rejects(find({ GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: far }), /https:/);
    await assert.rejects(find({ GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_VERTEX_BASE_URL: far }), /https:/);
    await assert.rejects(find({ GOOGLE_GENAI_USE_GCA: 'true', CODE_ASSIST_ENDPOINT: far }), /https:/);
    await assert.rejects(find({ GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_CLOUD_LOCATION: 'evil.org/' }), /evil/);
  });
});

describe('What comes from between here and the service', () => {
  let here: GoogleServer;
  let there: GoogleServer;
  beforeEach(async () => {
    here = await new GoogleServer().listen();
    there = await new GoogleServer().listen();
  });
  afterEach(() => Promise.all([here.close(), there.close()]));

  const failureOf = async (access: ModelAccess) => {
    const options = {
      access: async () => access,
      egress: openEgress(),
      userAgent: '',
      newId: () => 'id',
      wait: () => Promise.resolve(),
    };
    const parts = [{ type: 'text', text: 'Hello' }] as const;
    const messages = [{ id: 'u', at: 0, role: 'user', parts }] as const;
    const request = { model: 'm', system: '', messages, tools: [] };
    const reply = await createContentGenerator(options).generate(request, new AbortController().signal);
    assert.ok(!reply.ok);
    return reply.failure;
  };
  const ways: readonly (readonly [string, string, (url: string) => ModelAccess])[] = [
    ['a key', '/v1beta/models/m:generateContent', baseUrl => ({ via: 'apiKey', apiKey: 'canary', baseUrl })],
    [
      'a bearer',
      '/v1beta/models/m:generateContent',
      url => ({ via: 'apiKey', apiKey: 'canary', baseUrl: url, isBearer: true }),
    ],
    [
      'a token',
      '/v1internal:loadCodeAssist',
      endpoint => ({ via: 'codeAssist', tokens: { get: async () => 'canary' }, endpoint }),
    ],
  ];
  for (const [name, path, access] of ways) {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`takes ${name} nowhere by a redirect (${status})`, async () => {
        here.on(path, () => ({ status, body: {}, headers: { location: `${there.url}/take` } }));
        const failure = await failureOf(access(here.url));
        assert.match(failure.message, new RegExp(`${here.host} redirects to ${there.host}`));
        assert.equal(failure.isPermanent, true);
        assert.deepEqual([here.requests.length, there.requests.length], [1, 0]);
      });
    }
    it(`says to ${name} that a page came in place of the service`, async () => {
      const page = '<html><title>Hotel Wi-Fi</title><body>Sign in</body></html>';
      here.on(path, () => ({ body: page, headers: { 'content-type': 'text/html; charset=utf-8' } }));
      const { kind, message, detail, isPermanent } = await failureOf(access(here.url));
      assert.match(message, new RegExp(`answered instead of ${here.host}`));
      assert.deepEqual([kind, detail, isPermanent], ['network', 'Hotel Wi-Fi', true]);
    });
  }
});
