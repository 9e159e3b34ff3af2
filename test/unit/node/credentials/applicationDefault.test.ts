import assert from 'node:assert/strict';
import type { Egress } from '../../../../src/agent/ports/egress';
import { ApplicationDefault } from '../../../../src/node/credentials/applicationDefault';
import { SignInError } from '../../../../src/shared/errors';
import { GoogleServer, refusal } from '../../../support/gemini/googleServer';
import { Scratch } from '../../../support/scratch';
import { openEgress } from '../../../support/egress';

describe('Application default credentials', () => {
  let server: GoogleServer;
  let scratch: Scratch;
  const file = process.env.GOOGLE_APPLICATION_CREDENTIALS;
  beforeEach(async () => {
    server = await new GoogleServer().listen();
    scratch = await Scratch.make();
    process.env.GOOGLE_APPLICATION_CREDENTIALS = scratch.absolute('adc.json');
    await scratch.put(
      'adc.json',
      JSON.stringify({
        type: 'external_account_authorized_user',
        audience: 'audience',
        client_id: 'c',
        client_secret: 's',
        refresh_token: 'r',
        token_url: `${server.url}/token`,
        token_info_url: `${server.url}/tokeninfo`,
      }),
    );
  });
  afterEach(async () => {
    if (file === undefined) delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
    else process.env.GOOGLE_APPLICATION_CREDENTIALS = file;
    await scratch.close();
    await server.close();
  });

  const token = (access_token: string) => ({ access_token, expires_in: 3600, token_type: 'Bearer' });

  it('give a token, the same until it is refused', async () => {
    server.on('/token', token('one'), token('two'));
    const tokens = new ApplicationDefault(openEgress());
    assert.deepEqual([await tokens.get(), await tokens.get(), await tokens.get('one')], ['one', 'one', 'two']);
  });

  it('ask the machine at Google through the egress as well', async () => {
    const asked: string[] = [];
    const usual = openEgress();
    const egress: Egress = {
      open: (url, use, request) => usual.open(url, use, request),
      fetchFor: () => async address => {
        const { host, pathname } = new URL(address instanceof Request ? address.url : address);
        asked.push(host);
        const text = pathname.endsWith('/token')
          ? JSON.stringify({ access_token: 'of-the-machine', expires_in: 3600, token_type: 'Bearer' })
          : 'googleapis.com';
        return new Response(text, { headers: { 'metadata-flavor': 'Google' } });
      },
    };
    const home = process.env.HOME;
    delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
    process.env.HOME = scratch.absolute('home');
    process.env.METADATA_SERVER_DETECTION = 'assume-present';
    try {
      assert.equal(await new ApplicationDefault(egress).get(), 'of-the-machine');
    } finally {
      process.env.HOME = home;
      delete process.env.METADATA_SERVER_DETECTION;
    }
    assert.ok(asked.length > 0);
    assert.deepEqual([...new Set(asked)], ['169.254.169.254']);
  });

  it('say what to do where there are none, and where they are refused', async () => {
    server.on('/token', refusal(400));
    await assert.rejects(new ApplicationDefault(openEgress()).get(), SignInError);
    process.env.GOOGLE_APPLICATION_CREDENTIALS = scratch.absolute('missing.json');
    await assert.rejects(new ApplicationDefault(openEgress()).get(), /gcloud auth application-default login/);
  });
});
