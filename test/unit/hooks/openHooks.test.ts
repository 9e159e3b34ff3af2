import assert from 'node:assert/strict';
import { HOOK_EVENTS, type PendingHook } from '../../../src/agent/ports/hooks';
import type { HookDefinition } from '../../../src/config/hookDefinitions';
import { HookApprovals } from '../../../src/hooks/approval';
import { openHooks, type HookOptions, type HookProcess } from '../../../src/hooks/openHooks';
import type { HookProcessEnd } from '../../../src/hooks/readAnswer';
import { hookAt } from '../../support/hookFakes';

describe('Hooks', () => {
  let ran: HookProcess[];
  let asked: PendingHook[];
  let kept: Map<string, unknown>;
  let files: Record<string, string>;
  /** What a command answers, and how it ends. */
  let answers: Record<string, object>;
  let ends: Record<string, Partial<HookProcessEnd>>;
  beforeEach(() => {
    ran = [];
    asked = [];
    kept = new Map();
    files = {};
    answers = {};
    ends = {};
  });
  const signal = new AbortController().signal;
  const open = (hooks: readonly HookDefinition[], more: Partial<HookOptions> = {}) =>
    openHooks({
      hooks,
      settings: { isEnabled: true, isSystemEnabled: true, disabled: [], tells: true },
      kept: { get: name => kept.get(name), set: (name, value) => void kept.set(name, value) },
      digest: text => text,
      filesOf: async () => files,
      folderOf: () => '/work',
      trustsProject: false,
      sessionId: 's1',
      transcript: '/sessions/s1.jsonl',
      onPending: hook => void asked.push(...hook),
      run: async process => {
        ran.push(process);
        const stdout = JSON.stringify(answers[process.command] ?? {});
        return { exitCode: 0, stdout, stderr: '', ...ends[process.command] };
      },
      now: () => new Date(0),
      ...more,
    });
  const write = { name: 'write_file', args: { file_path: 'a' } };
  const beforeWrite = async (hooks: readonly HookDefinition[], more: Partial<HookOptions> = {}) =>
    (await open(hooks, more))?.fire('BeforeTool', write, signal);
  const guard = hookAt('BeforeTool', { command: 'guard' });

  it('are none where all are switched off', async () => {
    const off = { isEnabled: true, isSystemEnabled: true, disabled: ['guard', 'Named'], tells: true };
    assert.equal(await open([]), undefined);
    assert.equal(await open([guard, { ...guard, name: 'Named', command: 'x' }], { settings: off }), undefined);
    assert.equal(await open([guard], { settings: { ...off, disabled: [], isEnabled: false } }), undefined);
    assert.ok(await open([{ ...guard, scope: 'system' }], { settings: off }));
  });

  it('of the administrator can only be turned off by the administrator', async () => {
    const systems = { ...guard, scope: 'system' as const };
    const settings = { isEnabled: false, isSystemEnabled: true, disabled: ['guard'], tells: true };
    assert.ok(await open([systems], { settings }));
    assert.equal(
      await open([systems], { settings: { ...settings, isEnabled: true, isSystemEnabled: false } }),
      undefined,
    );
  });

  it('of the administrator see the changes of others, and run even if others block', async () => {
    answers.mine = { hookSpecificOutput: { tool_input: { content: 'mine' } }, decision: 'deny', reason: 'No.' };
    await beforeWrite([
      { ...guard, scope: 'system' },
      { ...guard, command: 'mine', isSequential: true },
    ]);
    assert.deepEqual(
      ran.map(({ command, input }) => [command, (JSON.parse(input) as { tool_input: unknown }).tool_input]),
      [
        ['mine', { file_path: 'a' }],
        ['guard', { file_path: 'a', content: 'mine' }],
      ],
    );
  });

  it('are told of their event in the words of Gemini CLI', async () => {
    await beforeWrite([guard]);
    assert.deepEqual(JSON.parse(ran[0]?.input ?? ''), {
      session_id: 's1',
      transcript_path: '/sessions/s1.jsonl',
      cwd: '/work',
      hook_event_name: 'BeforeTool',
      timestamp: '1970-01-01T00:00:00.000Z',
      tool_name: 'write_file',
      tool_input: { file_path: 'a' },
    });
    assert.equal(ran[0]?.env.GEMINI_PROJECT_DIR, '/work');
  });

  it('run for the tools that their matcher finds, by any of their names', async () => {
    const matching = async (matcher: string) => {
      ran = [];
      await (await open([{ ...guard, matcher }]))?.fire('BeforeTool', { ...write, otherNames: ['create'] }, signal);
      return ran.length === 1;
    };
    for (const matcher of ['', '*', 'write_file', 'write_file|replace', '^write_', 'cre.te', '*_file']) {
      assert.equal(await matching(matcher), true, matcher);
    }
    for (const matcher of ['replace', '^file', '*_files', 'x'.repeat(2000)]) {
      assert.equal(await matching(matcher), false, matcher);
    }
  });

  it('run for the kind of an event that their matcher names whole', async () => {
    const start = hookAt('SessionStart', { matcher: 'startup' });
    const hooks = await open([start]);
    await hooks?.fire('SessionStart', { source: 'resume' }, signal);
    assert.equal(ran.length, 0);
    await hooks?.fire('SessionStart', { source: 'startup' }, signal);
    assert.equal(ran.length, 1);
  });

  it('run one after the other where one wants it, and hand on what they changed', async () => {
    const first = { ...guard, command: 'first', isSequential: true };
    answers.first = { hookSpecificOutput: { tool_input: { content: 'b' } } };
    const outcome = await beforeWrite([first, guard]);
    assert.deepEqual((JSON.parse(ran[1]?.input ?? '') as { tool_input: unknown }).tool_input, {
      file_path: 'a',
      content: 'b',
    });
    assert.deepEqual(outcome?.args, { by: 'first', value: { content: 'b' } });
  });

  it('run no further in turn once one has blocked', async () => {
    answers.first = { decision: 'deny', reason: 'no' };
    const outcome = await beforeWrite([{ ...guard, command: 'first', isSequential: true }, guard]);
    assert.deepEqual([ran.length, outcome?.blocked], [1, { by: 'first', reason: 'no' }]);
  });

  it('that fail are told of once, and hold nothing up', async () => {
    ends.guard = { exitCode: 1, stderr: 'oops' };
    const hooks = await open([guard]);
    const [first, second] = [
      await hooks?.fire('BeforeTool', write, signal),
      await hooks?.fire('BeforeTool', write, signal),
    ];
    assert.deepEqual(first, {
      notices: [{ level: 'warning', text: 'The hook guard failed. oops. Pollux continued without it.' }],
    });
    assert.deepEqual(second, { notices: [] });
  });

  it('that can not be started hold up calls and prompts, and nothing else', async () => {
    ends.guard = { exitCode: 127, stdout: '', stderr: 'sh: guard: not found' };
    const hooks = await open(HOOK_EVENTS.map(event => ({ ...guard, event })));
    const broken = { by: 'guard', reason: 'sh: guard: not found', isBroken: true };
    const start = 'The hook guard couldn’t be started. sh: guard: not found';
    assert.deepEqual(await hooks?.fire('BeforeAgent', { prompt: 'Hi' }, signal), { notices: [], blocked: broken });
    assert.deepEqual(await hooks?.fire('BeforeTool', write, signal), {
      notices: [{ level: 'warning', text: `${start}. The step that it checks can’t run without it.` }],
      blocked: broken,
    });
    ends.guard = { ...ends.guard, exitCode: 126, stderr: 'not for running' };
    const after = await hooks?.fire('AfterTool', { ...write, content: 'ok' }, signal);
    assert.deepEqual([after?.blocked, after?.notices.length], [undefined, 1]);
  });

  it('that say no count for more than those that can not be started', async () => {
    ends.guard = { exitCode: 127, stdout: '' };
    answers.other = { decision: 'deny', reason: 'No.' };
    const outcome = await beforeWrite([guard, { ...guard, command: 'other' }]);
    assert.deepEqual(outcome?.blocked, { by: 'other', reason: 'No.' });
  });

  it('can want a question only before a tool, and are told so elsewhere', async () => {
    answers.guard = { decision: 'ask', reason: 'Sure?' };
    assert.deepEqual((await beforeWrite([guard]))?.asks, { by: 'guard', reason: 'Sure?' });
    const hooks = await open([{ ...guard, event: 'AfterTool' }]);
    const { notices = [], ...rest } = (await hooks?.fire('AfterTool', { ...write, content: 'ok' }, signal)) ?? {};
    assert.deepEqual(rest, {});
    assert.match(
      notices[0]?.text ?? '',
      /^The hook guard requires approval, which is only possible before a tool runs \(AfterTool\)\./,
    );
  });

  it('say nothing to who does not want to read it', async () => {
    answers.guard = { systemMessage: 'Hello' };
    assert.deepEqual((await beforeWrite([guard]))?.notices, [{ level: 'info', text: 'guard: Hello' }]);
    const settings = { isEnabled: true, isSystemEnabled: true, disabled: [], tells: false };
    assert.deepEqual((await beforeWrite([guard], { settings }))?.notices, []);
  });

  it('can add nothing that passes for a mark-up of ours', async () => {
    answers.guard = { hookSpecificOutput: { additionalContext: '</hook_context><b>' } };
    assert.equal((await beforeWrite([guard]))?.context, '&lt;/hook_context&gt;&lt;b&gt;');
  });

  describe('of a project', () => {
    const own = { ...guard, scope: 'workspace' as const, file: '/work/.gemini/settings.json', line: 3 };

    it('do not run before they are approved, and then at once', async () => {
      const hooks = await open([own]);
      assert.deepEqual(
        asked.map(({ command, file, line }) => [command, file, line]),
        [['guard', '/work/.gemini/settings.json', 3]],
      );
      await hooks?.fire('BeforeTool', write, signal);
      assert.equal(ran.length, 0);
      asked[0]?.approve();
      await hooks?.fire('BeforeTool', write, signal);
      assert.equal(ran.length, 1);
    });

    it('run again only after another question when anything of them changes', async () => {
      await open([own]);
      asked[0]?.approve();
      const changes: readonly Partial<HookDefinition>[] = [
        { command: 'guard ' },
        { env: { A: 'b' } },
        { matcher: 'x' },
        { event: 'AfterTool' },
        { timeoutMs: 1 },
        { isSequential: true },
        { name: 'n' },
      ];
      for (const change of changes) {
        asked = [];
        await open([{ ...own, ...change }]);
        assert.equal(asked.length, 1, JSON.stringify(change));
      }
      asked = [];
      await open([{ ...own, line: 9 }]);
      await open([own], { folderOf: () => '/elsewhere' });
      assert.equal(asked.length, 1);
    });

    it('stop running when a file that they name changes, also in the middle of a run', async () => {
      files = { 'check.js': 'a' };
      const hooks = await open([own]);
      asked[0]?.approve();
      await hooks?.fire('BeforeTool', write, signal);
      files = { 'check.js': 'b' };
      await hooks?.fire('BeforeTool', write, signal);
      assert.deepEqual([ran.length, asked.length], [1, 2]);
    });

    it('do not run once the approval is withdrawn, and others still do', async () => {
      const other = { ...own, command: 'other' };
      await open([own, other]);
      for (const each of asked) each.approve();
      const approvals = new HookApprovals({
        kept: { get: name => kept.get(name), set: (name, value) => void kept.set(name, value) },
        digest: text => text,
        filesOf: async () => files,
        folderOf: () => '/work',
        trustsProject: false,
      });
      await approvals.withdraw(own);
      await beforeWrite([own, other]);
      assert.deepEqual(
        ran.map(({ command }) => command),
        ['other'],
      );
    });

    it('run without a question where the person trusts the folder for this run', async () => {
      await beforeWrite([own], { trustsProject: true });
      assert.deepEqual([ran.length, asked.length], [1, 0]);
    });
  });
});
