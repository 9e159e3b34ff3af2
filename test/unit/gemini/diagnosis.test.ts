import assert from 'node:assert/strict';
import type { ModelAccess } from '../../../src/gemini/access';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import { describeHops, diagnoseSignIn } from '../../../src/gemini/diagnosis';
import { SignInError } from '../../../src/shared/errors';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';

describe('The diagnosis of the sign-in', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer({ apiKey: 'canary-key' })));
  afterEach(() => server.close());

  const diagnose = async (access: ModelAccess | undefined) => {
    const find = async () => {
      if (!access) throw new SignInError('Nothing is set up.');
      return { access, from: 'key' } as const;
    };
    const generator = createContentGenerator({
      access: async () => (await find()).access,
      userAgent: '',
      newId: () => 'id',
      wait: () => Promise.resolve(),
    });
    const { signal } = new AbortController();
    return describeHops(await diagnoseSignIn({ find, generator, model: 'gemini-3.8-flash' }, signal));
  };

  it('names each hop where all is well, and no secret', async () => {
    const text = await diagnose({ via: 'apiKey', apiKey: 'canary-key', baseUrl: server.url });
    assert.deepEqual(
      text.split('\n').map(line => line[0]),
      ['✓', '✓', '✓', '✓'],
    );
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
});
