import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiError } from '../../support/gemini/errors';
import { GoogleServer, refusal } from '../../support/gemini/googleServer';
import { call, text, type Reply } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { canaries } from '../../support/canaries';
import { runCommand } from '../../support/polluxCommand';

const KEY = 'AIzaCanary00000000000000000000000000000';
const TOKEN = 'ya29.canary-access-token';
const REFRESH = '1//0canaryRefreshToken00000000000';

describe('A secret, in whatever goes wrong', () => {
  let server: GeminiServer;
  let google: GoogleServer;
  let home: string;
  beforeEach(async () => {
    server = await startGeminiServer();
    google = await new GoogleServer().listen();
    home = await mkdtemp(join(tmpdir(), 'pollux-'));
    await mkdir(join(home, 'work'));
    await mkdir(join(home, '.gemini'));
  });
  afterEach(async () => {
    await Promise.all([server.close(), google.close()]);
    await rm(home, { recursive: true });
  });

  /** All that a run printed and left behind, except the file that the secret came from. */
  const artefactsOf = async (env: Record<string, string>, args: readonly string[] = []): Promise<string> => {
    const { out, err } = await runCommand(['-p', 'Hi', '--debug', ...args], {
      cwd: join(home, 'work'),
      env: { HOME: home, TMPDIR: home, GEMINI_CLI_HOME: home, ...env },
    });
    const entries = await readdir(home, { recursive: true, withFileTypes: true });
    const files = entries.filter(entry => entry.isFile() && entry.name !== 'oauth_creds.json');
    const kept = await Promise.all(files.map(entry => readFile(join(entry.parentPath, entry.name), 'latin1')));
    assert.ok(
      kept.some(each => each.includes('Hi')),
      'the session was kept',
    );
    return [out, err, ...kept].join('\n');
  };

  it('is in nothing that is printed or kept, if it is a key', async () => {
    const env = { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: server.url };
    const faults: readonly [string, Reply][] = [
      ['text', apiError(400, { message: `API key not valid: ${KEY}` })],
      ['json', apiError(403, { message: `Refused x-goog-api-key: ${KEY}` })],
      ['stream-json', apiError(401, { shape: 'text', message: `The key ${KEY} is unknown` })],
    ];
    for (const [format, fault] of faults) {
      server.reply(fault);
      const all = await artefactsOf(env, ['--output-format', format]);
      assert.match(all, /\[redacted\]/);
      assert.equal(all.includes(KEY), false, all);
    }
    assert.equal(server.requests[0]?.headers['x-goog-api-key'], KEY);
  });

  it('is in nothing that is printed or kept, if it is a key of a shape of its own', async () => {
    const key = 'canary-of-a-gateway';
    server.reply(apiError(400, { message: `What is ${key}?` }));
    const all = await artefactsOf({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: server.url });
    assert.match(all, /What is \[redacted\]\?/);
    assert.equal(all.includes(key), false, all);
  });

  it('is in nothing that a command of the model prints', async () => {
    server.reply(call('run_shell_command', { command: 'env' })).reply(text('Done.'));
    const env = { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: server.url };
    const all = await artefactsOf(env, ['--yolo', '--trust']);
    assert.equal(server.requests.length, 2);
    assert.equal(all.includes(KEY), false, all);
  });

  it('is in nothing that is printed or kept, if it is a token', async () => {
    const credentials = { access_token: TOKEN, refresh_token: REFRESH, expiry_date: Date.now() + 3_600_000 };
    await writeFile(join(home, '.gemini', 'oauth_creds.json'), JSON.stringify(credentials), { mode: 0o600 });
    google.on('/v1internal:loadCodeAssist', refusal(403, { message: `Authorization: Bearer ${TOKEN} and ${REFRESH}` }));
    const all = await artefactsOf({ GOOGLE_GENAI_USE_GCA: 'true', CODE_ASSIST_ENDPOINT: google.url });
    assert.equal(google.requests[0]?.headers.authorization, `Bearer ${TOKEN}`);
    assert.equal(all.includes(TOKEN) || all.includes(REFRESH), false, all);
  });

  it('is in no file below the home if it was said, read, printed, written or run, and the chat is gone on with', async () => {
    const work = await mkdtemp(join(tmpdir(), 'pollux-work-'));
    try {
      const all = canaries.join('\n');
      await writeFile(join(work, 'keys.txt'), `${all}\n`);
      // What the model gets is held back elsewhere; here it is about what is left behind.
      const off = { POLLUX_NETWORK_SECRETS: 'off' };
      const env = { HOME: home, TMPDIR: home, GEMINI_CLI_HOME: home, GEMINI_API_KEY: KEY, ...off };
      const place = { cwd: work, env: { ...env, GOOGLE_GEMINI_BASE_URL: server.url } };
      const printed =
        'cat keys.txt; for i in $(seq 3000); do echo "$i ${i}"; done; while read -r l; do printf "%s\\n" "$l"; done < keys.txt';
      server
        .reply(text(`You said:\n${all}\nI look.`, { chunkSize: 7 }), call('read_file', { file_path: 'keys.txt' }))
        .reply(call('run_shell_command', { command: printed }))
        .reply(call('run_shell_command', { command: `echo ${canaries[0]} > third.txt` }))
        .reply(call('write_file', { file_path: 'second.txt', content: `${all}\n` }))
        .reply(call('replace', { file_path: 'second.txt', old_string: canaries[1], new_string: `not ${canaries[1]}` }))
        .reply(call('read_file', { file_path: canaries[2] }))
        .reply(apiError(400, { message: `What is ${canaries[3]}?` }));
      await runCommand(['-p', `Hi, these are mine:\n${all}`, '--yolo', '--trust', '--debug'], place);
      assert.equal(server.requests.length, 7);
      const sent = JSON.stringify(server.requests.at(-1)?.contents);
      for (const each of canaries) assert.ok(sent.includes(JSON.stringify(each).slice(1, -1)), 'the model saw it');
      const keptFiles = async () => {
        const entries = await readdir(home, { recursive: true, withFileTypes: true });
        const files = entries.filter(entry => entry.isFile() && !entry.parentPath.includes('/blobs'));
        return Promise.all(files.map(entry => readFile(join(entry.parentPath, entry.name), 'utf8')));
      };
      const assertClean = (files: readonly string[]) => {
        for (const each of canaries) {
          for (const line of each.split('\n')) {
            if (!line.startsWith('-----')) assert.ok(!files.some(kept => kept.includes(line)), `${line} is kept`);
          }
        }
      };
      const files = await keptFiles();
      assert.ok(files.some(kept => kept.includes('these are mine') && kept.includes('[redacted]')));
      assertClean(files);
      server.reply(text('I go on.'));
      const { out } = await runCommand(['--resume', '-p', 'Go on.', '--trust'], place);
      assert.equal(out, 'I go on.\n');
      assert.deepEqual(
        server.requests.map(({ refused }) => refused).filter(each => each !== undefined),
        [],
      );
      assert.match(JSON.stringify(server.requests.at(-1)?.contents), /these are mine.*\[redacted\].*Go on\./s);
      assertClean(await keptFiles());
    } finally {
      await rm(work, { recursive: true });
    }
  }).timeout(60_000);
});
