import assert from 'node:assert/strict';
import { KEY_SHAPES, redact, redactKeys } from '../../../src/shared/redact';
import { processorMs } from '../../support/loopBlocks';

describe('Redaction', () => {
  it('looks for parts of which no two begin alike, and takes little time where one character is everywhere', () => {
    const parts = [...new Set(KEY_SHAPES.map(({ part }) => part))];
    assert.equal(new Set(parts.map(part => part.charAt(0))).size, parts.length);
    for (const { beginning, part } of KEY_SHAPES) assert.ok(beginning.includes(part), beginning);
    const took = (character: string) => {
      const text = character.repeat(4 * 1024 * 1024);
      return Math.min(...[1, 2, 3].map(() => processorMs(() => redactKeys(text))));
    };
    // A space begins none of them.
    const [letters, none] = [['A', 'g', 's'].map(took), took(' ')];
    assert.ok(Math.max(...letters) < none + 120, `${letters.join(', ')} ms against ${none}`);
  });

  const key = ['AIza', 'SyD-abc_1234567890abcdefghijkl'].join('');

  for (const [name, secret] of [
    ['an API key', key],
    ['an API key in an address', `https://example.com/v1?key=${key}&alt=sse`],
    ['a key of another shape in an address', 'https://example.com/v1?key=hunter2hunter2&alt=sse'],
    ['a password in an address', 'https://ada:hunter2@example.com/a.git'],
    ['a header', 'x-goog-api-key: hunter2hunter2'],
    ['a header in JSON', '{"x-goog-api-key":"hunter2hunter2"}'],
    ['a bearer token', 'Authorization: Bearer hunter2.hunter2-hunter2'],
    ['an access token', 'got ya29.hunter2_hunter2'],
    ['a refresh token', '{"refresh_token": "1//0hunter2hunter2hunter2hunter2"}'],
    ['a client secret', 'GOCSPX-hunter2hunter2'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----'],
    ['a private key that is cut', '-----BEGIN RSA PRIVATE KEY-----\nhunter2\n'],
  ] as const) {
    it(`takes out ${name}`, () => {
      const clean = redact(`before ${secret} after`);
      assert.doesNotMatch(clean, /hunter2|AIzaSy/);
      assert.match(clean, /^before .*\[redacted\]/s);
    });
  }

  it('takes out keys whose bytes are written as numbers, as dumps, addresses, JSON, pages and arrays do', () => {
    const bytes = Array.from(key, each => each.charCodeAt(0).toString(16).padStart(2, '0'));
    const ways = ['', ' ', ':', '\\x', '%', '\\u00', ';&#x', ';&#x00', ', 0x', ',0x', ',\n  0x'].map(between =>
      bytes.join(between),
    );
    for (const way of [
      ...ways,
      `"\\u00${bytes.join('\\u00')}"`,
      `&#x${bytes.join(';&#x')};`,
      `{ 0x${bytes.join(', 0x')} }`,
    ])
      assert.match(redactKeys(way), /\[redacted\]/, way);
    for (const way of [bytes.slice(0, 8).join(', 0x'), bytes.toReversed().join('\\u00')])
      assert.equal(redactKeys(way), way);
  });

  it('takes out the shortest key of each shape, however it is encoded', () => {
    const letters = (count: number) => 'A1'.repeat(count).slice(0, count);
    const least: Readonly<Record<string, string>> = {
      'ya29.': letters(6),
      'GOCSPX-': letters(10),
      npm_: letters(36),
      xox: `b-${letters(10)}`,
      AKIA: letters(16),
      ASIA: letters(16),
      eyJ: `${letters(8)}.eyJ${letters(4)}.`,
      '-----BEGIN ': `PRIVATE KEY-----${letters(16)}`,
    };
    const also = ['sk-proj-', 'sk-ant-', 'sk-or-', 'sk-admin-', 'sk-svcacct-'].map(each => each + letters(20));
    const blocks = ['RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK', 'ENCRYPTED PRIVATE KEY'].map(
      name => `-----BEGIN ${name}-----${letters(16)}`,
    );
    const keys = KEY_SHAPES.map(({ beginning }) => beginning + (least[beginning] ?? letters(20)));
    for (const each of [...keys, ...also, ...blocks]) {
      assert.match(redactKeys(each), /^\[redacted\]$/, each);
      const ways = [Buffer.from(each).toString('hex'), Buffer.from(`.${each}`).toString('base64')];
      // A short beginning can't be told from other text backwards.
      if (!/^(?:xox|sk-|eyJ|AQ\.)/.test(each)) ways.push(Array.from(each).reverse().join(''));
      for (const way of ways) assert.match(redactKeys(` ${way} `), /\[redacted\]/, `${each} as ${way}`);
    }
  });

  it('leaves everything else', () => {
    const text = 'Error: 401 from https://example.com/v1?alt=sse&monkey=1 at keys.ts:12 (API key missing)';
    assert.equal(redact(text), text);
  });

  it('removes whole encoded keys of any length, and keeps the text after them', () => {
    const encodings = {
      base64: (text: string) => Buffer.from(text).toString('base64'),
      hex: (text: string) => Buffer.from(text).toString('hex'),
      reversed: (text: string) => Array.from(text).reverse().join(''),
    };
    for (const length of [60, 61, 62, 63, 64, 65, 128, 255, 256, 257, 1024, 4096]) {
      for (const [name, encode] of Object.entries(encodings)) {
        const encoded = encode(`AIza${'Sy'.repeat(length / 2)}`);
        const clean = redactKeys(`before ${encoded} after ${encoded}`);
        assert.match(clean, /^before \[redacted\]=* after \[redacted\]=*$/, `${name}, ${length}`);
      }
    }
  });

  it('takes no longer for many encoded keys than for one of the same total size', () => {
    const took = (text: string) => {
      const encoded = Buffer.from(text).toString('hex');
      return Math.min(...[1, 2].map(() => processorMs(() => redactKeys(encoded))));
    };
    const one = `AIza${'a'.repeat(70)} `;
    const [few, many] = [took(one.repeat(100)), took(one.repeat(1600))];
    assert.ok(many < few * 16 * 4 + 100, `${few} ms, and ${many} ms for 16 times as many`);
  });
});
