import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { runCommand } from '../../../support/polluxCommand';
import { Scratch } from '../../../support/scratch';

const KEY = 'AIzaCanary00000000000000000000000000000';
const FILE = '.pollux/credentials';

describe('pollux auth', () => {
  let server: GeminiServer;
  let home: Scratch;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: KEY });
    home = await Scratch.make();
    await mkdir(home.absolute('work'));
  });
  afterEach(async () => {
    await server.close();
    await home.close();
  });

  const run = (args: readonly string[], { input, env }: { input?: string; env?: Record<string, string> } = {}) =>
    runCommand(args, {
      cwd: home.absolute('work'),
      env: { GEMINI_CLI_HOME: home.path, TMPDIR: home.path, ...env },
      input: input ?? '',
    });
  const set = (key = KEY) => run(['auth', 'set-key'], { input: `${key}\n` });
  const prompt = (env: Record<string, string> = {}) =>
    run(['-p', 'Hi', '--debug'], { env: { GOOGLE_GEMINI_BASE_URL: server.url, ...env } });
  /** Of everything in the home folder. */
  const filesWith = async (canary: string) => {
    const entries = await readdir(home.path, { recursive: true, withFileTypes: true });
    const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
    const contents = await Promise.all(paths.map(path => readFile(path, 'latin1')));
    return paths.filter((_path, index) => contents[index]?.includes(canary));
  };

  it('keeps a key that runs go by until it is cleared, in no file in the clear', async () => {
    const path = home.absolute(FILE);
    assert.deepEqual(await set(), { code: 0, out: `The key is stored in ${path}.\n`, err: '' });
    const status = await run(['auth', 'status']);
    assert.deepEqual([status.code, status.out], [0, `The API key stored in ${path} is used.\n`]);
    server.reply(text('Hello.'));
    const { code, out, err } = await prompt();
    assert.deepEqual([code, out], [0, 'Hello.\n']);
    assert.equal(server.requests[0]?.headers['x-goog-api-key'], KEY);
    assert.equal(`${out}${err}${status.out}`.includes(KEY), false);
    for (const canary of [KEY, Buffer.from(KEY).toString('base64')]) assert.deepEqual(await filesWith(canary), []);
    assert.ok((await filesWith('Hi')).length > 0, 'the session was kept');
    assert.equal((await run(['auth', 'clear'])).out, `The key in ${path} is deleted.\n`);
    assert.equal((await run(['auth', 'clear'])).out, 'No key was stored.\n');
    const none = await run(['-p', 'Hi']);
    assert.deepEqual([none.code, server.requests.length], [41, 1]);
    assert.match((await prompt()).err, /No API key is set up yet/);
    assert.equal((await run(['auth', 'status'])).code, 41);
  });

  it('goes by the environment where that says something', async () => {
    await set('kept-key');
    server.reply(text('Hello.'));
    const env = { GEMINI_API_KEY: KEY };
    assert.equal((await prompt(env)).code, 0);
    assert.equal(server.requests[0]?.headers['x-goog-api-key'], KEY);
    const { out } = await run(['auth', 'status'], { env });
    assert.match(out, /^Used from the environment: an API key\.\nThe key stored in .* isn't used\.\n$/);
    assert.doesNotMatch(out, /kept-key|AIza/);
  });

  it('says what is wrong with the file, and leaves it', async () => {
    await home.put(FILE, 'something else');
    for (const ended of [await prompt(), await set(), await run(['auth', 'status']), await run(['auth', 'clear'])]) {
      const { code, err } = ended;
      assert.equal(code, 41);
      assert.match(err, /credentials is corrupt, or not a file of Pollux/);
    }
    assert.equal((await home.bytes(FILE))?.toString(), 'something else');
    assert.equal(server.requests.length, 0);
  });

  it('takes no key from the command line, nor what is none, and repeats neither', async () => {
    for (const ended of [
      await run(['auth', 'set-key', KEY]),
      await set(''),
      await set(`two ${KEY}`),
      await set(`${KEY}é`),
      await set(`${KEY}\n${KEY}`),
    ]) {
      assert.deepEqual([ended.code, ended.out], [42, '']);
      assert.equal(ended.err.includes(KEY), false, ended.err);
    }
    assert.equal(await home.bytes(FILE), null);
  });

  it('names what of Gemini CLI is damaged, and asks with a key all the same', async () => {
    const file = '.gemini/oauth_creds.json';
    await home.put(file, '{"access_token": "ya29');
    for (const ended of [await run(['-p', 'Hi']), await run(['auth', 'status'])]) {
      assert.equal(ended.code, 41);
      assert.match(
        ended.err,
        /\.gemini\/oauth_creds\.json is corrupt.*sign in with Gemini CLI again, or move the file away/,
      );
      assert.doesNotMatch(ended.err, /ya29|No API key/);
    }
    const asked = await prompt({ GEMINI_API_KEY: KEY });
    assert.deepEqual([asked.code, asked.out], [0, 'Done.\n']);
    assert.equal((await home.bytes(file))?.toString(), '{"access_token": "ya29');
    await home.put(file, '{"access_token":"a","refresh_token":"r","expiry_date":9999999999999}');
    await home.put('.gemini/google_accounts.json', 'no accounts');
    const status = await run(['auth', 'status']);
    assert.deepEqual([status.code, status.out], [0, 'The Google account of Gemini CLI is used.\n']);
    assert.match(status.err, /^pollux: .*google_accounts\.json can’t be read or is corrupt[^\n]*\n$/);
    assert.equal((await home.bytes('.gemini/google_accounts.json'))?.toString(), 'no accounts');
  });

  it('needs no key for a gateway, and sends it the headers that are set', async () => {
    await using gateway = await startGeminiServer();
    gateway.reply(text('Hello.'));
    const env = {
      GOOGLE_GEMINI_BASE_URL: gateway.url,
      GEMINI_CLI_CUSTOM_HEADERS: 'X-Tenant: a, b, X-Token: t',
      GOOGLE_GENAI_API_VERSION: 'v1alpha',
    };
    assert.match(
      (await run(['auth', 'status'], { env })).out,
      /Used from the environment: a gateway without a key\.\n$/,
    );
    const { code, out, err } = await prompt(env);
    assert.deepEqual([code, out], [0, 'Hello.\n'], err);
    const [sent] = gateway.requests;
    assert.equal(sent?.path, '/v1alpha/models/gemini-3.8-flash:streamGenerateContent');
    assert.deepEqual([sent.headers['x-tenant'], sent.headers['x-token']], ['a, b', 't']);
    assert.equal(sent.headers['x-goog-api-key'], undefined);
  });

  it('takes headers and versions that can not be used for a mistake, and none from a folder', async () => {
    const env = { GEMINI_API_KEY: KEY };
    for (const [name, value] of [
      ['GEMINI_CLI_CUSTOM_HEADERS', 'hidden'],
      ['GOOGLE_GENAI_API_VERSION', 'v1/../v2'],
    ] as const) {
      const ended = await prompt({ ...env, [name]: value });
      assert.equal(ended.code, 41);
      assert.match(ended.err, new RegExp(name));
      assert.doesNotMatch(ended.err, /hidden/);
      await home.put('work/.env', `${name}=X-Evil: 1`);
      server.reply(text('Hello.'));
      const { code, err } = await run(['--trust', '-p', 'Hi'], {
        env: { ...env, GOOGLE_GEMINI_BASE_URL: server.url },
      });
      assert.equal(code, 0, err);
      assert.match(err, new RegExp(`A project may not set ${name}`));
    }
    assert.equal(server.requests.length, 2);
    for (const { headers, path } of server.requests) {
      assert.equal(headers['x-evil'], undefined);
      assert.match(path, /^\/v1beta\//);
    }
  });

  it('is told from a prompt', async () => {
    assert.match((await run(['auth', '--help'])).out, /^Usage: pollux auth COMMAND/);
    assert.equal((await run(['auth', 'set-kye'])).code, 42);
    server.reply(text('Hello.'));
    const env = { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: server.url };
    assert.equal((await run(['auth', 'is', 'broken'], { env })).out, 'Hello.\n');
  });
}).timeout(60_000);
