import assert from 'node:assert/strict';
import { Spending, type Budget, type Budgets } from '../../../src/agent/budget';
import type { AgentEvent } from '../../../src/shared/events';
import { call, text, usage } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';
import { createTestSession } from '../../support/testSession';

const unlimited: Budget = { tokens: 0, requests: 0, minutes: 0 };
const forPrompt = (budget: Partial<Budget>): Budgets => ({ prompt: { ...unlimited, ...budget }, session: unlimited });
const forSession = (budget: Partial<Budget>): Budgets => ({ prompt: unlimited, session: { ...unlimited, ...budget } });
const MINUTE = 60_000;

describe('What is spent', () => {
  const waiting = (at: number, state: 'awaitingApproval' | 'executing'): AgentEvent => {
    return { type: 'tool-state', callId: 'c', state, at };
  };
  const spent = (...events: AgentEvent[]) => {
    const spending = new Spending();
    events.forEach(event => spending.take(event));
    return spending;
  };

  it('is without limit where there is no budget', () => {
    const spending = new Spending({ tokens: 1e9, requests: 1e9 });
    assert.equal(spending.overrun(forPrompt({}), Date.now), undefined);
  });

  it('leaves out the time in which the person was waited for', () => {
    const spending = spent(
      { type: 'run-started', at: 0 },
      waiting(MINUTE, 'awaitingApproval'),
      waiting(60 * MINUTE, 'executing'),
    );
    const budgets = forPrompt({ minutes: 2 });
    assert.equal(
      spending.overrun(budgets, () => 60.5 * MINUTE),
      undefined,
    );
    assert.deepEqual(
      spending.overrun(budgets, () => 61 * MINUTE),
      {
        ...{ scope: 'prompt', unit: 'minutes', used: 2, limit: 2 },
      },
    );
  });

  it('adds the minutes of runs up for the chat, and begins anew with each prompt', () => {
    const run = (from: number, to: number): AgentEvent[] => [
      { type: 'run-started', at: from * MINUTE },
      { type: 'run-finished', reason: 'done', at: to * MINUTE },
    ];
    const spending = spent(...run(0, 2), ...run(100, 102));
    assert.equal(spending.overrun(forPrompt({ minutes: 3 }), Date.now), undefined);
    assert.equal(spending.overrun(forSession({ minutes: 4 }), Date.now)?.used, 4);
    spending.grant();
    assert.equal(spending.overrun(forSession({ minutes: 4 }), Date.now), undefined);
  });

  it('counts what a session had used before it was taken up again', () => {
    const spending = new Spending({ tokens: 900, requests: 3 });
    assert.equal(spending.overrun(forSession({ tokens: 900 }), Date.now)?.unit, 'tokens');
    assert.equal(spending.overrun(forSession({ requests: 3 }), Date.now)?.unit, 'requests');
    assert.equal(spending.overrun(forPrompt({ requests: 3 }), Date.now), undefined);
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
});
