import assert from 'node:assert/strict';
import { text } from '../../support/gemini/replies';
import { GoogleServer } from '../../support/gemini/googleServer';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { runCommand } from '../../support/polluxCommand';
import { Scratch } from '../../support/scratch';

const INSTANCE = '/computeMetadata/v1/instance';
const flavor = { 'metadata-flavor': 'Google' };

describe('pollux, on a machine at Google,', () => {
  let gemini: GeminiServer;
  let metadata: GoogleServer;
  let scratch: Scratch;
  beforeEach(async () => {
    gemini = await startGeminiServer();
    metadata = await new GoogleServer().listen();
    scratch = await Scratch.make();
    await scratch.put('home/work/note.txt', 'one\n');
  });
  afterEach(async () => {
    await Promise.all([gemini.close(), metadata.close()]);
    await scratch.close();
  });

  const run = () =>
    runCommand(['-p', 'Hi'], {
      cwd: scratch.absolute('home/work'),
      env: {
        HOME: scratch.absolute('home'),
        GEMINI_CLI_HOME: scratch.absolute('home'),
        GOOGLE_GENAI_USE_VERTEXAI: 'true',
        GOOGLE_CLOUD_PROJECT: 'project',
        GOOGLE_CLOUD_LOCATION: 'europe-west4',
        GOOGLE_VERTEX_BASE_URL: gemini.url,
        GCE_METADATA_HOST: metadata.host,
        METADATA_SERVER_DETECTION: 'assume-present',
      },
    });

  it('asks Vertex AI with the token of the metadata server', async () => {
    const token = { access_token: 'of-the-machine', expires_in: 3600, token_type: 'Bearer' };
    metadata.on(INSTANCE, () => ({ body: {}, headers: flavor }));
    metadata.on(`${INSTANCE}/service-accounts/default/token`, () => ({ body: token, headers: flavor }));
    gemini.reply(text('Hello.'));
    const { code, out, err } = await run();
    assert.deepEqual([code, out], [0, 'Hello.\n'], err);
    const [sent] = gemini.requests;
    assert.equal(sent?.headers.authorization, 'Bearer of-the-machine');
    assert.match(sent.path, /\/projects\/project\/locations\/europe-west4\/publishers\/google\/models\//);
  });

  it('says what to do where the machine has no account', async () => {
    metadata.on(INSTANCE, () => ({ body: {}, headers: flavor }));
    metadata.on(`${INSTANCE}/service-accounts/default/token`, () => ({
      status: 404,
      body: 'not found',
      headers: flavor,
    }));
    const { code, err } = await run();
    assert.equal(code, 41, err);
    assert.match(err, /gcloud auth application-default login/);
    assert.equal(gemini.requests.length, 0);
  });
});
