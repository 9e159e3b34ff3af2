import assert from 'node:assert/strict';
import type { ModelEvent, ModelRequest } from '../../../src/agent/ports/model';
import { ModelFallback, type FallbackAnswer } from '../../../src/gemini/fallback';
import { fallbacksOf } from '../../../src/gemini/models';
import { apiError, errorInfo, quotaFailure, retryInfo } from '../../support/gemini/errors';
import { text, type Reply } from '../../support/gemini/replies';
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
