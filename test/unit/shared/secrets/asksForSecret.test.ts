import assert from 'node:assert/strict';
import { formFields } from '../../../../src/mcp/requests/readFormFields';
import { asksForSecret } from '../../../../src/shared/secrets/asksForSecret';

/** The names of those fields that look as if they asked for a secret. */
function suspected(properties: Readonly<Record<string, object>>): readonly string[] {
  return formFields({ properties })
    .filter(asksForSecret)
    .map(({ name }) => name);
}
const text = (more: object = {}) => ({ type: 'string', ...more });

describe('A field of a server’s form asks for a secret', () => {
  it('if its name or title says so', () => {
    const fields = {
      password: text(),
      dbPassword: text(),
      api_key: text(),
      apiKey: text(),
      'access-token': text(),
      githubToken: text(),
      cvv: { type: 'integer' },
      value: text({ title: 'Your private key' }),
      other: text({ title: 'PIN' }),
      geheim: text({ title: 'Kennwort' }),
    };
    assert.deepEqual(suspected(fields), Object.keys(fields));
  });

  it('if its description does', () => {
    const fields = {
      a: text({ description: 'Enter your GitHub password.' }),
      b: text({ description: 'We don’t store anything. Type the secret here' }),
      c: { type: 'integer', description: 'The PIN of your card' },
    };
    assert.deepEqual(suspected(fields), Object.keys(fields));
  });

  it('not if its description says not to give one, or it can’t take one', () => {
    const fields = {
      integer: {
        type: 'integer',
        description: 'Your favorite integer (do not give us your phone number, pin, or other sensitive info)',
      },
      note: text({ description: 'Anything, but never a password' }),
      remark: text({ description: 'Don’t enter tokens here' }),
      maxTokens: { type: 'integer' },
      forgetPassword: { type: 'boolean' },
      secretary: text(),
      spin: text(),
      kind: { enum: ['token', 'password'] },
    };
    assert.deepEqual(suspected(fields), []);
  });
});
