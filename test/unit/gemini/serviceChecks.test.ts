import assert from 'node:assert/strict';
import { checkService } from '../../../src/gemini/serviceChecks';
import { SignInError } from '../../../src/shared/errors';

describe('The checks of the model service', () => {
  it('are the hops of a sign-in, the one that fails with what to do', async () => {
    const find = () => Promise.reject(new SignInError('No key, api_key=canary was refused.'));
    const checks = await checkService({
      find,
      generator: undefined as never,
      model: 'any',
      quota: () => Promise.resolve([]),
    });
    assert.deepEqual(checks, [
      {
        name: 'Sign-in',
        status: 'failed',
        detail: 'No key, api_key=[redacted] was refused.',
        remedy: 'Sign in, or set GEMINI_API_KEY.',
      },
    ]);
  });
});
