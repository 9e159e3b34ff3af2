import assert from 'node:assert/strict';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import type { ModelAccess } from '../../../src/gemini/access';
import type { AccessTokens } from '../../../src/agent/ports/accessTokens';
import type { ModelRequest } from '../../../src/agent/ports/model';
import { apiError } from '../../support/gemini/errors';
import { text } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { openEgress } from '../../support/egress';

describe('The content generator, elsewhere than at the Gemini API', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const request: ModelRequest = {
    model: 'gemini-3.8-flash',
    system: '',
    messages: [{ id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    tools: [],
  };
  const last = async (access: ModelAccess) => {
    const wait = () => Promise.resolve();
    const options = {
      access: async () => access,
      egress: openEgress(),
      userAgent: 'Pollux/test',
      newId: () => 'id',
      wait,
    };
    const { signal } = new AbortController();
    const events = [];
    for await (const event of createContentGenerator(options).stream(request, signal)) events.push(event);
    return events.at(-1);
  };
  /** Tokens that count up with each refusal. */
  const countedTokens = (): AccessTokens => {
    let count = 1;
    return { get: async refused => `token-${refused === undefined ? count : ++count}` };
  };
  const project = (tokens: AccessTokens): ModelAccess => ({
    via: 'vertexProject',
    project: 'p',
    location: 'l',
    tokens,
    baseUrl: server.url,
  });

  it('asks Vertex AI with an express key', async () => {
    server.reply(text('Hi.'));
    assert.equal((await last({ via: 'vertexKey', apiKey: 'express', baseUrl: server.url }))?.type, 'finished');
    const [sent] = server.requests;
    assert.equal(sent?.path, '/v1beta1/publishers/google/models/gemini-3.8-flash:streamGenerateContent');
    assert.equal(sent.headers['x-goog-api-key'], 'express');
  });

  it('asks a gateway without a key, and nobody for credentials', async () => {
    server.reply(text('Hi.'));
    const gateway = { via: 'gateway', baseUrl: server.url } as const;
    assert.equal((await last(gateway))?.type, 'finished');
    const [sent] = server.requests;
    assert.equal(sent?.path, '/v1beta/models/gemini-3.8-flash:streamGenerateContent');
    assert.equal(sent.headers['x-goog-api-key'], undefined);
    assert.equal(sent.headers.authorization, undefined);
    assert.doesNotMatch(JSON.stringify(sent.headers), /no-key/);
    server.reply(text('Hi.'));
    await last({ ...gateway, headers: { 'x-goog-api-key': 'mine', authorization: 'Bearer its-own' } });
    assert.equal(server.requests[1]?.headers['x-goog-api-key'], 'mine');
    assert.equal(server.requests[1].headers.authorization, 'Bearer its-own');
  });

  it('says so where a gateway wants a key after all, with its own words but not with what it was sent', async () => {
    server.reply(apiError(401, { message: 'Who is Bearer its-own-secret?' }));
    const headers = { 'x-token': 'its-own-secret' };
    const ended = await last({ via: 'gateway', baseUrl: server.url, headers });
    assert.ok(ended?.type === 'failed');
    assert.equal(ended.failure.kind, 'auth');
    assert.match(ended.failure.message, /127\.0\.0\.1:\d+ requires a key/);
    assert.equal(ended.failure.detail, 'Who is Bearer [redacted]?');
  });

  it('sends what headers it is to, and asks for another version, each way', async () => {
    const more = { baseUrl: server.url, headers: { 'x-tenant': 'a, b' }, apiVersion: 'v9' };
    const tokens = countedTokens();
    const ways: ModelAccess[] = [
      { via: 'apiKey', apiKey: 'k', ...more },
      { via: 'apiKey', apiKey: 'k', isBearer: true, ...more },
      { via: 'gateway', ...more },
      { via: 'vertexKey', apiKey: 'k', ...more },
      { via: 'vertexProject', project: 'p', location: 'l', tokens, ...more },
    ];
    for (const access of ways) await last(access);
    assert.equal(server.requests.length, ways.length);
    for (const { headers, path } of server.requests) {
      assert.deepEqual([headers['x-tenant'], headers['user-agent']?.includes('Pollux/test')], ['a, b', true]);
      assert.match(path, /^\/v9\//);
    }
  });

  it('asks Vertex AI in a project and a location, as the owner of the credentials', async () => {
    server.reply(text('Hi.'));
    assert.equal((await last(project(countedTokens())))?.type, 'finished');
    const [sent] = server.requests;
    assert.equal(
      sent?.path,
      '/v1beta1/projects/p/locations/l/publishers/google/models/gemini-3.8-flash:streamGenerateContent',
    );
    assert.equal(sent.headers.authorization, 'Bearer token-1');
    assert.equal(sent.headers['x-goog-api-key'], undefined);
  });

  it('refreshes a refused token once, and then asks for a new sign-in', async () => {
    server.reply(apiError(401)).reply(text('Hi.'));
    assert.equal((await last(project(countedTokens())))?.type, 'finished');
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      ['Bearer token-1', 'Bearer token-2'],
    );
    server.reply(apiError(401)).reply(apiError(401));
    const event = await last(project(countedTokens()));
    assert.equal(event?.type === 'failed' && event.failure.kind, 'auth');
    assert.match(event?.type === 'failed' ? event.failure.message : '', /Sign in again/);
    assert.equal(server.requests.length, 4);
  });

  it('sends the key of a gateway as a bearer token where that is wanted', async () => {
    server.reply(text('Hi.'));
    await last({ via: 'apiKey', apiKey: 'good', baseUrl: server.url, isBearer: true });
    const [sent] = server.requests;
    assert.deepEqual([sent?.headers.authorization, sent?.headers['x-goog-api-key']], ['Bearer good', undefined]);
  });
});
