import assert from 'node:assert/strict';
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

  it('say what to do where there are none, and where they are refused', async () => {
    server.on('/token', refusal(400));
    await assert.rejects(new ApplicationDefault(openEgress()).get(), SignInError);
    process.env.GOOGLE_APPLICATION_CREDENTIALS = scratch.absolute('missing.json');
    await assert.rejects(new ApplicationDefault(openEgress()).get(), /gcloud auth application-default login/);
  });
});
