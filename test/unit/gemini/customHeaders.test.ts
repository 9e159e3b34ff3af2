import assert from 'node:assert/strict';
import { readCustomHeaders, safeVersion } from '../../../src/gemini/customHeaders';
import { SignInError } from '../../../src/shared/errors';

describe('Headers of one’s own', () => {
  it('are a list of names and values, which may hold commas and colons', () => {
    assert.deepEqual(readCustomHeaders('X-Tenant: a1'), { 'x-tenant': 'a1' });
    assert.deepEqual(readCustomHeaders(' A: one, two , B:three:four,C: , , see b, c'), {
      a: 'one, two',
      b: 'three:four',
      c: ', , see b, c',
    });
    assert.deepEqual(readCustomHeaders('Via: http://a, http://b, X: y'), { via: 'http://a, http://b', x: 'y' });
    assert.deepEqual(readCustomHeaders('Authorization: Bearer abc, x-b: Thu, 01 Jan 2026 10:00:00 GMT'), {
      authorization: 'Bearer abc',
      'x-b': 'Thu, 01 Jan 2026 10:00:00 GMT',
    });
    for (const nothing of ['', ' ', 'User-Agent: mine']) assert.deepEqual(readCustomHeaders(nothing), {}, nothing);
  });

  it('are refused where they are none, without a word of what they hold', () => {
    const bad = {
      secret: /Header 1 .*“Name: value”/,
      ': secret': /Header 1 .*“Name: value”/,
      'two words: secret': /Header 1 .*“Name: value”/,
      'A: ok, B: secret\r\nC: d': /Header 2 .*the value of b contains characters that aren’t allowed in a header/,
      'A: secret€': /the value of a contains/,
      'Host: secret': /You can’t set host/,
      'A: ok, Content-Length: secret': /Header 2 .*You can’t set content-length/,
      'A: ok, a: secret': /Header 2 .*a appears twice/,
    };
    for (const [text, expected] of Object.entries(bad)) {
      assert.throws(
        () => readCustomHeaders(text),
        (error: unknown) =>
          error instanceof SignInError && expected.test(error.message) && !error.message.includes('secret'),
        text,
      );
    }
  });
});

describe('The version of an API', () => {
  it('can not change the rest of an address', () => {
    for (const version of ['v1', 'v1beta', 'v1alpha1', 'v2internal']) assert.equal(safeVersion(version, 'X'), version);
    for (const version of ['1', 'beta', 'v1/../x', 'v1?x', 'v1 ', 'V1', '']) {
      assert.throws(() => safeVersion(version, 'X_VERSION'), /X_VERSION must be an API version/, version);
    }
  });
});
