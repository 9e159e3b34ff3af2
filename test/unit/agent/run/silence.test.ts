import assert from 'node:assert/strict';
import { formatEvents } from '../../../../src/node/sessions/sessionLines';
import { createUtilityModel } from '../../../../src/gemini/utilityModel';
import { createOutput } from '../../../../src/headless/output/output';
import type { OutputFormat } from '../../../../src/headless/flags';
import { hang, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, loopbackGenerator } from '../../../support/testSession';

describe('A service that is silent', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  /** Its timers of the given length run at once, others never. */
  const start = (noticeMs: number) => {
    const after = (ms: number, run: () => void) => {
      const timer = ms === noticeMs ? setImmediate(run) : undefined;
      return () => clearImmediate(timer);
    };
    const patience = { firstByteMs: 60_000, silenceMs: 120_000, noticeMs: 10_000, after };
    const generator = loopbackGenerator(server.url, undefined, { patience });
    const settings = () => ({ model: 'small', generation: {} });
    const utilityModel = createUtilityModel({ generator, settings, newId: () => 'u', now: () => 0 });
    const route: Parameters<typeof createTestSession>[0]['route'] = async ({ asks }, signal) => {
      await asks.ask({ job: 'classifier', system: '', prompt: 'How hard?' }, signal);
      return undefined;
    };
    return createTestSession({ url: server.url, generator, utilityModel, route });
  };

  it('is asked again when the user wants it, and then answers', async () => {
    server.replies([text('easy'), hang({ before: 'headers' }), text('Here.')]);
    const test = start(10_000);
    const run = test.say('Hi');
    await test.event('silence', ({ seconds }) => seconds === 10);
    assert.equal(test.session.state.silentSeconds, 10);
    await server.waitForRequest(({ method }) => method === 'streamGenerateContent');
    test.session.retryNow();
    assert.equal((await run).reason, 'done');
    assert.equal(test.session.state.silentSeconds, undefined);
    assert.equal(test.events.findLast(({ type }) => type === 'silence')?.type, 'silence');
    assert.equal(server.requests.length, 3);
    test.session.retryNow();
    assert.equal(server.requests.length, 3, 'nothing is silent any more');
    assert.doesNotMatch(formatEvents(test.events), /silence/);
  });

  it('is as much a matter of what is asked besides the conversation', async () => {
    server.replies([hang({ before: 'headers' }), text('easy'), text('Here.')]);
    const test = start(30_000);
    const run = test.say('Hi');
    await test.event('silence', ({ seconds }) => seconds === 30);
    await server.nextRequest();
    test.session.retryNow();
    assert.equal((await run).reason, 'done');
    assert.equal(server.requests.length, 3);
  });

  it('is no longer, once the run was stopped', async () => {
    server.replies([text('easy'), hang({ before: 'headers' })]);
    const test = start(10_000);
    const run = test.say('Hi');
    await test.event('silence');
    test.session.stop();
    assert.equal((await run).reason, 'cancelled');
    assert.equal(test.session.state.silentSeconds, undefined);
  });

  for (const format of ['text', 'json', 'stream-json'] satisfies OutputFormat[]) {
    it(`is said once for an answer, on standard error, with the format ${format}`, () => {
      const printed = { out: '', err: '' };
      const streams = { out: (text: string) => (printed.out += text), err: (text: string) => (printed.err += text) };
      const output = createOutput(format, streams, () => 0);
      output.begin('s', 'm');
      const silent = { type: 'silence', seconds: 10 } as const;
      const heard = { type: 'silence', seconds: null } as const;
      const ofAgent = { type: 'agent', callId: 'c', event: silent } as const;
      for (const event of [silent, heard, silent, ofAgent]) output.take(event);
      output.end(undefined);
      assert.equal(printed.err.match(/service has sent nothing/g)?.length, 1);
      assert.doesNotMatch(printed.out, /silent/);
    });

    it(`is said of an agent by its name, with the format ${format}`, () => {
      let err = '';
      const output = createOutput(format, { out: () => undefined, err: text => (err += text) }, () => 0);
      output.begin('s', 'm');
      output.take({ type: 'agent-started', callId: 'c', agent: { name: 'scout', title: 'The scout' } });
      output.take({ type: 'agent', callId: 'c', event: { type: 'silence', seconds: 10 } });
      assert.match(err, /The scout: The Gemini service has sent nothing/);
    });
  }
});
