import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { startDemoServer, type DemoServer } from '../../../src/demo/demoServer';

const model = 'gemini-3.8-flash';

describe('the server of the demo model', () => {
  let demo: DemoServer;
  before(async () => (demo = await startDemoServer({ chunksPerSecond: Infinity })));
  after(() => demo.close());

  const post = (method: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${demo.url}/v1beta/models/${model}:${method}`, {
      method: 'POST',
      body,
      headers: { 'x-goog-api-key': demo.apiKey, ...headers },
    });
  const hello = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }] });

  it('also answers in one piece, and counts tokens', async () => {
    const whole = await (await post('generateContent', hello)).text();
    assert.match(whole, /"text":"Hello\. I am.*"finishReason":"STOP"/);
    assert.deepEqual(await (await post('countTokens', hello)).json(), { totalTokens: 2 });
  });

  it('lets nobody in without its key, from elsewhere, or from a web page', async () => {
    const wrong = await post('generateContent', hello, { 'x-goog-api-key': 'x'.repeat(demo.apiKey.length) });
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /API_KEY_INVALID/);
    assert.equal((await post('generateContent', hello, { origin: 'https://example.com' })).status, 403);
    const headers = { host: 'example.com', 'x-goog-api-key': demo.apiKey };
    const rebound = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(`${demo.url}/v1beta/models/m:countTokens`, { method: 'POST', headers });
      request.on('response', response => resolve(response.resume().statusCode)).on('error', reject);
      request.end(hello);
    });
    assert.equal(rebound, 403);
    const other = await startDemoServer();
    assert.notEqual(other.apiKey, demo.apiKey);
    await other.close();
  });

  it('refuses what it does not understand', async () => {
    assert.equal((await post('generateContent', '{"contents": [')).status, 400);
    assert.equal((await post('generateContent', 'null')).status, 400);
    assert.equal((await post('embedContent', hello)).status, 404);
    const { status } = await fetch(`${demo.url}/v1beta/models`, { headers: { 'x-goog-api-key': demo.apiKey } });
    assert.equal(status, 404);
  });

  it('types at its pace, and stops when it closes', async () => {
    const slow = await startDemoServer({ chunksPerSecond: 100 });
    const startedAt = performance.now();
    const response = await fetch(`${slow.url}/v1beta/models/${model}:streamGenerateContent?alt=sse`, {
      method: 'POST',
      body: hello,
      headers: { 'x-goog-api-key': slow.apiKey },
    });
    const reader = response.body?.getReader();
    let received = '';
    while (received.split('data: ').length <= 10) {
      received += new TextDecoder().decode((await reader?.read())?.value);
    }
    assert.ok(performance.now() - startedAt > 80);
    await slow.close();
    await assert.rejects(async () => {
      while (!(await reader?.read())?.done);
    });
  });
});
