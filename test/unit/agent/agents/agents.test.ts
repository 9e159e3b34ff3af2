import assert from 'node:assert/strict';
import { BUILT_IN_AGENTS } from '../../../../src/context/agents/builtInAgents';
import type { Tool } from '../../../../src/agent/tool';
import { call, text, usage, hang, type Reply } from '../../../support/gemini/replies';
import { apiError } from '../../../support/gemini/errors';
import type { GeminiRequest } from '../../../support/gemini/request';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { ManualClock } from '../../../support/manualClock';
import { agentNamed, createAgentSession, type AgentSessionOptions } from '../../../support/agentSession';

describe('agents', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const scout = agentNamed('scout');
  const start = (options: Partial<AgentSessionOptions> = {}) =>
    createAgentSession({ url: server.url, agents: [scout], ...options });
  const invoke = (prompt = 'Look.', agent_name = 'scout') => call('invoke_agent', { agent_name, prompt });
  /** Answers of the agents, in order; what is asked in the chat is answered from the queue. */
  const agentSays = (...replies: readonly Reply[]) => {
    const queue = [...replies];
    server.respond(request => (isOfAgent(request) ? (queue.shift() ?? text('Nothing.')) : undefined));
  };
  const isOfAgent = ({ system }: GeminiRequest) => system.startsWith('You are the agent');
  const told = (index = -1) => {
    const own = server.requests.filter(request => !isOfAgent(request) && request.method === 'streamGenerateContent');
    return own.at(index)?.toolOutputs ?? [];
  };

  it('work on a task in a session of their own, and hand over a result', async () => {
    agentSays(call('read_note', { name: 'a' }), call('complete_task', { result: 'A says a.' }));
    server.reply(invoke()).reply(text('Done.'));
    const test = start();
    assert.equal((await test.say('Go')).reason, 'done');
    assert.deepEqual(told(), ["Subagent 'scout' finished.\nTermination Reason: GOAL\nResult:\nA says a."]);
    const [, first, second] = server.requests;
    assert.match(first?.system ?? '', /^You are the agent scout\.\n\n# Your task/);
    assert.match(first?.prompt ?? '', /Look\.$/);
    assert.deepEqual(first?.toolNames, ['read_note', 'write_note', 'complete_task']);
    assert.deepEqual(second?.toolOutputs, ['note a']);
    assert.equal(server.requests.length, 4);
    const [view] = Object.values(test.session.state.agents ?? {});
    assert.equal(view?.chat.isRunning, false);
    assert.deepEqual(
      view.chat.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'assistant', 'tool'],
    );
  });

  it('are done only with a result that fits', async () => {
    const [investigator] = BUILT_IN_AGENTS;
    assert.ok(investigator);
    const report = { SummaryOfFindings: 'Found.', ExplorationTrace: [], RelevantLocations: [] };
    server.respond(request => {
      if (!request.system.startsWith('You investigate')) return undefined;
      return request.toolOutputs.length === 0
        ? call('complete_task', { report: { SummaryOfFindings: 'Half' } })
        : call('complete_task', { report });
    });
    server.reply(invoke('Where?', 'codebase_investigator')).reply(text('Done.'));
    await start({ agents: [investigator] }).say('Go');
    assert.match(server.requests[2]?.toolOutputs[0] ?? '', /Invalid arguments for complete_task/);
    assert.match(told()[0] ?? '', /Reason: GOAL\nResult:\n\{\n {2}"SummaryOfFindings": "Found\."/);
  });

  it('get one more turn after the last, and are told of as out of turns without a result', async () => {
    agentSays(call('read_note', { name: 'a' }), call('read_note', { name: 'b' }), call('read_note', { name: 'c' }));
    server.reply(invoke()).reply(text('Done.'));
    const test = start({ agents: [{ ...scout, maxTurns: 2 }] });
    await test.say('Go');
    const own = server.requests.filter(isOfAgent);
    assert.equal(own.length, 3);
    assert.match(own[2]?.prompt ?? '', /You have used up your turns\./);
    assert.match(told()[0] ?? '', /Termination Reason: MAX_TURNS\nIt has no result: it took more than 2 turns\./);
    const [result] = test.session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.equal(result?.status, 'error');
    assert.equal(result.errorType, 'execution_failed');
    assert.equal(result.error, 'It reached its limit of turns (2) and gave no result.');
  });

  it('reach their goal in the turn of grace', async () => {
    agentSays(text('I am done.'), call('complete_task', { result: 'After all.' }));
    server.reply(invoke()).reply(text('Done.'));
    await start().say('Go');
    assert.match(told()[0] ?? '', /Reason: GOAL\nResult:\nAfter all\./);
  });

  it('never end with an empty result', async () => {
    agentSays(text('I am done.'), text('Really.'));
    server.reply(invoke()).reply(text('Done.'));
    await start().say('Go');
    assert.match(told()[0] ?? '', /Reason: ERROR_NO_COMPLETE_TASK_CALL\n[^]*unchecked:\nReally\.$/);
  });

  it('run out of time, and say so', async () => {
    agentSays([text('Hm.'), hang()], [text('Still.'), call('complete_task', { result: 'In time.' })]);
    server.reply(invoke()).reply(text('Done.'));
    await start({ agents: [{ ...scout, maxMinutes: 0.02 }] }).say('Go');
    assert.match(told()[0] ?? '', /Reason: GOAL\nResult:\nIn time\./);
    assert.match(server.requests.filter(isOfAgent)[1]?.prompt ?? '', /Your time is over\./);
  });

  it('fail with what the model service says', async () => {
    agentSays(apiError(400, { message: 'No.' }));
    server.reply(invoke()).reply(text('Done.'));
    await start().say('Go');
    assert.match(told()[0] ?? '', /Reason: ERROR\nIt has no result: /);
  });

  it('end with the run that set them to work', async () => {
    agentSays([text('Hm.'), hang()], [text('Hm.'), hang()]);
    server.reply(invoke('One.'), invoke('Two.'));
    const test = start();
    const run = test.say('Go');
    await Promise.all([server.waitForRequest(isOfAgent), test.event(event => event.type === 'agent')]);
    test.session.stop();
    assert.equal((await run).reason, 'cancelled');
    const views = Object.values(test.session.state.agents ?? {});
    assert.deepEqual(
      views.map(({ chat }) => chat.isRunning),
      [false, false],
    );
    assert.equal((await server.requests.find(isOfAgent)?.ended) ?? '', 'aborted');
  });

  it('are told of as aborted, with the last that they said, when the user cancels one of several', async () => {
    server.respond(request => {
      if (!isOfAgent(request)) return undefined;
      return request.prompt.endsWith('One.')
        ? [text('Half of it.'), hang()]
        : call('complete_task', { result: 'Found it.' });
    });
    server.reply(invoke('One.'), invoke('Two.')).reply(text('Done.'));
    const test = start();
    const run = test.say('Go');
    const said = await test.event(event => event.type === 'agent' && event.event.type === 'delta');
    assert.ok(said.type === 'agent' && test.session.cancelCall(said.callId));
    assert.equal((await run).reason, 'done');
    assert.match(told()[0] ?? '', /^Subagent 'scout' finished\.\nTermination Reason: ABORTED\n[^]*Half of it\.$/);
    assert.match(told()[1] ?? '', /Reason: GOAL\nResult:\nFound it\.$/);
    const [result] = test.session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.equal(result?.status, 'cancelled');
  });

  /** An agent in the middle of a tool that ignores a stop. */
  const stuck = async () => {
    agentSays(call('deaf', {}));
    server.reply(invoke()).reply(text('Done.'));
    const clock = new ManualClock();
    let isCalled = false;
    const never = () => {
      isCalled = true;
      return new Promise<never>(() => undefined);
    };
    const deaf: Tool = {
      kind: 'read',
      name: 'deaf',
      description: 'Waits.',
      parameters: { type: 'object' },
      title: () => 'Wait',
      run: never,
    };
    const test = start({ tools: [deaf], timers: clock });
    const run = test.say('Go');
    await clock.until(() => isCalled);
    return { test, clock, run };
  };

  it('are told of with how they ended where the user cancels them at that moment', async () => {
    const { test, clock, run } = await stuck();
    test.session.subscribe(event => {
      if (event.type === 'agent' && event.event.type === 'run-finished') test.session.cancelCall(event.callId);
    });
    clock.pass(3 * 60_000);
    await clock.until(() => clock.hasTimer(800));
    clock.pass(800);
    assert.equal((await run).reason, 'done');
    assert.match(told()[0] ?? '', /Termination Reason: TIMEOUT\n/);
  });

  it('end less than a second after a stop, although a tool of theirs ignores it', async () => {
    const { test, clock, run } = await stuck();
    test.session.stop();
    await clock.until(() => clock.hasTimer(800));
    clock.pass(800);
    assert.equal((await run).reason, 'cancelled');
    const results = test.session.state.messages.flatMap(each => (each.role === 'tool' ? each.results : []));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['cancelled'],
    );
  });

  it('ask in the chat that set them to work, and go on alone when they are denied', async () => {
    server.respond(request => {
      if (!isOfAgent(request)) return undefined;
      const name = request.prompt.endsWith('One.') ? 'one' : 'two';
      if (request.toolOutputs.length === 0) return call('write_note', { name, text: 'new' });
      return call('complete_task', { result: `${name}: ${request.toolOutputs[0]?.slice(0, 8)}` });
    });
    server.reply(invoke('One.'), invoke('Two.')).reply(text('Done.'));
    const test = start();
    const run = test.say('Go');
    const asked = () => test.session.state.approvals;
    await new Promise<void>(resolve => test.session.subscribe(() => asked().length === 2 && resolve()));
    assert.deepEqual(
      asked().map(({ agent }) => agent),
      ['scout', 'scout'],
    );
    const [first, second] = asked();
    assert.ok(test.session.decide(first?.callId ?? '', { decision: 'reject' }));
    await test.event(event => event.type === 'agent' && event.event.type === 'approval-settled');
    assert.equal(asked().length, 1);
    assert.ok(test.session.decide(second?.callId ?? '', { decision: 'accept' }));
    assert.equal((await run).reason, 'done');
    const results = told().map(each => each.split('\n').at(-1));
    assert.deepEqual(results.map(each => each?.slice(5)).sort(), ['The user', 'wrote ne']);
  });

  it('have no more tools than they are given, and set no agents to work', async () => {
    agentSays(call('complete_task', { result: 'x' }));
    server.reply(invoke()).reply(text('Done.'));
    await start({ agents: [{ ...scout, tools: ['read_*', 'run_shell_command', 'invoke_agent'] }] }).say('Go');
    assert.deepEqual(server.requests[1]?.toolNames, ['read_note', 'complete_task']);
  });

  it('use the budget of the chat, and together pass it by one answer at most', async () => {
    const took = usage({ promptTokenCount: 90, candidatesTokenCount: 10, totalTokenCount: 100 });
    server.respond(request => (isOfAgent(request) ? [call('read_note', { name: 'a' }), took] : undefined));
    server.reply(invoke('One.'), invoke('Two.'), invoke('Three.'), took).reply(text('Done.'));
    const none = { tokens: 0, money: 0, requests: 0, minutes: 0 };
    const budgets = () => ({ prompt: { ...none, tokens: 450 }, session: none, day: none });
    const test = start({ budgets });
    assert.equal((await test.say('Go')).reason, 'budget');
    assert.equal(test.session.state.usage.total, 500);
    assert.match(
      test.session.state.messages.flatMap(m => (m.role === 'tool' ? m.results : []))[0]?.content ?? '',
      /budget/,
    );
  });

  it('ask no longer about a call that was cancelled', async () => {
    server.respond(request => {
      if (!isOfAgent(request)) return undefined;
      const isFirst = request.toolOutputs.length === 0;
      return isFirst ? call('write_note', { name: 'one', text: 'new' }) : call('complete_task', { result: 'Left it.' });
    });
    server.reply(invoke()).reply(text('Done.'));
    const test = start();
    const run = test.say('Go');
    await new Promise<void>(resolve => {
      test.session.subscribe(() => test.session.state.approvals.length === 1 && resolve());
    });
    assert.ok(test.session.cancelCall(test.session.state.approvals[0]?.callId ?? ''));
    await test.event(
      event => event.type === 'agent' && event.event.type === 'tool-state' && event.event.state === 'cancelled',
    );
    assert.deepEqual(test.session.state.approvals, []);
    await run;
    assert.match(told()[0] ?? '', /Left it\./);
  });
});
