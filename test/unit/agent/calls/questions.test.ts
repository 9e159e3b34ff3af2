import assert from 'node:assert/strict';
import { recordDecision } from '../../../../src/policy/approvals';
import type { Decision, Policy, PolicyRequest } from '../../../../src/policy/decision';
import { trackedFiles } from '../../../../src/agent/calls/changeTracking';
import type { ChangeTracking } from '../../../../src/agent/ports/changes';
import type { Tool } from '../../../../src/agent/tool';
import type { WorkspacePath } from '../../../../src/agent/ports/workspace';
import { askUser } from '../../../../src/tools/askUser';
import { enterPlanMode } from '../../../../src/tools/enterPlanMode';
import { exitPlanMode } from '../../../../src/tools/exitPlanMode';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import {
  createTestSession,
  noteFiles,
  noteTools,
  StagedReview,
  type TestSessionOptions,
} from '../../../support/testSession';

/** Decides what the test says, and keeps what it was asked and what it was to remember. */
class ScriptedPolicy implements Policy {
  readonly requests: PolicyRequest[] = [];
  readonly remembered: string[] = [];
  constructor(private readonly decision: Decision) {}
  async decide(request: PolicyRequest) {
    this.requests.push(request);
    return recordDecision(this.decision, request.proposal);
  }
  async remember({ rule }: { readonly rule: string }) {
    this.remembered.push(rule);
  }
}

describe('questions to the person', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const start = (options: Partial<TestSessionOptions> = {}) => createTestSession({ url: server.url, ...options });
  const answered = () => server.requests.at(-1)?.functionResponses[0]?.response ?? {};

  it('carry the answers of a form to the model', async () => {
    const questions = [
      { question: 'Which one?', options: [{ label: 'A' }, { label: 'B', description: 'The other.' }] },
      { question: 'Why?' },
    ];
    server.reply(call('ask_user', { questions }, { id: 'q' })).reply(text('Thanks.'));
    const test = start({ tools: [askUser] });
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual(
      approval.proposal.kind === 'questions' && approval.proposal.questions.map(({ type, options }) => [type, options]),
      [
        ['choice', questions[0]?.options],
        ['text', []],
      ],
    );
    test.session.decide('q', { decision: 'accept', answers: ['B', 'It is shorter.'] });
    await run;
    assert.deepEqual(answered(), { output: '{"answers":{"0":"B","1":"It is shorter."}}' });
  });

  it('say of an edit whether a diff editor shows all of it already', async () => {
    for (const isShown of [true, false]) {
      const review = Object.assign(new StagedReview(), { isShown });
      server.reply(call('write_note', { name: 'a', text: 'new' }, { id: 'w1' })).reply(text('Done.'));
      const test = start({ tools: noteTools, review });
      const run = test.say('Hi');
      const { approval } = await test.event('approval-requested');
      assert.equal(approval.isShown, isShown ? true : undefined);
      test.session.decide('w1', { decision: 'accept' });
      await run;
    }
  });

  it('need options where they are a choice', async () => {
    server.reply(call('ask_user', { questions: [{ question: 'Which?', type: 'choice' }] })).reply(text('Oh.'));
    await start({ tools: [askUser] }).say('Hi');
    assert.match(String(answered().error), /"Which\?" is a choice/);
  });

  it('tell the model when the person does not answer', async () => {
    server.reply(call('ask_user', { questions: [{ question: 'Why?' }] }, { id: 'q' })).reply(text('Oh.'));
    const test = start({ tools: [askUser] });
    const run = test.say('Hi');
    await test.event('approval-requested');
    test.session.decide('q', { decision: 'reject' });
    await run;
    assert.match(String(answered().error), /rejected/);
  });

  it('lead into plan mode and out of it, and tell the model of a mode that the person chose', async () => {
    server
      .reply(call('enter_plan_mode', { reason: 'It is large.' }, { id: 'in' }))
      .reply(call('exit_plan_mode', { plan: '1. Begin.' }, { id: 'out' }))
      .reply(text('Here goes.'))
      .reply(text('Fine.'));
    const test = start({ tools: [enterPlanMode, exitPlanMode] });
    const run = test.say('Hi');
    await test.event('approval-requested', ({ approval }) => approval.callId === 'in');
    test.session.decide('in', { decision: 'accept' });
    const { approval } = await test.event('approval-requested', each => each.approval.callId === 'out');
    assert.deepEqual(approval.proposal, { kind: 'mode', mode: 'default', plan: '1. Begin.' });
    test.session.decide('out', { decision: 'accept', mode: 'autoEdit' });
    await run;
    assert.match(String(answered().output), /without asking/);
    await test.say('Go on');
    const told =
      server.requests
        .at(-1)
        ?.contents.at(-1)
        ?.parts?.map(part => part.text) ?? [];
    assert.match(told.join('\n'), /The approval mode is now: edit freely/);
  });

  it('come before a secret file is read', async () => {
    const path = { relative: 'conf/.env', display: 'conf/.env' } as WorkspacePath;
    const readEnv: Tool = {
      ...(noteTools[0] as Extract<Tool, { kind: 'read' }>),
      reads: async () => [path],
    };
    server.reply(call('read_note', { name: 'a' }, { id: 'r' })).reply(text('Oh.'));
    const policy = new ScriptedPolicy({ decision: 'ask', reason: { kind: 'secret' } });
    const test = start({ tools: [readEnv], policy });
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual(approval.proposal, { kind: 'read', paths: ['conf/.env'] });
    assert.match(approval.reason ?? '', /secret/);
    test.session.decide('r', { decision: 'reject', reason: 'Not that one.' });
    await run;
    assert.match(String(answered().error), /Not that one/);
    assert.deepEqual(policy.requests[0]?.proposal, { kind: 'read', paths: ['conf/.env'] });
  });

  it('leave a rule behind if the person wants one', async () => {
    const remember = [{ id: 'r1', scope: 'folder', rule: 'write_note → allow' }] as const;
    const policy = new ScriptedPolicy({ decision: 'ask', reason: { kind: 'rule', detail: 'Careful.' }, remember });
    server.reply(call('write_note', { name: 'a', text: 'x' }, { id: 'w' })).reply(text('Done.'));
    const test = start({ policy });
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    assert.deepEqual([approval.remember, approval.reason], [remember, 'Careful.']);
    test.session.decide('w', { decision: 'accept', remember: 'r1' });
    await run;
    assert.deepEqual(policy.remembered, ['write_note → allow']);
  });

  it('about edits of one answer are answered as one, if the user says so, and asked again for the next', async () => {
    const write = (name: string, id: string) => call('write_note', { name, text: id }, { id });
    server.reply(write('a', '1'), write('b', '2'), write('c', '3')).reply(write('d', '4')).reply(text('Done.'));
    const notes = new Map<string, string>();
    const sources: (string | undefined)[] = [];
    const changes: ChangeTracking = {
      editing: (_, { source }, run) => {
        sources.push(source?.callId);
        return run();
      },
      following: async () => () => undefined,
      proposed: {
        propose: () => ({ stored: Promise.resolve(), edited: () => undefined, decided: () => undefined }),
        leaves: () => undefined,
      },
      recovered: () => undefined,
      runs: () => undefined,
      betweenSteps: async () => undefined,
    };
    const files = noteFiles(notes);
    const state = () => test.session.state;
    const test = start({ files: trackedFiles(files, { tracking: changes, state, now: () => 1 }), changes });
    const run = test.say('Hi');
    const { approval } = await test.event('approval-requested');
    const [first] = approval.remember;
    assert.deepEqual([first?.id, first?.scope], ['allowAnswer', 'answer']);
    test.session.decide('1', { decision: 'accept', remember: 'allowAnswer' });
    const next = await test.event('approval-requested', each => each.approval.callId !== '1');
    assert.equal(next.approval.callId, '4');
    assert.ok(!next.approval.remember.some(({ id }) => id === 'allowAnswer'), 'there is no other edit');
    test.session.decide('4', { decision: 'accept' });
    await run;
    assert.equal(notes.size, 4);
    assert.deepEqual(sources, [undefined, '2', '3', undefined], 'what nobody has looked at can still be undone');
  });

  it('are not asked where a rule denies, also for what only reads', async () => {
    const policy = new ScriptedPolicy({ decision: 'deny', reason: { kind: 'rule', detail: 'No notes.' } });
    server.reply(call('read_note', { name: 'a' })).reply(text('Oh.'));
    await start({ policy }).say('Hi');
    assert.match(String(answered().error), /No notes\./);
  });

  it('and calls that run can be cancelled one by one', async () => {
    const hanging: Tool = {
      ...(noteTools[0] as Extract<Tool, { kind: 'read' }>),
      name: 'hang',
      run: (_args, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    };
    server
      .reply(call('hang', { name: 'a' }, { id: 'h' }), call('read_note', { name: 'b' }, { id: 'r' }))
      .reply(text('Done.'));
    const test = start({ tools: [hanging, ...noteTools] });
    const run = test.say('Hi');
    await test.event('tool-state', ({ callId, state }) => callId === 'h' && state === 'executing');
    assert.equal(test.session.cancelCall('h'), true);
    assert.equal((await run).reason, 'done');
    assert.equal(test.session.cancelCall('h'), false);
    const results = server.requests.at(-1)?.functionResponses.map(({ response }) => response) ?? [];
    assert.match(String(results[0]?.error), /Cancelled/);
    assert.deepEqual(results[1], { output: 'note b' });
  });
});
