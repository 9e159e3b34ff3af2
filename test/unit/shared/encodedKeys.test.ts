import assert from 'node:assert/strict';
import { redactKeys } from '../../../src/shared/redact';
import { unfinishedKeyAt } from '../../../src/shared/unfinishedKey';
import { processorMs } from '../../support/loopBlocks';

const RANDOM = 'SyD-abc_1234567890abcdefghijklMNOPQ';
const KEYS: Readonly<Record<string, string>> = {
  Google: `AIza${RANDOM}`,
  bound: `AQ.${RANDOM}`,
  token: `ya29.${RANDOM}`,
  GitHub: `ghp_${RANDOM.replace(/[-_]/g, '')}`,
  npm: `npm_${RANDOM.replace(/[-_]/g, '')}abc`,
  OpenAI: `sk-proj-${RANDOM}`,
  AWS: 'AKIAIOSFODNN7EXAMPLE',
  JWT: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlc2lnbmF0dXJl',
  PEM: `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(20)}-----END PRIVATE KEY-----`,
};
const wrapped = (text: string, width: number) => text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n');
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64: text => Buffer.from(text).toString('base64'),
  base64url: text => Buffer.from(text).toString('base64url'),
  'base64 in lines': text => wrapped(Buffer.from(text).toString('base64'), 76),
  'base64 in short lines': text => wrapped(Buffer.from(text).toString('base64'), 20),
  hexadecimal: text => Buffer.from(text).toString('hex'),
  'upper-case hexadecimal': text => Buffer.from(text).toString('hex').toUpperCase(),
  'bytes with spaces': text => (Buffer.from(text).toString('hex').match(/../g) ?? []).join(' '),
  'bytes with backslashes': text => Buffer.from(text).toString('hex').replace(/../g, '\\x$&'),
  'bytes with colons': text => (Buffer.from(text).toString('hex').match(/../g) ?? []).join(':'),
  'an array of C': text => (Buffer.from(text).toString('hex').match(/../g) ?? []).map(each => `0x${each}`).join(', '),
  'escapes of JSON': text => Buffer.from(text).toString('hex').replace(/../g, '\\u00$&'),
  'references of HTML': text => Buffer.from(text).toString('hex').replace(/../g, '&#x$&;'),
  'percent signs': text => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
};

describe('An encoded key', () => {
  for (const [name, key] of Object.entries(KEYS)) {
    for (const [encoding, encode] of Object.entries(ENCODINGS)) {
      it(`of ${name} is taken out of ${encoding}, wherever it stands in it`, () => {
        for (const before of ['', 'K', 'KE', 'KEY', 'GEMINI_API_KEY=', `${'x'.repeat(57)}\n`, 'é {"']) {
          const secret = encode(`${before}${key}\nnext line\n`);
          const clean = redactKeys(`it says: ${secret} and more`);
          assert.match(clean, /\[redacted\]/, `${before}: ${secret}`);
          assert.match(clean, /^it says: .*and more$/s);
          assert.doesNotMatch(decodedAll(clean), /SyD-|abc_?123|NN7EX|eyJzdWI|MIIEv/);
        }
      });
    }
  }

  it('is taken out however long the parts of a token are', () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const length of [0, 20, 60, 200, 1000, 5000]) {
      const header = part({ alg: 'RS256', typ: 'JWT', kid: 'k'.repeat(length) });
      const token = `${header}.${part({ sub: 'me', aud: 'x'.repeat(length) })}.${RANDOM.repeat(10)}`;
      for (const [encoding, encode] of Object.entries(ENCODINGS)) {
        for (const before of ['', '"', '= ', 'Bearer ']) {
          const clean = redactKeys(`it says: ${encode(`${before}${token}\n`)} and more`);
          assert.match(clean, /\[redacted\]/, `${encoding}, ${length}`);
          assert.ok(clean.length < 200, `${encoding}, ${length}: ${clean}`);
        }
      }
    }
  });

  it('is taken out back to front', () => {
    const clean = redactKeys(
      `it says: ${Array.from(KEYS.Google ?? '')
        .reverse()
        .join('')} and more`,
    );
    assert.equal(clean, 'it says: [redacted] and more');
  });

  it('is waited for while its rest has not come', () => {
    const secret = Buffer.from(`GEMINI_API_KEY=${KEYS.Google}`).toString('base64');
    for (const length of [25, 30, 45]) {
      const text = `it says ${secret.slice(0, length)}`;
      assert.ok(unfinishedKeyAt(text) <= 'it says '.length, `${length}`);
    }
  });

  it('is not seen in what only looks alike', () => {
    let seed = 7;
    const bytes = Uint8Array.from({ length: 400_000 }, () => (seed = (seed * 1103515245 + 12345) >>> 0) >>> 23);
    for (const text of [
      Buffer.from(bytes).toString('base64'),
      Buffer.from(bytes).toString('hex'),
      Buffer.from('A picture of AIza and sk- and eyJ, of ghp_ and -----BEGIN PRIVATE KEY-----').toString('base64'),
    ]) {
      assert.equal(redactKeys(text), text);
    }
  });

  it('costs no more for each character the longer a text is, whatever it is made of', function () {
    this.timeout(60_000);
    const size = 64 * 1024;
    const took = (text: string) => Math.min(...[1, 2, 3].map(() => processorMs(() => redactKeys(text))));
    const token = Buffer.from(` .${'eyJ'.repeat(300)}..`);
    const pieces = [' ', 'QUl6', '41497a', 'LS0tLS1CRUdJTi', 'c2st\n', 'AIza-', 'azIA', '2d2d'];
    for (const piece of [...pieces, token.toString('base64'), token.toString('hex')]) {
      const [once, fourTimes] = [size, 4 * size].map(each => took(piece.repeat(Math.ceil(each / piece.length)))) as [
        number,
        number,
      ];
      assert.ok(fourTimes < 8 * once + 200, `${piece}: ${once} ms, ${fourTimes} ms for four times as much`);
    }
  });
});

/** Whatever of a text can be decoded, at every alignment. */
function decodedAll(text: string): string {
  const joined = text.replace(/[\s%]|\\x/g, '');
  const pieces = joined.split('[redacted]');
  return pieces
    .flatMap(piece => [0, 1, 2, 3].map(cut => Buffer.from(piece.slice(cut), 'base64').toString('latin1')))
    .concat(
      pieces.map(piece => Buffer.from(piece.replace(/^[^\da-f]*?(?=[\da-f]{40})/i, ''), 'hex').toString('latin1')),
    )
    .join('\n');
}
