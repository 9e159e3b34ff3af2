import assert from 'node:assert/strict';
import type { Egress } from '../../../../src/agent/ports/egress';
import {
  GoogleCredentialTokens,
  ImpersonationTokens,
  isGoogleHost,
} from '../../../../src/node/credentials/serverTokens';
import { GoogleServer, refusal } from '../../../support/gemini/googleServer';
import { Scratch } from '../../../support/scratch';
import { openEgress } from '../../../support/egress';

const ACCOUNT = 'robot@project.iam.gserviceaccount.com';
const CHALLENGE = {} as never;

describe('A server that takes the Google credentials of this machine', function () {
  this.timeout(60_000);
  let server: GoogleServer;
  let scratch: Scratch;
  const file = process.env.GOOGLE_APPLICATION_CREDENTIALS;
  beforeEach(async () => {
    process.env.METADATA_SERVER_DETECTION = 'none';
    process.env.GOOGLE_CLOUD_PROJECT = 'ours'; // nobody has to ask gcloud
    server = await new GoogleServer().listen();
    scratch = await Scratch.make();
    process.env.GOOGLE_APPLICATION_CREDENTIALS = scratch.absolute('adc.json');
    const credentials = {
      type: 'external_account_authorized_user',
      ...{ audience: 'a', client_id: 'c', client_secret: 's', refresh_token: 'r', quota_project_id: 'ours' },
      ...{ token_url: `${server.url}/token`, token_info_url: `${server.url}/tokeninfo` },
    };
    await scratch.put('adc.json', JSON.stringify(credentials));
    server.on('/token', access('one'), access('two'));
  });
  afterEach(async () => {
    delete process.env.METADATA_SERVER_DETECTION;
    delete process.env.GOOGLE_CLOUD_PROJECT;
    if (file === undefined) delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
    else process.env.GOOGLE_APPLICATION_CREDENTIALS = file;
    await scratch.close();
    await server.close();
  });

  const access = (access_token: string) => ({ access_token, expires_in: 3600, token_type: 'Bearer' });
  const identity = (end: number, name: string) => {
    const claims = Buffer.from(JSON.stringify({ exp: end / 1000, name })).toString('base64url');
    return { token: `header.${claims}.signature` };
  };
  const path = `/v1/projects/-/serviceAccounts/${encodeURIComponent(ACCOUNT)}:generateIdToken`;
  const impersonation = (now = () => 0) =>
    new ImpersonationTokens({ audience: 'the-server', account: ACCOUNT, now, egress: openEgress(), iam: server.url });

  it('gets their token and whose quota is used, and a new one where that is refused', async () => {
    const tokens = new GoogleCredentialTokens(['scope'], openEgress());
    assert.deepEqual([await tokens.token(), await tokens.token()], ['one', 'one']);
    assert.deepEqual(await tokens.headers(), { 'x-goog-user-project': 'ours' });
    assert.equal(await tokens.again(CHALLENGE, 'one'), 'two');
    await assert.rejects(tokens.again(CHALLENGE, 'two'), /refuses the Google credentials/);
    await assert.rejects(new GoogleCredentialTokens([], openEgress()).token(), /needs “oauth.scopes”/);
  });

  it('asks the machine at Google through the egress as well', async () => {
    const asked: string[] = [];
    const fetchFor = () => async (address: string | URL | Request) => {
      const { host, pathname } = new URL(address instanceof Request ? address.url : address);
      asked.push(host);
      const body = pathname.endsWith('/token') ? JSON.stringify(access('of-the-machine')) : 'googleapis.com';
      return new Response(body, { headers: { 'metadata-flavor': 'Google' } });
    };
    const usual = openEgress();
    const egress: Egress = { open: (url, use, request) => usual.open(url, use, request), fetchFor };
    const home = process.env.HOME;
    delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
    process.env.HOME = scratch.absolute('home');
    process.env.METADATA_SERVER_DETECTION = 'assume-present';
    try {
      const tokens = new GoogleCredentialTokens(['scope'], egress);
      assert.equal(await tokens.token(), 'of-the-machine');
    } finally {
      process.env.HOME = home;
    }
    assert.deepEqual([...new Set(asked)], ['169.254.169.254']);
  });

  it('is one of Google’s, and no other', () => {
    assert.ok(isGoogleHost('https://mcp.run.googleapis.com/x') && isGoogleHost('https://a.luci.app/'));
    for (const other of ['https://googleapis.com.evil.example', 'http://a.googleapis.com', 'https://evilluci.app'])
      assert.ok(!isGoogleHost(other), other);
  });

  it('gets the identity of a service account for itself alone, until that ends', async () => {
    let now = 0;
    const hour = 3_600_000;
    server.on(path, identity(hour, 'first'), identity(3 * hour, 'second'));
    const tokens = impersonation(() => now);
    const first = await tokens.token();
    assert.equal(await tokens.token(), first);
    const [asked] = server.to(path);
    assert.deepEqual(asked?.body, { audience: 'the-server', includeEmail: true });
    assert.equal(asked.headers.authorization, 'Bearer one');
    now = hour;
    assert.notEqual(await tokens.token(), first);
    assert.equal(server.to(path).length, 2);
  });

  it('says what is missing of that, and what to do where it may not stand in', async () => {
    const nobody = new ImpersonationTokens({ audience: 'a', account: undefined, now: () => 0, egress: openEgress() });
    await assert.rejects(nobody.token(), /needs “targetAudience” and “targetServiceAccount”/);
    server.on(path, refusal(403));
    await assert.rejects(impersonation().token(), /gcloud auth application-default login/);
  });
});
