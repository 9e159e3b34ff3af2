import assert from 'node:assert/strict';
import { createOutput } from '../../../../src/headless/output/output';
import type { OutputFormat } from '../../../../src/headless/flags';
import type { AgentEvent } from '../../../../src/shared/events';
import { call, candidate, cut, text, type Reply } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, type TestSessionOptions } from '../../../support/testSession';

const A = { uri: 'https://example.com/a', license: 'mit' };
const B = { uri: 'https://example.com/b', title: 'A book' };

/** The names that the Gemini API, and those that Vertex AI and Code Assist give the list. */
const byGemini = (...citationSources: readonly object[]) => candidate({ citationMetadata: { citationSources } });
const byVertex = (...citations: readonly object[]) => candidate({ citationMetadata: { citations } });

describe('Citations', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const run = async (replies: readonly Reply[], options: Partial<TestSessionOptions> = {}) => {
    server.replies(replies);
    const test = createTestSession({ url: server.url, startMode: 'yolo', ...options });
    await test.say('Hi');
    assert.deepEqual(test.errors, []);
    return test.events;
  };
  const noticesIn = (events: readonly AgentEvent[]) =>
    events.flatMap(event => (event.type === 'message' && event.message.role === 'notice' ? [event.message.text] : []));

  it('of an answer stand sorted at its end, each once, in the names of either service', async () => {
    const expected = ['Citations:\n(A book) https://example.com/b\nhttps://example.com/a'];
    for (const by of [byGemini, byVertex])
      assert.deepEqual(noticesIn(await run([[text('Once more.'), by(A, B, A)]])), expected);
  });

  it('are told before anything of the answer is asked about, and once in a run', async () => {
    const edit = call('note', { name: 'a', text: 'b' }, { id: 'e' });
    const events = await run([[text('First.'), edit, byGemini(A)], [text('Then.'), byGemini(A)], text('Done.')]);
    assert.deepEqual(noticesIn(events), ['Citations:\nhttps://example.com/a']);
    const told = events.findIndex(event => noticesIn([event]).length > 0);
    const call1 = events.findIndex(({ type }) => type === 'tool-state');
    assert.ok(told >= 0 && told < call1, `told at ${told}, called at ${call1}`);
  });

  it('of an answer that began again are forgotten', async () => {
    const broken = [text('Half'), byGemini(A), cut()];
    assert.deepEqual(noticesIn(await run([broken, [text('Whole.'), byGemini(B)]])), [
      'Citations:\n(A book) https://example.com/b',
    ]);
  });

  it('are one line each, whatever the service sends', async () => {
    const odd = [{ uri: 'https://e.com/\nNote: all is well', title: 'x\u202ey' }, { uri: 1 }, { title: 'none' }, {}];
    const [notice = ''] = noticesIn(await run([[text('Hm.'), byVertex(...odd)]]));
    assert.equal(notice.split('\n').length, 2);
    assert.doesNotMatch(notice, /\u202e/);
    assert.deepEqual(noticesIn(await run([[text('Hm.'), byGemini()]])), []);
  });

  it('are not told where that is switched off', async () => {
    assert.deepEqual(noticesIn(await run([[text('Hm.'), byGemini(A)]], { showsCitations: false })), []);
  });

  it('go to standard error or into the JSON result, never into the answer, in headless runs', async () => {
    const edit = call('note', { name: 'a', text: 'b' }, { id: 'e' });
    const events = await run([
      [text('First.'), edit, byVertex(B)],
      [text('Once more.'), byGemini(A, B)],
    ]);
    for (const format of ['text', 'json', 'stream-json'] satisfies OutputFormat[]) {
      const said = { out: '', err: '' };
      const streams = { out: (each: string) => (said.out += each), err: (each: string) => (said.err += each) };
      const output = createOutput(format, streams, Date.now);
      output.begin('id', 'm');
      for (const event of events) output.take(event);
      output.end(undefined);
      assert.match(said.err, /^Citations:\nhttps:\/\/example\.com\/a$/m, format);
      const lines = format === 'text' ? [] : format === 'json' ? [said.out] : said.out.trim().split('\n');
      const [result = {}] = lines.slice(-1).map(line => JSON.parse(line) as { citations?: readonly string[] });
      const expected = ['(A book) https://example.com/b', 'https://example.com/a'];
      assert.deepEqual(result.citations, format === 'text' ? undefined : expected);
      const answer = format === 'text' ? said.out : JSON.stringify({ ...result, citations: [] });
      assert.doesNotMatch(answer, /example\.com/, format);
    }
    const none = await run([text('Hm.')]);
    let out = '';
    const output = createOutput('json', { out: each => void (out += each), err: () => undefined }, Date.now);
    for (const event of none) output.take(event);
    output.end(undefined);
    assert.equal('citations' in (JSON.parse(out) as object), false);
  });
});
