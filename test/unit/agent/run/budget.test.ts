import assert from 'node:assert/strict';
import { overrunText } from '../../../../src/agent/run/notices';
import { Spending, sumOf } from '../../../../src/agent/run/budget';
import type { Budget, Budgets } from '../../../../src/agent/ports/sessionSettings';
import type { DayLedger, Spent } from '../../../../src/agent/ports/dayLedger';
import type { AgentEvent } from '../../../../src/shared/events';
import { call, cut, hang, payload, text, usage, usageOnly } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { noLedger } from '../../../support/idlePorts';
import { createTestSession, loopbackUtilityModel } from '../../../support/testSession';

const unlimited: Budget = { tokens: 0, money: 0, requests: 0, minutes: 0 };
const none: Budgets = { prompt: unlimited, session: unlimited, day: unlimited };
const forPrompt = (budget: Partial<Budget>): Budgets => ({ ...none, prompt: { ...unlimited, ...budget } });
const forSession = (budget: Partial<Budget>): Budgets => ({ ...none, session: { ...unlimited, ...budget } });
const forDay = (budget: Partial<Budget>): Budgets => ({ ...none, day: { ...unlimited, ...budget } });
const MINUTE = 60_000;

describe('What is spent', () => {
  const waiting = (at: number, state: 'awaitingApproval' | 'executing'): AgentEvent => {
    return { type: 'tool-state', callId: 'c', state, at };
  };
  const spent = (...events: AgentEvent[]) => {
    const spending = new Spending(noLedger);
    events.forEach(event => spending.take(event));
    return spending;
  };

  it('is without limit where there is no budget', () => {
    const spending = new Spending(noLedger, { tokens: 1e9, requests: 1e9 });
    assert.equal(spending.check(forPrompt({}), Date.now), undefined);
  });

  it('leaves out the time in which the person was waited for', () => {
    const spending = spent(
      { type: 'run-started', at: 0 },
      waiting(MINUTE, 'awaitingApproval'),
      waiting(60 * MINUTE, 'executing'),
    );
    const budgets = forPrompt({ minutes: 2 });
    assert.equal(
      spending.check(budgets, () => 60.5 * MINUTE),
      undefined,
    );
    assert.deepEqual(
      spending.check(budgets, () => 61 * MINUTE),
      {
        ...{ scope: 'prompt', unit: 'minutes', used: 2, limit: 2 },
      },
    );
  });

  it('is told in minutes that add up, fractions of them too', () => {
    const told = overrunText({ scope: 'prompt', unit: 'minutes', used: 0.0512, limit: 0.05 });
    assert.match(told, /\(0\.05 of 0\.05 minutes\)/);
  });

  it('adds the minutes of runs up for the chat, and begins anew with each prompt', () => {
    const run = (from: number, to: number): AgentEvent[] => [
      { type: 'run-started', at: from * MINUTE },
      { type: 'run-finished', reason: 'done', at: to * MINUTE },
    ];
    const spending = spent(...run(0, 2), ...run(100, 102));
    assert.equal(spending.check(forPrompt({ minutes: 3 }), Date.now), undefined);
    assert.deepEqual(spending.check(forSession({ minutes: 4 }), Date.now), {
      scope: 'session',
      unit: 'minutes',
      used: 4,
      limit: 4,
    });
    spending.grant('session');
    assert.equal(spending.check(forSession({ minutes: 4 }), Date.now), undefined);
  });

  const used = (unit: keyof Budget, amount: number) => ({ scope: 'session', unit, used: amount, limit: amount });

  it('names the requests that only chose the model', () => {
    const asked = (job: string): AgentEvent => {
      return { type: 'asked', job, model: 'm', usage: { input: 1, output: 0, cached: 0, thoughts: 0, total: 1 } };
    };
    const spending = spent({ type: 'run-started', at: 0 }, asked('classifier'), asked('summary'));
    const overrun = spending.check(forPrompt({ requests: 2 }), Date.now);
    assert.deepEqual(overrun, { scope: 'prompt', unit: 'requests', used: 2, limit: 2, choosing: 1 });
    assert.match(
      overrunText({ scope: 'prompt', unit: 'requests', used: 2, limit: 2, choosing: 1 }),
      /\(2 of 2 requests, 1 of them to choose the model\)/,
    );
    assert.deepEqual(spending.check(forPrompt({ tokens: 2 }), Date.now), {
      ...{ scope: 'prompt', unit: 'tokens', used: 2, limit: 2 },
    });
    spending.take({ type: 'run-started', at: 1 });
    assert.deepEqual(spending.check(forSession({ requests: 2 }), Date.now), { ...used('requests', 2), choosing: 1 });
    spending.grant('session');
    spending.take(asked('summary'));
    assert.deepEqual(spending.check(forSession({ requests: 1 }), Date.now), used('requests', 1));
  });

  it('counts what a session had used before it was taken up again', () => {
    const spending = new Spending(noLedger, { tokens: 900, requests: 3 });
    assert.deepEqual(spending.check(forSession({ tokens: 900 }), Date.now), used('tokens', 900));
    assert.deepEqual(spending.check(forSession({ requests: 3 }), Date.now), used('requests', 3));
    assert.equal(spending.check(forPrompt({ requests: 3 }), Date.now), undefined);
  });
});

describe('A budget', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const lastNotice = ({ session }: ReturnType<typeof createTestSession>) =>
    session.state.messages.findLast(message => message.role === 'notice');

  it('for a prompt stops it before the next request, says why, and is there again when it goes on', async () => {
    let count = 0;
    server.respond(() => call('read_note', { name: `n${++count}` }));
    const test = createTestSession({ url: server.url, budgets: () => forPrompt({ requests: 2 }) });
    assert.equal((await test.say('Hi')).reason, 'budget');
    assert.equal(server.requests.length, 2);
    assert.match(lastNotice(test)?.text ?? '', /budget of this prompt is used up \(2 of 2 requests\)/);
    assert.deepEqual(lastNotice(test)?.actions, ['continue']);
    assert.equal((await test.session.resume()).reason, 'budget');
    assert.equal(server.requests.length, 4);
  });

  it('for a chat refuses every prompt until the person lets it go on', async () => {
    const counts = usage({ promptTokenCount: 800, candidatesTokenCount: 200 });
    server.respond(() => [text('Fine.'), counts]);
    const test = createTestSession({ url: server.url, budgets: () => forSession({ tokens: 1500 }) });
    assert.equal((await test.say('One')).reason, 'done');
    assert.equal((await test.say('Two')).reason, 'done');
    assert.equal((await test.say('Three')).reason, 'budget');
    assert.match(lastNotice(test)?.text ?? '', /budget of this chat is used up \(2000 of 1500 tokens\)/);
    assert.equal((await test.say('Please')).reason, 'budget');
    assert.equal(server.requests.length, 2);
    assert.equal((await test.session.resume()).reason, 'done');
    assert.equal(server.requests.length, 3);
    assert.match(JSON.stringify(server.requests[2]?.contents.at(-1)), /Three.*Please/);
  });

  it('counts money, and what small questions cost besides', () => {
    const spending = new Spending(noLedger);
    const counts = { input: 0, output: 0, cached: 0, thoughts: 0, total: 10, cost: 0.3 };
    spending.take({ type: 'asked', job: 'classifier', model: 'm', usage: counts });
    spending.take({ type: 'message-finished', messageId: 'a', end: 'stop', usage: counts });
    assert.equal(spending.check(forPrompt({ money: 0.7 }), Date.now), undefined);
    assert.deepEqual(spending.check(forPrompt({ money: 0.6 }), Date.now), {
      ...{ scope: 'prompt', unit: 'money', used: 0.6, limit: 0.6 },
    });
  });

  it('for a day stops every chat, and goes on for all when the person lets it', async () => {
    const ledger = memoryLedger();
    const counts = usage({ promptTokenCount: 800, candidatesTokenCount: 200 });
    server.respond(() => [text('Fine.'), counts]);
    const options = { url: server.url, ledger, budgets: () => forDay({ tokens: 1500 }) };
    const [one, two] = [createTestSession(options), createTestSession(options)];
    assert.equal((await one.say('One')).reason, 'done');
    assert.equal((await two.say('Two')).reason, 'done');
    assert.equal((await two.say('Three')).reason, 'budget');
    assert.match(lastNotice(two)?.text ?? '', /budget of today is used up \(2000 of 1500 tokens\)/);
    assert.equal((await one.say('Four')).reason, 'budget');
    assert.equal(server.requests.length, 2);
    assert.equal((await one.session.resume()).reason, 'done');
    assert.equal((await two.session.resume()).reason, 'done');
  });

  it('counts answers that broke off, were blocked, stopped or kept repeating themselves, as far as the service says', async () => {
    const counts = usageOnly({ promptTokenCount: 800, candidatesTokenCount: 200, totalTokenCount: 1000 });
    const ledger = memoryLedger();
    const test = createTestSession({ url: server.url, ledger });
    const tokens = () => {
      const sum = ledger.sum();
      return [test.session.state.usage.total, sum.ok && sum.spent.tokens];
    };
    server.reply(text('Half'), counts, cut()).reply([text('Whole.'), counts]);
    await test.say('One');
    assert.deepEqual(tokens(), [2000, 2000]);
    server.reply(payload({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { totalTokenCount: 500 } }));
    await test.say('Two');
    assert.deepEqual(tokens(), [2500, 2500]);
    const gate = server.gate();
    server.reply(text('Half'), counts, gate);
    const running = test.say('Three');
    await gate.reached;
    await test.event('delta', ({ messageId }) => messageId === test.session.state.live?.id);
    test.session.stop();
    await running;
    assert.deepEqual(tokens(), [3500, 3500]);
    const own = usage({ promptTokenCount: 800, candidatesTokenCount: 200 });
    server.reply(text('The same words again. '.repeat(60)), own, hang());
    server.reply(text('Sorry.'), counts);
    await test.say('Four');
    assert.deepEqual(tokens(), [5500, 5500]);
  });

  it('counts what was asked to choose the model and could not be read', async () => {
    const counts = usage({ promptTokenCount: 90, candidatesTokenCount: 10 });
    const ledger = memoryLedger();
    server.respond(({ model }) => (model === 'small' ? [text('Hm.'), counts] : undefined));
    const test = createTestSession({
      url: server.url,
      ledger,
      utilityModel: loopbackUtilityModel(server.url),
      route: async ({ asks }, signal) => {
        await asks.ask({ job: 'classifier', system: '', prompt: 'Hi', responseSchema: {} }, signal);
        return undefined;
      },
      budgets: () => forPrompt({ tokens: 300 }),
    });
    assert.equal((await test.say('Hi')).reason, 'budget');
    const sum = ledger.sum();
    assert.deepEqual(sum.ok && [sum.spent.tokens, sum.spent.requests], [300, 3]);
    assert.match(lastNotice(test)?.text ?? '', /300 of 300 tokens/);
  });

  it('that nobody can tell the state of lets nothing be asked', async () => {
    const ledger: DayLedger = { ...noLedger, sum: () => ({ ok: false, message: 'day.jsonl:3 is damaged.' }) };
    const test = createTestSession({ url: server.url, ledger, budgets: () => forDay({ requests: 5 }) });
    assert.equal((await test.say('Hi')).reason, 'failed');
    assert.equal(server.requests.length, 0);
    assert.equal(lastNotice(test)?.text, 'day.jsonl:3 is damaged.');
    const careless = createTestSession({ url: server.url, ledger });
    assert.equal((await careless.say('Hi')).reason, 'done', 'without a budget for the day nobody reads it');
  });
});

function memoryLedger(): DayLedger {
  const nothing: Spent = { tokens: 0, money: 0, requests: 0, ms: 0 };
  let spent = nothing;
  return {
    add: more => {
      spent = sumOf(spent, more);
    },
    sum: () => ({ ok: true, spent }),
    grant: () => {
      spent = nothing;
    },
  };
}
