import assert from 'node:assert/strict';
import type { ModelEvent, ModelRequest } from '../../../src/agent/ports/model';
import { ModelFallback, type FallbackAnswer } from '../../../src/gemini/fallback';
import { fallbacksOf } from '../../../src/gemini/models';
import { apiError, errorInfo, quotaFailure, retryInfo } from '../../support/gemini/errors';
import { createUtilityModel } from '../../../src/gemini/utilityModel';
import { text, usage, type Reply } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { createTestSession, loopbackGenerator } from '../../support/testSession';

const PRO = 'gemini-4-argon';
const FLASH = 'gemini-3.8-flash';
const LITE = 'gemini-3.5-flash-lite';

const usedUp = apiError(429, { details: [quotaFailure()] });
const full = apiError(429, { details: [errorInfo('MODEL_CAPACITY_EXHAUSTED')] });

describe('The fallback to another model', () => {
  let server: GeminiServer;
  let time: number;
  beforeEach(async () => {
    server = await startGeminiServer();
    time = 0;
  });
  afterEach(() => server.close());

  const asked: string[] = [];
  const fallbackThat = (answer: FallbackAnswer) => {
    asked.length = 0;
    return new ModelFallback({
      fallbacksOf,
      onFallback: async (from, to, { kind }) => {
        asked.push(`${from} > ${to}: ${kind}`);
        return answer;
      },
      now: () => time,
    });
  };
  const request = (model: string): ModelRequest => ({
    model,
    system: '',
    messages: [{ id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    tools: [],
  });
  const ask = async (fallback: ModelFallback, model: string, ...replies: readonly Reply[]): Promise<ModelEvent[]> => {
    server.replies(replies);
    const events: ModelEvent[] = [];
    const { signal } = new AbortController();
    const generator = fallback.wrap(loopbackGenerator(server.url));
    for await (const event of generator.stream(request(model), signal)) events.push(event);
    return events;
  };
  const models = () => server.requests.map(({ model }) => model);
  const typesOf = (events: readonly ModelEvent[]) => events.map(({ type }) => type).filter(type => type !== 'usage');

  it('goes from a strong model to quick ones, and from a small one up', () => {
    assert.deepEqual(fallbacksOf('gemini-3.1-pro-preview'), [FLASH, LITE]);
    assert.deepEqual(fallbacksOf(FLASH), [LITE]);
    assert.deepEqual(fallbacksOf(LITE), [FLASH, PRO]);
  });

  it('asks the next model when a quota is used up, and says which one answers', async () => {
    const events = await ask(fallbackThat('switch'), PRO, usedUp, text('Hi.'));
    assert.deepEqual(asked, [`${PRO} > ${FLASH}: quota`]);
    assert.deepEqual(models(), [PRO, FLASH]);
    assert.deepEqual(typesOf(events), ['retry', 'part', 'finished']);
    assert.equal(events[0]?.type === 'retry' && events[0].model, FLASH);
  });

  it('stays with a switch for the session, also for small jobs, until it is taken back', async () => {
    const fallback = fallbackThat('switch');
    await ask(fallback, PRO, usedUp, text('Hi.'));
    await ask(fallback, PRO, text('Hi.'));
    await fallback.wrap(loopbackGenerator(server.url)).generate(request(PRO), new AbortController().signal);
    fallback.reset();
    await ask(fallback, PRO, text('Hi.'));
    assert.deepEqual(models(), [PRO, FLASH, FLASH, FLASH, PRO]);
    assert.equal(asked.length, 1);
  });

  describe('for a question besides the conversation', () => {
    const { signal } = new AbortController();
    const question = (fallback: ModelFallback, model: string, ...replies: readonly Reply[]) => {
      server.replies(replies);
      return fallback.wrap(loopbackGenerator(server.url)).generate(request(model), signal);
    };

    it('is the same: the next model is asked, which the reply names, and the switch holds for answers too', async () => {
      const fallback = fallbackThat('switch');
      const spent = usage({ promptTokenCount: 5, totalTokenCount: 5 });
      const reply = await question(fallback, PRO, usedUp, [text('Hi.'), spent]);
      assert.deepEqual([reply.ok, reply.replaced?.by, reply.replaced?.failure.kind], [true, FLASH, 'quota']);
      assert.equal(reply.usage?.total, 5);
      const second = await question(fallback, PRO, text('Hi.'));
      assert.equal(second.replaced, undefined, 'it was said once');
      await ask(fallback, PRO, text('Hi.'));
      assert.deepEqual(models(), [PRO, FLASH, FLASH, FLASH]);
      assert.deepEqual(asked, [`${PRO} > ${FLASH}: quota`]);
    });

    it('goes down the chain, and ends with the failure where no model is left', async () => {
      const reply = await question(fallbackThat('switch'), PRO, usedUp, usedUp, usedUp);
      assert.deepEqual([reply.ok, models()], [false, [PRO, FLASH, LITE]]);
    });

    it('asks the person once, however many fail alike, and not again after a no', async () => {
      let answer: (answer: FallbackAnswer) => void = () => undefined;
      let questions = 0;
      const fallback = new ModelFallback({
        fallbacksOf,
        onFallback: () => {
          questions++;
          return new Promise(resolve => (answer = resolve));
        },
        now: () => 0,
      });
      server.respond(() => usedUp);
      const generator = fallback.wrap(loopbackGenerator(server.url));
      const replies = Promise.all([1, 2, 3].map(() => generator.generate(request(LITE), signal)));
      while (server.requests.length < 3 || questions === 0) await new Promise(setImmediate);
      await new Promise(resolve => setTimeout(resolve, 20));
      answer('stop');
      assert.deepEqual(
        (await replies).map(({ ok }) => ok),
        [false, false, false],
      );
      await generator.generate(request(LITE), signal);
      assert.equal(questions, 1);
    });

    it('counts an answer that comes after the request was given up', async () => {
      let answer: (answer: FallbackAnswer) => void = () => undefined;
      let asks = 0;
      const fallback = new ModelFallback({
        fallbacksOf,
        onFallback: () => {
          asks++;
          return new Promise(resolve => (answer = resolve));
        },
        now: () => 0,
      });
      const stop = new AbortController();
      server.replies([usedUp]);
      const reply = fallback.wrap(loopbackGenerator(server.url)).generate(request(LITE), stop.signal);
      while (asks === 0) await new Promise(setImmediate);
      stop.abort();
      assert.equal((await reply).ok, false);
      answer('switch');
      await new Promise(setImmediate);
      assert.equal(fallback.modelFor(LITE), FLASH);
    });

    it('is told in the chat, and what it took is counted for the model that answered', async () => {
      const generator = fallbackThat('switch').wrap(loopbackGenerator(server.url));
      const utilityModel = createUtilityModel({
        generator,
        settings: () => ({ model: LITE, generation: {} }),
        newId: () => 'u',
        now: () => 0,
      });
      server.replies([usedUp, [text('easy'), usage({ promptTokenCount: 5, totalTokenCount: 5 })], text('Hi.')]);
      const { session, events, say } = createTestSession({
        url: server.url,
        generator,
        utilityModel,
        route: async ({ asks }, abort) => {
          await asks.ask({ job: 'classifier', system: '', prompt: '' }, abort);
          return undefined;
        },
      });
      await say('Hello');
      const told = session.state.messages.flatMap(each => (each.role === 'notice' ? [each.text] : []));
      assert.match(told.join(), new RegExp(`quota of this model is used up.*Continuing with ${FLASH}`));
      assert.equal(events.find(each => each.type === 'asked')?.model, FLASH);
    });
  });

  it('tries the model anew after going on once', async () => {
    const fallback = fallbackThat('once');
    await ask(fallback, PRO, usedUp, text('Hi.'));
    await ask(fallback, PRO, text('Hi.'));
    assert.deepEqual(models(), [PRO, FLASH, PRO]);
  });

  it('ends with the failure when the person stops', async () => {
    const events = await ask(fallbackThat('stop'), PRO, usedUp);
    assert.deepEqual(typesOf(events), ['failed']);
    assert.deepEqual(models(), [PRO]);
  });

  it('tries a full model twice more without a word before it asks', async () => {
    const events = await ask(fallbackThat('switch'), PRO, full, full, full, text('Hi.'));
    assert.deepEqual(models(), [PRO, PRO, PRO, FLASH]);
    assert.deepEqual(typesOf(events), ['retry', 'part', 'finished']);
  });

  it('goes down the chain and ends where no model is left', async () => {
    const events = await ask(fallbackThat('switch'), PRO, usedUp, usedUp, usedUp);
    assert.deepEqual(asked, [`${PRO} > ${FLASH}: quota`, `${FLASH} > ${LITE}: quota`]);
    assert.deepEqual(typesOf(events), ['retry', 'retry', 'failed']);
  });

  it('leaves a model out until its quota resets', async () => {
    const fallback = fallbackThat('once');
    await ask(fallback, FLASH, apiError(429, { details: [retryInfo('400s')] }), text('Hi.'));
    await ask(fallback, PRO, usedUp, text('Hi.'));
    time = 400_000;
    await ask(fallback, 'gemini-3.1-pro-preview', usedUp, text('Hi.'));
    assert.deepEqual(models(), [FLASH, LITE, PRO, LITE, 'gemini-3.1-pro-preview', FLASH]);
  });

  it('does not replace a model for what would fail with any', async () => {
    for (const code of [400, 401, 403, 404]) await ask(fallbackThat('switch'), PRO, apiError(code));
    assert.deepEqual(asked, []);
    assert.equal(server.requests.length, 4);
  });

  it('lets the message name the model that answered', async () => {
    const generator = fallbackThat('switch').wrap(loopbackGenerator(server.url));
    server.replies([usedUp, text('Hi.')]);
    const { session, say } = createTestSession({ url: server.url, generator, model: () => PRO });
    await say('Hello');
    const answer = session.state.messages.at(-1);
    assert.equal(answer?.role === 'assistant' && answer.model, FLASH);
  });
});
