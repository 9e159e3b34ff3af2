import assert from 'node:assert/strict';
import type { AgentResultShape } from '../../src/agent/ports/agents';
import { createFileLocks } from '../../src/node/files/fileLocks';
import type { AgentEvent } from '../../src/shared/events';
import { agentNamed, createAgentSession } from '../support/agentSession';
import { fuzzRuns, seeded } from '../support/fuzzRuns';
import { apiError } from '../support/gemini/errors';
import { call, cut, hang, text, usage, type Reply } from '../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../support/geminiServer';
import { ManualClock } from '../support/manualClock';
import { Scratch } from '../support/scratch';
import { noteTools } from '../support/testSession';

const STOP_MS = 1000;
/** Real milliseconds in which nothing happens: everybody waits for the clock. */
const IDLE_MS = 5;
const LIMIT = 900;
const TOOK = 100;
const ENDS = /Termination Reason: (GOAL|TIMEOUT|MAX_TURNS|ABORTED|ERROR|ERROR_NO_COMPLETE_TASK_CALL)$/m;
const took = usage({ promptTokenCount: 90, candidatesTokenCount: 10, totalTokenCount: TOOK });

/** What one answer of an agent, or a tool that it calls, does. */
const FAULTS = [
  'read',
  'write',
  'write',
  'done',
  'done',
  'empty',
  'wrong',
  'talk',
  'hang',
  'cut',
  'refused',
  'bug',
  'deaf',
] as const;
type Fault = (typeof FAULTS)[number];

/** The agent of which a result has a shape of its own. */
const SHAPED = 'a2';
const SHAPE: AgentResultShape = {
  name: 'report',
  description: 'What was found.',
  schema: {
    type: 'object',
    properties: { found: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    required: ['found'],
    additionalProperties: false,
  },
};

/** What an agent hands over: a result, one that is empty, or one that doesn't fit. */
function handedOver(name: string, fault: 'done' | 'empty' | 'wrong'): Record<string, unknown> {
  if (name !== SHAPED)
    return { done: { result: `result of ${name}` }, empty: { result: '  ' }, wrong: { result: 1, more: true } }[fault];
  const report = { done: { found: [`result of ${name}`] }, empty: {}, wrong: { found: [] } }[fault];
  return { report };
}

function assertFits(content: string): void {
  const { 1: name, 2: result = '' } =
    /^Subagent '(\w+)' finished\.\nTermination Reason: GOAL\nResult:\n(.*)$/s.exec(content) ?? [];
  assert.ok(name, content);
  if (name === SHAPED) assert.deepEqual(JSON.parse(result), { found: ['result of a2'] });
  else assert.equal(result, `result of ${name}`);
}

/** What the answer took that took most, all that was void of it included. */
function largestAnswer(events: readonly AgentEvent[]): number {
  const byMessage = new Map<string, number>();
  for (const outer of events) {
    const event = outer.type === 'agent' ? outer.event : outer;
    if ((event.type !== 'message-finished' && event.type !== 'retry') || !event.usage) continue;
    byMessage.set(event.messageId, (byMessage.get(event.messageId) ?? 0) + event.usage.total);
  }
  return Math.max(0, ...byMessage.values());
}

/** Lets the clock go on to the next timer whenever nothing has happened for a while; returns how to end that. */
function passWhenIdle(clock: ManualClock, happened: () => number): () => void {
  let before = happened();
  const timer = setInterval(() => {
    const now = happened();
    if (now === before) clock.passToNext();
    before = now;
  }, IDLE_MS);
  return () => clearInterval(timer);
}

describe('Agents, whatever goes wrong,', function () {
  let server: GeminiServer;
  let scratch: Scratch;
  before(async () => (scratch = await Scratch.make()));
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());
  after(() => scratch.close());

  const answer = (fault: Fault, name: string): Reply => {
    switch (fault) {
      case 'read':
      case 'bug':
        return [call('read_note', { name: fault === 'bug' ? 'bug' : name }), took];
      case 'deaf':
        return [call('sleep', {}), took];
      case 'write':
        return [call('write_note', { name: 'shared', text: name }), took];
      case 'done':
      case 'empty':
      case 'wrong':
        return [call('complete_task', handedOver(name, fault)), took];
      case 'talk':
        return [text('I am done, I think.'), took];
      case 'hang':
        return [text('Hm'), hang()];
      case 'cut':
        return [text('Hm'), cut()];
      case 'refused':
        return apiError(400, { message: 'No.' });
      default:
        return fault satisfies never;
    }
  };

  const runOnce = async (random: () => number) => {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const stopsAt = random() < 0.3 ? Math.floor(random() * 40) : Infinity;
    const isLimited = random() < 0.3;
    const count = 1 + Math.floor(random() * 4);
    const stopped = { at: Infinity };
    const clock = new ManualClock();
    let happened = 0;
    let writers = 0;
    let isOver = false;
    const late: string[] = [];
    const cancelled = new Set<string>();
    server.respond(({ system, method }) => {
      happened++;
      if (method !== 'streamGenerateContent') return undefined;
      if (isOver || clock.elapsed() - stopped.at > STOP_MS) late.push('a request');
      const { 1: name } = /^You are the agent (\w+)\./.exec(system) ?? [];
      return name === undefined ? undefined : answer(pick(FAULTS), name);
    });
    const calls = Array.from({ length: count }, (_, i) =>
      call('invoke_agent', { agent_name: `a${i % 3}`, prompt: `Task ${i}` }),
    );
    server.reply(...calls, took).reply(text('All done.'), took);
    const none = { tokens: 0, money: 0, requests: 0, minutes: 0 };
    // A tool that does not hear of a stop.
    const sleep = {
      kind: 'read',
      name: 'sleep',
      description: 'Sleeps.',
      parameters: { type: 'object', properties: {} },
      title: () => 'Sleep',
      run: () => new Promise<never>(() => undefined),
    } as const;
    const agents = ['a0', 'a1', SHAPED].map(name => {
      const limits = { maxTurns: 1 + Math.floor(random() * 4), maxMinutes: 3 };
      return agentNamed(name, { ...limits, ...(name === SHAPED && { output: SHAPE }) });
    });
    const test = createAgentSession({
      url: server.url,
      agents,
      tools: [...noteTools, sleep],
      timers: clock,
      locks: createFileLocks({ folders: [scratch.absolute('locks')] }),
      budgets: () => ({ prompt: { ...none, tokens: isLimited ? LIMIT : 0 }, session: none, day: none }),
      files: {
        writeAll: () => Promise.reject(new Error('not here')),
        async write({ after }) {
          if (clock.elapsed() - stopped.at > STOP_MS) late.push('a write');
          assert.equal(writers++, 0, 'two write one file at once');
          await new Promise(resolve => setImmediate(resolve));
          writers--;
          return { text: after, isSaved: true };
        },
      },
    });
    const { session } = test;
    let seen = 0;
    let stoppedAt = Infinity;
    session.subscribe(event => {
      happened++;
      if (++seen === stopsAt) {
        stopped.at = clock.elapsed();
        stoppedAt = performance.now();
        session.stop();
      }
      act(event);
    });
    const act = (event: AgentEvent) => {
      if (event.type !== 'agent' || event.event.type !== 'approval-requested') return;
      const address = `${event.callId}/${event.event.approval.callId}`;
      const verdict = random();
      setImmediate(() => {
        if (verdict < 0.5) session.decide(address, { decision: 'accept' });
        else if (verdict < 0.8) session.decide(address, { decision: 'reject' });
        else if (verdict < 0.9) session.cancelCall(address);
        else {
          cancelled.add(event.callId);
          session.cancelCall(event.callId);
        }
      });
    };
    const end = passWhenIdle(clock, () => happened);
    const outcome = await test.say('Go').finally(end);
    if (stopped.at < Infinity) {
      assert.ok(clock.elapsed() - stopped.at < STOP_MS, 'Stop took too long');
      assert.ok(performance.now() - stoppedAt < 2 * STOP_MS, 'Stop took too long, beside the clock');
    }
    isOver = true;

    const results = session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    for (const { callId, status, content } of results) {
      if (status === 'success') assertFits(content);
      else if (session.state.agents?.[callId]) assert.match(content, ENDS);
      // One that is denied, fails or is cancelled ends no other.
      if (outcome.reason === 'done' && !cancelled.has(callId)) assert.doesNotMatch(content, /Reason: ABORTED/);
    }
    if (outcome.reason === 'done') assert.equal(results.length, count);
    for (const { agent, chat } of Object.values(session.state.agents ?? {})) {
      assert.equal(chat.isRunning, false);
      const turns = chat.messages.filter(({ role }) => role === 'assistant').length;
      const { maxTurns = 0 } = agents.find(({ name }) => name === agent.name) ?? {};
      assert.ok(turns <= maxTurns + 1, 'more than one turn of grace');
    }
    assert.equal(session.state.approvals.length, 0);
    if (isLimited) assert.ok(session.state.usage.total < LIMIT + largestAnswer(test.events), 'over the budget');
    assert.ok(['done', 'cancelled', 'budget', 'failed', 'loop'].includes(outcome.reason));
    assert.deepEqual(late, []);
  };

  const runs = Math.min(fuzzRuns(6), 1000);
  it('end as told, stop, keep to budgets, and never write one file at once', async function () {
    this.timeout(60_000 + runs * 1000);
    const random = seeded();
    for (let i = 0; i < runs; i++) {
      await runOnce(random);
      await server.close();
      server = await startGeminiServer();
    }
  });
});
