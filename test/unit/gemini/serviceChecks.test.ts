import assert from 'node:assert/strict';
import { checkService } from '../../../src/gemini/serviceChecks';
import { SignInError } from '../../../src/shared/errors';

describe('The checks of the model service', () => {
  const find = () => Promise.reject(new SignInError('No key, api_key=canary was refused.'));
  const rest = { generator: undefined as never, model: 'any', quota: () => Promise.resolve([]) };

  it('are the hops of a sign-in, the one that fails with what to do', async () => {
    assert.deepEqual(await checkService({ find, ...rest }, ''), [
      {
        name: 'Sign-in',
        status: 'failed',
        detail: 'No key, api_key=[redacted] was refused.',
        remedy: 'Sign in, or set GEMINI_API_KEY.',
      },
    ]);
  });

  it('advise no other way to sign in than the one that the settings demand', async () => {
    for (const required of ['oauth-personal', 'vertex-ai', 'compute-default-credentials', 'gateway'] as const) {
      const [check] = await checkService({ find, ...rest }, required);
      assert.doesNotMatch(check?.remedy ?? '', /GEMINI_API_KEY/, required);
    }
    const [check] = await checkService({ find, ...rest }, 'gemini-api-key');
    assert.equal(check?.remedy, 'Enter an API key, or set GEMINI_API_KEY.');
  });
});
