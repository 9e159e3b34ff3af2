import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectProxy } from '../../support/connectProxy';
import { text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { runCommand } from '../../support/polluxCommand';
import { CERTIFICATE, startTlsFront, type TlsFront } from '../../support/tlsFront';

const ADDRESS = 'https://gemini.pollux.test';

describe('pollux behind a proxy', () => {
  let server: GeminiServer;
  let front: TlsFront;
  let proxy: ConnectProxy;
  let home: string;
  beforeEach(async () => {
    server = await startGeminiServer({ apiKey: 'good' });
    front = await startTlsFront(() => Number(new URL(server.url).port));
    proxy = await ConnectProxy.start({
      login: 'me:p@ss',
      route: target => (target === 'gemini.pollux.test:443' ? front.port : undefined),
    });
    home = await mkdtemp(join(tmpdir(), 'pollux-'));
    await mkdir(join(home, 'work'));
  });
  afterEach(async () => {
    await proxy.close();
    await front.close();
    await server.close();
    await rm(home, { recursive: true });
  });

  const run = (more: Readonly<Record<string, string>>) =>
    runCommand(['-p', 'Hi'], {
      cwd: join(home, 'work'),
      env: {
        GEMINI_CLI_HOME: home,
        GEMINI_API_KEY: 'good',
        GOOGLE_GEMINI_BASE_URL: ADDRESS,
        NODE_EXTRA_CA_CERTS: CERTIFICATE,
        ...more,
      },
    });

  it('reaches the service through it, with its password and a certificate of its own', async () => {
    server.reply(text('Through.'));
    const HTTPS_PROXY = `http://me:p%40ss@${proxy.host}`;
    assert.deepEqual(await run({ HTTPS_PROXY }), { code: 0, out: 'Through.\n', err: '' });
    assert.deepEqual(proxy.targets, ['gemini.pollux.test:443']);
  });

  it('says which proxy wants a password, once, and does not repeat the one it had', async () => {
    const { code, err } = await run({ HTTPS_PROXY: `http://me:wrong-word@${proxy.host}` });
    assert.equal(code, 1);
    assert.match(
      err,
      new RegExp(`proxy ${proxy.host} requires a user name and password .*gemini.pollux.test.*set by HTTPS_PROXY`),
    );
    assert.doesNotMatch(err, /wrong-word/);
    assert.equal(proxy.targets.length, 1);
  });

  it('does not trust a certificate that nobody vouches for', async () => {
    const { code, err } = await run({ HTTPS_PROXY: `http://me:p%40ss@${proxy.host}`, NODE_EXTRA_CA_CERTS: '' });
    assert.equal(code, 1);
    assert.match(err, /certificate of gemini\.pollux\.test, or of a proxy in front of it, isn’t trusted/);
    assert.match(err, /set by GOOGLE_GEMINI_BASE_URL.*through the proxy 127\.0\.0\.1:\d+, set by HTTPS_PROXY/);
    assert.doesNotMatch(err, /p%40ss|p@ss/);
    assert.equal(server.requests.length, 0);
  });

  it('reaches what is on this machine, or excepted, without it', async () => {
    server.reply(text('Direct.'));
    const { out } = await run({ HTTP_PROXY: proxy.url, GOOGLE_GEMINI_BASE_URL: server.url });
    assert.equal(out, 'Direct.\n');
    assert.deepEqual(proxy.targets, []);
  });

  it('renews a sign-in through it as well, and says there too that it wants a password', async () => {
    const credentials = { access_token: 'old', refresh_token: 'r', expiry_date: 1 };
    await mkdir(join(home, '.gemini'));
    await writeFile(join(home, '.gemini', 'oauth_creds.json'), JSON.stringify(credentials));
    const { code, err } = await run({
      HTTPS_PROXY: proxy.url,
      GOOGLE_GENAI_USE_GCA: 'true',
      POLLUX_OAUTH_CLIENT_ID: 'mine',
    });
    assert.equal(code, 1);
    assert.match(err, new RegExp(`proxy ${proxy.host} requires a user name and password .*oauth2.googleapis.com:443`));
    assert.deepEqual([...new Set(proxy.targets)], ['oauth2.googleapis.com:443']); // Google's library tries three times
  });

  it('refuses to start with what is no proxy, without saying the value', async () => {
    const { code, err } = await run({ https_proxy: 'ftp://me:hidden@proxy.test' });
    assert.equal(code, 52);
    assert.match(err, /The variable https_proxy does not hold the address of a proxy/);
    assert.doesNotMatch(err, /hidden/);
  });
}).timeout(60_000);
