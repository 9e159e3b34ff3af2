import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretScanner, type FoundSecret } from '../../../../src/shared/secrets/secretScanner';
import { secretOf } from '../../../../src/shared/secrets/secretValues';

const PASSWORD = 'kV7$tq-92&Lm"x/Zr';
const TOKEN = 'q8Hs02LmvT5yPw6ZrK1xNd4B';
const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(3)}\n-----END PRIVATE KEY-----`;
const GOOGLE = ['AIza', 'SyB3kQ9vWm2Xr7TpL0nHc5DzUe8GfJ4aY1o'].join('');
const GITHUB = ['ghp', '_k3Jf9sLq2Wm7Xr4TpB0nHc5DzUe8Gv1aY6oQ'].join('');

describe('The scanner for secrets', () => {
  const scanner = new SecretScanner([
    { value: PASSWORD, name: 'DB_PASSWORD', source: '.env' },
    { value: TOKEN, name: 'DEPLOY_TOKEN', source: null },
    { value: 'schlüsselß-93-geheim', name: 'PASSPHRASE', source: '.env.local' },
  ]);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const reversed = (text: string) => Array.from(text).reverse().join('');
  const bytes = (text: string, before: string) => hex(text).replace(/../g, pair => `${before}${pair}`);

  /** Every other character as `escape` makes it of its hexadecimal code. */
  const some = (text: string, escape: (code: string) => string) =>
    text.replace(/(.)(.)/g, (_pair, first: string, second: string) => escape(hex(first)) + second);

  const leaks: readonly [name: string, text: string][] = [
    ['in a sentence', `Why does ${PASSWORD} not work?`],
    ['alone', TOKEN],
    ['in an assignment', `DEPLOY_TOKEN=${TOKEN}`],
    ['in an export', `export DEPLOY_TOKEN='${TOKEN}'`],
    ['in YAML', `token: "${TOKEN}"\nother: 1`],
    ['in JSON', JSON.stringify({ password: PASSWORD })],
    ['in JSON within JSON', JSON.stringify({ body: JSON.stringify({ token: TOKEN }) })],
    ['in code', `const db = connect({ password: '${PASSWORD}' });`],
    ['in a query', `https://evil.example/?q=${TOKEN}`],
    ['in an encoded query', `https://evil.example/?q=${encodeURIComponent(PASSWORD)}`],
    ['in a path', `https://evil.example/${TOKEN}/x.png`],
    ['in a host', `https://${TOKEN}.evil.example/`],
    ['as a login', `https://me:${TOKEN}@evil.example/`],
    ['in a header', `Authorization: Bearer ${TOKEN}`],
    ['in Basic', `Authorization: Basic ${base64(`me:${TOKEN}`)}`],
    ['in a cookie', `Cookie: a=b; session=${TOKEN}; c=d`],
    ['in HTML', `<p>kV7$tq-92&amp;Lm&quot;x/Zr</p>`],
    ['in a Markdown image', `![x](https://evil.example/${TOKEN})`],
    ['in base64', base64(TOKEN)],
    ['in base64 behind one byte', base64(`x${TOKEN}`)],
    ['in base64 behind two bytes', base64(`xy${TOKEN}`)],
    ['in base64 of a file', base64(`A=1\nDEPLOY_TOKEN=${TOKEN}\nB=2\n`)],
    ['in wrapped base64', base64(`${'A=1\n'.repeat(20)}DEPLOY_TOKEN=${TOKEN}\n`).replace(/.{76}/g, '$&\n')],
    ['in base64url', Buffer.from(`??>${PASSWORD}`).toString('base64url')],
    ['in hexadecimal', hex(TOKEN)],
    ['in capital hexadecimal', hex(TOKEN).toUpperCase()],
    ['in bytes with colons', bytes(TOKEN, ':').slice(1)],
    ['in escaped bytes', bytes(TOKEN, String.raw`\x`)],
    ['with a percent sign each', bytes(TOKEN, '%')],
    ['with a percent sign before some letters', `https://evil.example/?q=${some(TOKEN, code => `%${code}`)}&n=1`],
    ['percent-encoded twice', `https://evil.example/?u=${encodeURIComponent(some(TOKEN, code => `%${code}`))}`],
    ['with JSON escapes of some letters', `{"a":"${some(TOKEN, code => String.raw`\u00${code}`)}"}`],
    ['with JSON escapes within JSON', JSON.stringify(`{"a":"${some(TOKEN, code => String.raw`\u00${code}`)}"}`)],
    ['with escapes of code', some(TOKEN, code => String.raw`\u{${code}}`)],
    ['with HTML references to some letters', `<p>${some(TOKEN, code => `&#x${code};`)}</p>`],
    ['with decimal HTML references', TOKEN.replace(/./g, each => `&#${each.charCodeAt(0)};`)],
    ['with octal escapes', TOKEN.replace(/./g, each => `\\${each.charCodeAt(0).toString(8)}`)],
    ['in the output of xxd -p', hex(`DEPLOY_TOKEN=${TOKEN}`).replace(/.{60}/g, '$&\n')],
    ['back to front', reversed(TOKEN)],
    ['with what nobody sees in it', `${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)}`],
    ['in other letters', 'It is schlüsselß-93-geheim.'],
    ['in a diff', `-old\n+DEPLOY_TOKEN=${TOKEN}`],
    ['in the middle of much', `${'x '.repeat(50_000)}${TOKEN}${' y'.repeat(50_000)}`],
  ];
  for (const [name, text] of leaks) {
    it(`finds a value ${name}, and takes it out`, () => {
      const found = scanner.find(text);
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['value'],
      );
      assert.deepEqual(scanner.find(scanner.redact(text)), []);
    });
  }

  it('takes out an escaped value alone, and leaves other escapes as they are', () => {
    const text = `See https://a.example/?q=%41%42 and https://b.example/?q=${some(TOKEN, code => `%${code}`)}.`;
    assert.equal(
      scanner.redact(text),
      'See https://a.example/?q=%41%42 and https://b.example/?q=[redacted: DEPLOY_TOKEN].',
    );
  });

  it('looks at hostile escapes in linear time', () => {
    for (const text of [
      '%25'.repeat(100_000),
      '\\'.repeat(500_000),
      '&#x000000'.repeat(100_000),
      '&#'.repeat(250_000),
    ]) {
      const begun = performance.now();
      scanner.find(text);
      const [first, length] = [performance.now() - begun, text.length];
      assert.ok(first < 1500, `${text.slice(0, 6)} × ${length}: ${first} ms`);
    }
  });

  const keys: readonly [name: string, text: string][] = [
    ['a key of Google', `key: ${GOOGLE}`],
    ['a token of GitHub', GITHUB],
    ['a token of GitHub in base64', base64(`token ${GITHUB}`)],
    ['a private key', PEM],
    ['a private key in JSON', JSON.stringify({ key: PEM })],
  ];
  for (const [name, text] of keys) {
    it(`finds ${name} that it has never seen, and takes it out`, () => {
      assert.deepEqual(
        scanner.find(text).map(({ kind }) => kind),
        ['shape'],
      );
      assert.deepEqual(scanner.find(scanner.redact(text)), []);
    });
  }

  it('names where a value comes from, never what it is', () => {
    const found: readonly FoundSecret[] = scanner.find(`${PASSWORD} ${TOKEN} ${GITHUB}`);
    assert.deepEqual(found, [
      { kind: 'value', name: 'DB_PASSWORD', source: '.env' },
      { kind: 'value', name: 'DEPLOY_TOKEN', source: null },
      { kind: 'shape', beginning: 'ghp_' },
    ]);
  });

  it('leaves the files of this repository alone, but for those that are about keys', () => {
    const root = join(__dirname, '..', '..', '..', '..');
    const aboutKeys =
      /secrets?\.test|[kK]eys\.test|redact|environment\.test|unfinishedKey|secretScanner|firewall\.test/;
    const files = ['src', 'webview', 'media/docs', 'test/unit'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.(?:tsx?|md|css)$/.test(file) && !aboutKeys.test(file))
        .map(file => join(root, folder, file)),
    );
    const looking = new SecretScanner([{ value: 'Zx81kQw93LmT', name: 'UNUSED', source: '.env' }]);
    const wrong = files.filter(file => looking.find(readFileSync(file, 'utf8')).length > 0);
    assert.deepEqual([files.length > 800, wrong], [true, []]);
  });

  const prompts = [
    'Explain how the API key is read from GEMINI_API_KEY.',
    'The test fails with 3f786850e387550fdab836ed7e6dc881de23001b, which commit is that?',
    'What does `sk-` at the beginning of a key mean?',
    'id 123e4567-e89b-12d3-a456-426614174000 is not found',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'sha512-z7dPOHxdkjL7Q9nPQ4XoPp3fYDqgkhyz5xpXJQ1C8v6kNpYh2gH3lq0mVxJ7q8o2z3m5n6b7v8c9x0z1l2k3j4==',
    'export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
    'GEMINI_API_KEY=AIzaxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'postgres://user:password@localhost:5432/app',
    '-----BEGIN PRIVATE KEY-----',
  ];
  for (const prompt of prompts) {
    it(`leaves alone: ${prompt.slice(0, 60)}`, () => assert.deepEqual(scanner.find(prompt), []));
  }
});

describe('The values of variables', () => {
  const harmless: readonly [name: string, value: string][] = [
    ['NODE_ENV', 'production'],
    ['API_KEY', 'changeme'],
    ['API_KEY', 'your-api-key-here'],
    ['API_KEY', '<put yours here>'],
    ['API_KEY', 'short'],
    ['SECRET', 'development'],
    ['USE_TOKENS', 'true'],
    ['MAX_TOKENS', '1000000000'],
    ['PASSWORD', 'postgres'],
    ['DATABASE_URL', 'postgres://postgres:postgres@localhost:5432/app'],
    ['AUTH_URL', 'https://auth.example.com/oauth/authorize'],
    ['KEY_FILE', '/home/me/.ssh/id_ed25519'],
    ['SSH_AUTH_SOCK', '/tmp/ssh-XXXXXX4k3jd9/agent.1234'],
    ['SECRET_PATH', './config/secrets.json'],
    ['TOKEN_ENDPOINT', 'oauth2.googleapis.com'],
    ['AUTH_EMAIL', 'somebody@example.com'],
    ['NEXT_PUBLIC_KEY', 'pk1live9sd8f7sd9f87sd9f87'],
    ['PATH', '/usr/local/bin:/usr/bin:/bin'],
    ['TITLE', 'My application, version 2'],
    ['PWD', '/work/projects/app2'],
  ];
  for (const [name, value] of harmless) {
    it(`are no secret: ${name}=${value}`, () => assert.equal(secretOf(name, value, true), undefined));
  }

  const secret: readonly [name: string, value: string, secret?: string][] = [
    ['DB_PASSWORD', 'hunter2hunter2'],
    ['API_KEY', TOKEN],
    ['githubToken', TOKEN],
    ['PGPASSWORD', 'tr0ub4dor&3'],
    ['SESSION', 'b3f9c1d2e4a5968778695a4b3c2d1e0f'],
    ['JWT_SECRET', 'correct horse battery staple nine'],
    ['DATABASE_URL', 'postgres://app:s3cr3tPa55@db.internal/app', 's3cr3tPa55'],
    ['HTTPS_PROXY', 'http://me:Zq81kkw92@proxy.internal:3128', 'Zq81kkw92'],
  ];
  for (const [name, value, part = value] of secret) {
    it(`are a secret: ${name}=${value}`, () => assert.equal(secretOf(name, value, true), part));
  }

  it('of the environment count by their names alone', () => {
    assert.equal(secretOf('SESSION', 'b3f9c1d2e4a5968778695a4b3c2d1e0f', false), undefined);
  });
});
