import assert from 'node:assert/strict';
import { readEnvironment } from '../../../src/config/environment';
import { findAccess, type AccessSources } from '../../../src/gemini/findAccess';

describe('The way to the models', () => {
  const tokens = { get: async () => 'token' };
  interface More extends Partial<AccessSources> {
    readonly isSignedIn?: boolean;
  }
  const find = async (env: Readonly<Record<string, string>>, { isSignedIn = false, ...more }: More = {}) =>
    findAccess({
      environment: readEnvironment(env),
      chosen: undefined,
      storedKey: async () => undefined,
      google: { ...tokens, isSignedIn: async () => isSignedIn },
      applicationDefault: tokens,
      settings: { baseUrl: '', project: '', location: '' },
      ...more,
    });
  const found = async (...args: Parameters<typeof find>) => {
    const { access, from } = await find(...args);
    return `${access.via} from ${from}`;
  };
  const storedKey = async () => 'stored';

  it('is the service that the environment names, in the order of Gemini CLI', async () => {
    const key = { GEMINI_API_KEY: 'k' };
    const vertex = { GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_CLOUD_PROJECT: 'p' };
    assert.equal(await found({ ...key, ...vertex, GOOGLE_GENAI_USE_GCA: 'true' }), 'codeAssist from environment');
    assert.equal(await found({ ...key, ...vertex }), 'vertexProject from environment');
    assert.equal(await found({ ...key, CLOUD_SHELL: 'true' }), 'apiKey from environment');
    assert.equal(await found({ CLOUD_SHELL: 'true' }), 'codeAssist from environment');
    assert.equal(await found({ GEMINI_CLI_USE_COMPUTE_ADC: 'true' }), 'codeAssist from environment');
    assert.equal(await found({ GOOGLE_API_KEY: 'k' }), 'apiKey from environment');
  });

  it('is what the person chose, before the environment', async () => {
    const env = { GEMINI_API_KEY: 'k' };
    assert.equal(await found(env, { storedKey }), 'apiKey from key');
    assert.equal(await found(env, { storedKey, chosen: 'google' }), 'codeAssist from google');
    const settings = { baseUrl: '', project: 'p', location: '' };
    assert.equal(await found(env, { storedKey, chosen: 'vertexAi', settings }), 'vertexProject from environment');
  });

  it('is the account of Gemini CLI where there is nothing else', async () => {
    assert.equal(await found({}, { isSignedIn: true }), 'codeAssist from google');
    await assert.rejects(find({}), /No API key/);
  });

  it("is a key of the project's only where the user has no way of their own", async () => {
    const withProjects = (env: Readonly<Record<string, string>>) => ({
      environment: { ...readEnvironment(env), projectKey: 'project' },
    });
    const keyFrom = async (more: More, env = {}) => {
      const { access } = await find({}, { ...withProjects(env), ...more });
      return access.via === 'apiKey' ? access.apiKey : access.via;
    };
    assert.equal(await keyFrom({}), 'project');
    assert.equal(await keyFrom({ storedKey }), 'stored');
    assert.equal(await keyFrom({}, { GEMINI_API_KEY: 'own' }), 'own');
    assert.equal(await keyFrom({ isSignedIn: true }), 'codeAssist');
    assert.equal(await keyFrom({}, { CLOUD_SHELL: 'true' }), 'codeAssist');
  });

  it('takes addresses, project and location from settings before the environment', async () => {
    const env = {
      GEMINI_API_KEY: 'k',
      GOOGLE_GEMINI_BASE_URL: 'https://env',
      GOOGLE_CLOUD_PROJECT: 'env',
      GOOGLE_CLOUD_LOCATION: 'env',
      GOOGLE_VERTEX_BASE_URL: 'https://vertex',
      CODE_ASSIST_ENDPOINT: 'https://assist',
      GEMINI_API_KEY_AUTH_MECHANISM: 'bearer',
    };
    const settings = { baseUrl: 'https://set', project: 'set', location: 'set' };
    const key = { via: 'apiKey', apiKey: 'k', isBearer: true };
    assert.deepEqual((await find(env)).access, {
      ...key,
      ...{ baseUrl: 'https://env', addressFrom: 'GOOGLE_GEMINI_BASE_URL' },
    });
    assert.deepEqual((await find(env, { settings })).access, {
      ...key,
      ...{ baseUrl: 'https://set', addressFrom: 'pollux.baseUrl' },
    });
    const vertex = { via: 'vertexProject', tokens, baseUrl: 'https://vertex', addressFrom: 'GOOGLE_VERTEX_BASE_URL' };
    const use = { ...env, GOOGLE_GENAI_USE_VERTEXAI: 'true' };
    assert.deepEqual((await find(use)).access, { ...vertex, project: 'env', location: 'env' });
    assert.deepEqual((await find(use, { settings })).access, {
      ...vertex,
      project: 'set',
      location: 'set',
    });
    const google = await find({ ...env, GOOGLE_GENAI_USE_GCA: 'true', GOOGLE_CLOUD_ACCESS_TOKEN: 'given' });
    assert.ok(google.access.via === 'codeAssist');
    assert.deepEqual([google.access.endpoint, google.access.addressFrom], ['https://assist', 'CODE_ASSIST_ENDPOINT']);
    assert.equal(await google.access.tokens.get(), 'given');
    await assert.rejects(google.access.tokens.get('given'), /GOOGLE_CLOUD_ACCESS_TOKEN/);
  });

  it('is an address of one’s own without a key, where there is none', async () => {
    const env = { GOOGLE_GEMINI_BASE_URL: 'https://env' };
    const settings = { baseUrl: 'https://set', project: '', location: '', selected: 'gateway' as const };
    assert.deepEqual((await find(env, { settings: { ...settings, baseUrl: '' } })).access, {
      via: 'gateway',
      baseUrl: 'https://env',
      addressFrom: 'GOOGLE_GEMINI_BASE_URL',
    });
    await assert.rejects(find(env), /No API key/);
    assert.deepEqual((await find(env, { settings, isSignedIn: true })).access, {
      via: 'gateway',
      baseUrl: 'https://set',
      addressFrom: 'pollux.baseUrl',
    });
    assert.equal(await found({ ...env, GEMINI_API_KEY: 'k' }), 'apiKey from environment');
    assert.equal(await found({ ...env, CLOUD_SHELL: 'true' }, { settings }), 'gateway from gateway');
    assert.equal(await found(env, { storedKey, settings }), 'apiKey from key');
    assert.equal(await found(env, { chosen: 'google', settings }), 'codeAssist from google');
    await assert.rejects(find({ GOOGLE_GEMINI_BASE_URL: 'http://gate.example.com' }), /https:/);
  });

  it('sends headers and goes by versions of the environment, each way', async () => {
    const env = {
      GEMINI_CLI_CUSTOM_HEADERS: 'X-Tenant: a, b',
      GOOGLE_GENAI_API_VERSION: 'v1',
      CODE_ASSIST_API_VERSION: 'v2',
      GOOGLE_CLOUD_PROJECT: 'p',
    };
    const headers = { 'x-tenant': 'a, b' };
    for (const more of [
      { GEMINI_API_KEY: 'k' },
      { GOOGLE_GEMINI_BASE_URL: 'https://env' },
      { GOOGLE_GENAI_USE_VERTEXAI: 'true' },
    ]) {
      const { access } = await find({ ...env, ...more });
      assert.deepEqual([access.headers, access.apiVersion], [headers, 'v1'], access.via);
    }
    const { access } = await find({ ...env, GOOGLE_GENAI_USE_GCA: 'true' });
    assert.deepEqual([access.headers, access.apiVersion], [headers, 'v2']);
  });

  it('is refused where those can not be used, and the variable is named', async () => {
    const key = { GEMINI_API_KEY: 'k' };
    const google = { GOOGLE_GENAI_USE_GCA: 'true' };
    await assert.rejects(find({ ...key, GEMINI_CLI_CUSTOM_HEADERS: 'none' }), /GEMINI_CLI_CUSTOM_HEADERS/);
    await assert.rejects(find({ ...google, GEMINI_CLI_CUSTOM_HEADERS: 'none' }), /GEMINI_CLI_CUSTOM_HEADERS/);
    await assert.rejects(find({ ...key, GOOGLE_GENAI_API_VERSION: '../v1' }), /GOOGLE_GENAI_API_VERSION/);
    await assert.rejects(find({ ...google, CODE_ASSIST_API_VERSION: '../v1' }), /CODE_ASSIST_API_VERSION/);
  });

  it('takes an express key for Vertex AI without a project, and says what is missing', async () => {
    const use = { GOOGLE_GENAI_USE_VERTEXAI: 'true' };
    assert.equal(await found({ ...use, GOOGLE_API_KEY: 'k' }), 'vertexKey from environment');
    await assert.rejects(find(use), /GOOGLE_CLOUD_PROJECT/);
    const { access } = await find({ ...use, GOOGLE_CLOUD_PROJECT: 'p' });
    assert.equal(access.via === 'vertexProject' && access.location, 'global');
  });
});
