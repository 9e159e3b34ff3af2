import assert from 'node:assert/strict';
import { ToolScheduler } from '../../../../src/agent/calls/toolScheduler';
import type { OnInput, WriteInput } from '../../../../src/agent/ports/terminal';
import type { Tool } from '../../../../src/agent/tool';
import type { Decision } from '../../../../src/policy/decision';
import type { AgentEvent, ToolCallState, ApprovalSource } from '../../../../src/shared/events';
import type { ToolCall } from '../../../../src/shared/messages';
import { noOutputFiles } from '../../../support/idlePorts';
import { answering, deciding } from '../../../support/approve';
import { ToolPlace } from '../../../support/toolPlace';

const ENDS: readonly ToolCallState[] = ['success', 'error', 'rejected', 'cancelled'];

describe('The scheduler', () => {
  let ran: unknown[];
  let events: AgentEvent[];
  let notices: string[];
  let scheduler: ToolScheduler;
  let decision: Decision;
  /** What the command does when it is sent. */
  let onInput: (tell: OnInput) => void;

  beforeEach(() => {
    ran = [];
    events = [];
    notices = [];
    onInput = () => undefined;
    const parameters = {
      type: 'object',
      properties: {
        n: { type: 'number' },
        isLoud: { type: 'boolean' },
        names: { type: 'array', items: { type: 'string' } },
      },
      required: ['n'],
    };
    const look: Tool = {
      kind: 'read',
      name: 'look',
      icon: 'search',
      description: 'Looks.',
      parameters,
      title: () => 'Look',
      run: async (args: { n: number }) => {
        // The later ones are done sooner.
        for (let turns = 30 - args.n; turns > 0; turns--) await Promise.resolve();
        ran.push(args);
        return { content: `looked ${args.n}` };
      },
    };
    const send: Tool = {
      kind: 'change',
      changes: 'command',
      name: 'send',
      description: 'Sends.',
      parameters,
      title: () => 'Send',
      propose: async ({ n }: { n: number }) => ({ kind: 'command', command: String(n), cwd: '/w' }) as const,
      apply: async (approved, context) => {
        if (context.onInput) onInput(context.onInput);
        ran.push(approved.command);
        return { content: `sent ${approved.command}`, ...(approved.command === '99' && { warning: 'Look!' }) };
      },
    };
    decision = { decision: 'allow', reason: { kind: 'mode' } };
    scheduler = new ToolScheduler({
      ...new ToolPlace().context,
      tools: () => [look, send],
      outputFiles: noOutputFiles,
      decide: deciding(() => decision),
      ask: answering({ decision: 'accept' }),
      emit: event => events.push(event),
      notify: (text, level = 'info') => notices.push(`${level}: ${text}`),
      now: () => 0,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
  });

  const call = (name: string, args: Record<string, unknown>, id: number): ToolCall => ({
    id: `call-${id}`,
    name,
    args,
  });
  const run = (calls: readonly ToolCall[], signal = new AbortController().signal) => scheduler.run(calls, signal);
  const endsOf = (id: string) =>
    events.flatMap(event =>
      event.type === 'tool-state' && event.callId === id && ENDS.includes(event.state) ? [event.state] : [],
    );

  it('tells the user what a tool has to say to them, and keeps it from the model', async () => {
    const results = await run([call('send', { n: 99 }, 1), call('send', { n: 1 }, 2)]);
    assert.deepEqual(notices, ['warning: Look!']);
    assert.doesNotMatch(JSON.stringify(results), /Look!/);
  });

  it('has it looked at what programs change that Pollux knows nothing of, and not what is elsewhere', async () => {
    const hints = {};
    const use: Tool = {
      kind: 'change',
      changes: 'mcp',
      name: 'use',
      description: 'Uses a server.',
      parameters: { type: 'object', properties: { from: { type: 'string' } } },
      title: ({ from }: { from: string }) => `Use ${from}`,
      propose: async ({ from }: { from: string }) =>
        ({ kind: 'mcp', server: 's', tool: 't', args: {}, isForeign: false, from, hints }) as const,
      apply: async () => ({ content: 'used' }),
    };
    const around: string[] = [];
    scheduler = new ToolScheduler({
      ...new ToolPlace().context,
      tools: () => [use],
      outputFiles: noOutputFiles,
      decide: deciding(() => decision),
      ask: answering({ decision: 'accept' }),
      around: (label, apply) => {
        around.push(label);
        return apply();
      },
      emit: event => events.push(event),
      now: () => 0,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
    const from = ['node server.js', 'https://example.org/mcp'];
    const results = await run(from.map((each, index) => call('use', { from: each }, index)));
    assert.deepEqual(
      results.map(({ content }) => content),
      ['used', 'used'],
    );
    assert.deepEqual(around, ['Use node server.js']);
  });

  it('tells the icon of the tool from the start and in the result, however the call ends', async () => {
    const found = await run([call('look', { n: 1 }, 0), call('look', { n: 'x' }, 1)]);
    const others = await run([call('send', { n: 2 }, 2), call('lookk', { n: 3 }, 3)]);
    assert.deepEqual(
      [...found, ...others].map(({ status, icon }) => [status, icon]),
      [
        ['success', 'search'],
        ['error', 'search'],
        ['success', undefined],
        ['error', undefined],
      ],
    );
    const first = events.flatMap(event =>
      event.type === 'tool-state' && event.state === 'validating' ? [event.icon] : [],
    );
    assert.deepEqual(first, ['search', 'search', undefined, undefined]);
  });

  it('notes who let each call run', async () => {
    const rule = { name: 'git', file: '/w/rules.toml', line: 3 };
    const cases: readonly (readonly [Decision, ApprovalSource])[] = [
      [{ decision: 'ask', reason: { kind: 'command' } }, { by: 'user' }],
      [
        { decision: 'allow', reason: { kind: 'rule' }, rule },
        { by: 'rule', rule },
      ],
      [{ decision: 'allow', reason: { kind: 'mode' } }, { by: 'mode' }],
      [{ decision: 'allow', reason: { kind: 'readOnly' } }, { by: 'readOnly' }],
    ];
    for (const [each, approvalSource] of cases) {
      decision = each;
      events.length = 0;
      await run([call('send', { n: 1 }, 0), call('look', { n: 2 }, 1)]);
      const noted = events.flatMap(event =>
        event.type === 'tool-state' && event.approvalSource ? [event.approvalSource] : [],
      );
      assert.deepEqual(noted, [approvalSource, approvalSource]);
    }
  });

  it('passes what the person types on to the command that waits for it, and to no other', async () => {
    const given: (string | null)[] = [];
    const write: WriteInput = line => given.push(line) > 0;
    const accepted: boolean[] = [];
    type(1, 'too early');
    onInput = tell => {
      tell(null, write);
      type(1, 'not yet');
      tell('text', write);
      type(2, 'elsewhere');
      type(1, 'yes');
      tell(null, write);
      type(1, 'twice');
      tell('secret', write);
      type(1, null);
    };
    await run([call('send', { n: 1 }, 1)]);
    type(1, 'too late');
    assert.deepEqual(accepted, [false, false, false, true, false, true, false]);
    assert.deepEqual(given, ['yes', null]);
    const told = events.flatMap(event => (event.type === 'tool-input' ? [[event.callId, event.awaited]] : []));
    assert.deepEqual(told, [
      ['call-1', 'text'],
      ['call-1', null],
      ['call-1', 'secret'],
    ]);

    function type(id: number, line: string | null): void {
      accepted.push(scheduler.writeInput(`call-${id}`, line));
    }
  });

  it('runs 25 calls of an answer and answers each of the others with an error', async () => {
    const calls = Array.from({ length: 50 }, (_, i) => call('send', { n: i }, i));
    const results = await run(calls);
    assert.deepEqual(
      ran,
      calls.slice(0, 25).map((_, i) => String(i)),
    );
    assert.deepEqual(
      results.map(({ callId }) => callId),
      calls.map(({ id }) => id),
    );
    for (const [i, result] of results.entries()) {
      assert.deepEqual(
        [result.status, result.errorType],
        i < 25 ? ['success', undefined] : ['error', 'too_many_calls'],
      );
      assert.equal(endsOf(result.callId).length, 1);
    }
    assert.match(results[49]?.content ?? '', /^Not run: an answer may call 25 tools at most/);
  });

  it('answers in the order of the calls, whichever is done first', async () => {
    const results = await run([3, 20, 9].map((n, i) => call('look', { n }, i)));
    assert.deepEqual(
      results.map(({ content }) => content),
      ['looked 3', 'looked 20', 'looked 9'],
    );
    assert.deepEqual(ran, [{ n: 20 }, { n: 9 }, { n: 3 }]);
  });

  it('begins no change before the reads in front of it are done', async () => {
    await run([call('look', { n: 1 }, 0), call('send', { n: 2 }, 1), call('look', { n: 3 }, 2)]);
    assert.deepEqual(ran, [{ n: 1 }, '2', { n: 3 }]);
  });

  it('makes of arguments what the schema wants, where that is plain, and refuses the others', async () => {
    const [first, second] = await run([
      call('look', { n: '7', isLoud: 'true', names: 'one' }, 0),
      call('look', { n: 'seven' }, 1),
    ]);
    assert.deepEqual(ran, [{ n: 7, isLoud: true, names: ['one'] }]);
    assert.equal(first?.status, 'success');
    assert.deepEqual([second?.status, second?.errorType], ['error', 'invalid_tool_params']);
    assert.match(second?.content ?? '', /- n must be number/);
  });

  it('gives each call that had not begun when it was cancelled one outcome', async () => {
    const results = await run([call('look', { n: 1 }, 0), call('send', { n: 2 }, 1)], AbortSignal.abort());
    assert.deepEqual(ran, []);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['cancelled', 'cancelled'],
    );
    assert.deepEqual([endsOf('call-0'), endsOf('call-1')], [['cancelled'], ['cancelled']]);
  });

  it('cancels a call that is queued behind another one, at once and alone', async () => {
    const accepted: boolean[] = [];
    onInput = () => accepted.push(scheduler.cancel('call-1'));
    const results = await run([call('send', { n: 1 }, 0), call('send', { n: 2 }, 1), call('send', { n: 3 }, 2)]);
    assert.deepEqual(ran, ['1', '3']);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['success', 'cancelled', 'success'],
    );
    assert.deepEqual(endsOf('call-1'), ['cancelled']);
    const told = events.flatMap(event => (event.type === 'tool-state' ? [`${event.callId} ${event.state}`] : []));
    assert.ok(told.indexOf('call-1 cancelled') < told.indexOf('call-0 success'), 'it is told at once');
    assert.deepEqual(accepted, [true, false], 'once');
  });
});
