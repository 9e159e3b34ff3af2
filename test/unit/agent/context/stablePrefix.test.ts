import assert from 'node:assert/strict';
import { call, text } from '../../../support/gemini/replies';
import type { GeminiRequest } from '../../../support/gemini/request';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';

const ROUNDS = 50;

// The service caches what requests begin with, and charges a fraction for it: only if it is the same byte for byte.
describe('What a request begins with', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const fixed = ({ body: { contents: _contents, ...rest } }: GeminiRequest) => JSON.stringify(rest);
  /** The contents as they went over the wire, without the closing bracket. */
  const contents = (request: GeminiRequest) => JSON.stringify(request.contents).slice(0, -1);

  it(`is all that was sent before, byte for byte, over ${ROUNDS} rounds`, async () => {
    const test = createTestSession({ url: server.url, maxTurns: ROUNDS });
    for (let prompt = 0; prompt < ROUNDS / 5; prompt++) {
      for (let i = 0; i < 4; i++) server.reply(text('Next.'), call('read_note', { name: `${prompt}-${i}` }));
      server.reply(text('Done.'));
      assert.equal((await test.say(`Prompt ${prompt}`)).reason, 'done');
    }
    assert.equal(server.requests.length, ROUNDS);
    const [first] = server.requests;
    assert.ok(first);
    server.requests.slice(1).forEach((request, i) => {
      const before = server.requests[i];
      assert.ok(before);
      assert.equal(fixed(request), fixed(first), `the fixed part of request ${i + 2}`);
      assert.ok(contents(request).startsWith(contents(before)), `the contents of request ${i + 2}`);
    });
  });

  it('is the same again once the conversation was compressed', async () => {
    const test = createTestSession({
      url: server.url,
      utilityModel: { ask: async () => ({ ok: true, text: '<state_snapshot>All of it.</state_snapshot>' }) },
    });
    for (let i = 0; i < 5; i++) await test.say(`Prompt ${i} ${'and more '.repeat(60)}${i}`);
    await test.session.compress();
    const from = server.requests.length;
    for (let i = 0; i < 5; i++) await test.say(`Then ${i}`);
    const after = server.requests.slice(from);
    assert.match(after.map(contents)[0] ?? '', /All of it/);
    after.slice(1).forEach((request, i) => {
      assert.ok(contents(request).startsWith(after.map(contents)[i] ?? '?'), `request ${i + 2}`);
    });
  });
});
