import assert from 'node:assert/strict';
import { modelInfo, MODELS } from '../../../src/gemini/models';
import { costOf, unpriced, withPrices } from '../../../src/gemini/prices';
import { addUsage, NO_USAGE } from '../../../src/shared/chatState';
import { text, usage } from '../../support/gemini/replies';
import { startGeminiServer } from '../../support/geminiServer';
import { createTestSession, loopbackGenerator } from '../../support/testSession';

const NOVEMBER = Date.UTC(2026, 10, 21);
const million = { ...NO_USAGE, input: 1_000_000, output: 1_000_000, total: 2_000_000 };

describe('The price of a request', () => {
  const close = (actual: number | undefined, expected: number) =>
    assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

  it('charges thinking as output, and what was cached at a price of its own', () => {
    close(costOf(million, 'gemini-3.8-flash', NOVEMBER), 4.5);
    close(costOf({ ...million, thoughts: 1_000_000 }, 'gemini-3.8-flash', NOVEMBER), 8.25);
    close(costOf({ ...million, cached: 1_000_000 }, 'gemini-3.8-flash', NOVEMBER), 3.825);
  });

  it('is that of the day on which it is sent', () => {
    close(costOf(million, 'gemini-4-argon', Date.UTC(2026, 10, 30, 23, 59)), 12);
    close(costOf(million, 'gemini-4-argon', Date.UTC(2026, 11, 1)), 24);
  });

  it('is higher for all of it where the input is long', () => {
    const short = { ...NO_USAGE, input: 200_000, output: 100_000 };
    close(costOf(short, 'gemini-3.1-pro-preview', NOVEMBER), 1.6);
    close(costOf({ ...short, input: 200_001 }, 'gemini-3.1-pro-preview', NOVEMBER), 200_001 * 4e-6 + 1.8);
  });

  it('is not made up for a model whose price nobody knows', () => {
    assert.equal(costOf(million, 'gemini-5-xenon', NOVEMBER), undefined);
    assert.deepEqual(modelInfo('gemini-5-xenon').prices, []);
  });

  it('is known for each model of the table, in order of time, and cached input is cheaper', () => {
    for (const { id, prices } of MODELS) {
      assert.ok(prices.length > 0, id);
      const starts = prices.map(({ from = '' }) => from);
      assert.deepEqual(starts, [...starts].sort(), id);
      for (const { input, cached, output } of prices) assert.ok(cached < input && input < output, id);
    }
  });

  it('must be known where money is limited, also for what is asked besides the conversation', async () => {
    await using server = await startGeminiServer();
    let limit: string | undefined = 'pollux.budget.day.money';
    const generator = loopbackGenerator(server.url, undefined, {
      refuse: model => unpriced(model, limit, NOVEMBER),
    });
    const { session, say } = createTestSession({ url: server.url, generator, model: () => 'gemini-5-xenon' });
    await say('Hello');
    const notice = session.state.messages.at(-1);
    assert.ok(notice?.role === 'notice' && notice.level === 'error');
    assert.match(notice.text, /“pollux\.budget\.day\.money”.*gemini-5-xenon/);
    assert.deepEqual(notice.actions, ['selectModel', 'changeBudget', 'retry']);
    const asked = { model: 'gemini-5-xenon', system: '', messages: [], tools: [] };
    const reply = await generator.generate(asked, new AbortController().signal);
    assert.equal(reply.ok || reply.failure.kind, 'unpriced');
    assert.equal(server.requests.length, 0);
    limit = undefined;
    await session.resume();
    assert.equal(server.requests.length, 1);
  });

  it('adds up to that of the part whose price is known', () => {
    assert.equal('cost' in addUsage(NO_USAGE, million), false);
    assert.equal(addUsage({ ...million, cost: 2 }, million).cost, 2);
    assert.equal(addUsage(million, { ...million, cost: 3 }).cost, 3);
  });

  it('is with the answer and in the sum of the chat', async () => {
    await using server = await startGeminiServer();
    server.respond(() => [text('Fine.'), usage({ promptTokenCount: 1000, candidatesTokenCount: 100 })]);
    let isBilled = true;
    const generator = withPrices(loopbackGenerator(server.url), { now: () => NOVEMBER, isBilled: () => isBilled });
    const { session, say } = createTestSession({ url: server.url, generator });
    await say('One');
    await say('Two');
    const answer = session.state.messages.findLast(message => message.role === 'assistant');
    close(answer?.usage?.cost, 0.001125);
    close(session.state.usage.cost, 0.00225);
    isBilled = false; // the demo, or an account that pays nothing by the token
    await say('Three');
    close(session.state.usage.cost, 0.00225);
  });
});
