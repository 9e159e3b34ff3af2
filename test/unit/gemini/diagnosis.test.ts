import assert from 'node:assert/strict';
import type { ModelAccess } from '../../../src/gemini/access';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import { readQuota } from '../../../src/gemini/codeAssist/quota';
import { describeHops, diagnoseSignIn, type DiagnosisOptions } from '../../../src/gemini/diagnosis';
import { SignInError } from '../../../src/shared/errors';
import { GoogleServer, refusal } from '../../support/gemini/googleServer';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { openEgress } from '../../support/egress';

describe('The diagnosis of the sign-in', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer({ apiKey: 'canary-key' })));
  afterEach(() => server.close());

  const diagnose = async (access: ModelAccess | undefined, wayBack?: DiagnosisOptions['wayBack']) => {
    const find = async () => {
      if (!access) throw new SignInError('Nothing is set up.');
      return { access, from: 'key' } as const;
    };
    const generator = createContentGenerator({
      egress: openEgress(),
      access: async () => (await find()).access,
      userAgent: '',
      newId: () => 'id',
      wait: () => Promise.resolve(),
    });
    const { signal } = new AbortController();
    const quota: DiagnosisOptions['quota'] = (account, each) =>
      readQuota(account, { egress: openEgress(), userAgent: '' }, each);
    return describeHops(
      await diagnoseSignIn({ find, generator, model: 'gemini-3.8-flash', quota, ...(wayBack && { wayBack }) }, signal),
    );
  };

  it('names each hop where all is well, and no secret', async () => {
    const text = await diagnose({ via: 'apiKey', apiKey: 'canary-key', baseUrl: server.url });
    assert.deepEqual(
      text.split('\n').map(line => line[0]),
      ['✓', '✓', '✓', '✓', '✓'],
    );
    assert.match(text, /✓ Quota: To see how much is left, open https:\/\/aistudio\.google\.com/);
    assert.ok(text.includes(server.url));
    assert.ok(!text.includes('canary-key'));
  });

  it('names the hop that fails, and stops there', async () => {
    assert.match(await diagnose(undefined), /^✗ Sign-in: Nothing is set up\.$/);
    const tokens = { get: () => Promise.reject(new SignInError('Expired.')) };
    assert.match(await diagnose({ via: 'codeAssist', tokens }), /✗ Credentials: Expired\.$/);
    const wrong = await diagnose({ via: 'apiKey', apiKey: 'wrong', baseUrl: server.url });
    assert.match(wrong, /✗ Model: gemini-3\.8-flash: .*API key/);
  });

  it('says nothing of a quota where there is none', async () => {
    assert.doesNotMatch(await diagnose({ via: 'gateway', baseUrl: server.url }), /Quota/);
    assert.doesNotMatch(await diagnose({ via: 'apiKey', apiKey: 'wrong', baseUrl: server.url }), /Quota/);
  });

  it('names the way back from the browser where an account counts or nothing does, and never fails for it', async () => {
    const way = async () => 'https://vscode.dev/redirect → vscode://pollux-dev.pollux/auth';
    assert.match(await diagnose(undefined, way), /^✓ Return from the browser: https:.* → vscode:.*\n✗ Sign-in: /);
    assert.doesNotMatch(
      await diagnose({ via: 'apiKey', apiKey: 'canary-key', baseUrl: server.url }, way),
      /Return from/,
    );
    const tokens = { get: () => Promise.reject(new SignInError('Expired.')) };
    const wrong = () => Promise.reject(new SignInError('The setting is wrong.'));
    assert.match(
      await diagnose({ via: 'codeAssist', tokens }, wrong),
      /✓ Sign-in: .*\n✓ Return from the browser: The setting is wrong\.\n[^]*✗ Credentials: Expired\.$/,
    );
    assert.doesNotMatch(await diagnose(undefined, async () => undefined), /Return from/);
  });

  it('says what is left of an account’s quota, of each model the scarcest, where that is known', async () => {
    const google = await new GoogleServer().listen();
    const path = '/v1internal:retrieveUserQuota';
    const at = '2026-11-22T08:00:00Z';
    google
      .on('/v1internal:loadCodeAssist', { currentTier: { id: 'free-tier' }, cloudaicompanionProject: 'theirs' })
      .on('/v1internal:countTokens', { totalTokens: 1 })
      .on(path, {
        buckets: [
          { modelId: 'gemini-pro', tokenType: 'REQUESTS', remainingAmount: '90', remainingFraction: 0.9 },
          { modelId: 'gemini-pro', tokenType: 'TOKENS', remainingFraction: 0.129, resetTime: at },
          { modelId: 'gemini-flash', remainingFraction: 0, resetTime: 'soon' },
          { modelId: 'gemini-lite' },
          { remainingFraction: 1 },
        ],
      });
    const tokens = { get: async () => 'canary-token' };
    const account = { via: 'codeAssist', tokens, endpoint: google.url } as const;
    const reset = new Date(at).toLocaleString();
    assert.equal(
      (await diagnose(account)).split('\n').at(-1),
      `✓ Quota: gemini-pro: 12 % left, resets ${reset}; gemini-flash: 0 % left`,
    );
    assert.deepEqual(google.to(path)[0]?.body, { project: 'theirs' });
    google.on('/v1internal:loadCodeAssist', { allowedTiers: [{ id: 'free-tier', isDefault: true }] });
    const notSetUp = await readQuota(account, { egress: openEgress(), userAgent: '' }, new AbortController().signal);
    assert.deepEqual([notSetUp, google.to('/v1internal:onboardUser'), google.to(path).length], [[], [], 1]);
    google.on('/v1internal:loadCodeAssist', { currentTier: { id: 'free-tier' }, cloudaicompanionProject: 'theirs' });
    google.on(path, {});
    assert.match(await diagnose(account), /✓ Quota: not known$/);
    google.on(path, refusal(403, { message: 'Not for canary-token.' }));
    assert.match(await diagnose(account), /✓ Quota: not known \(.+\)$/);
    assert.doesNotMatch(await diagnose(account), /canary/);
    google.on('/v1internal:countTokens', refusal(403));
    assert.match(await diagnose(account), /✗ Model: [^\n]*$/);
    await google.close();
  });
});
