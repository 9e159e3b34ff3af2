import assert from 'node:assert/strict';
import type { CommandResult } from '../../../src/agent/ports/terminal';
import type { CommandProposal } from '../../../src/shared/proposals';
import { toolError } from '../../support/toolError';
import { ToolPlace } from '../../support/toolPlace';

describe('run_shell_command', () => {
  const run = (answer: Partial<CommandResult>) => {
    const place = new ToolPlace(undefined, { x: answer });
    return place.change('run_shell_command', { command: 'x' });
  };

  it('proposes the command with the directory to run it in, and runs nothing', async () => {
    const place = new ToolPlace();
    place.put('src/a.ts', '');
    const propose = (args: object) => place.propose<CommandProposal>('run_shell_command', { command: 'ls', ...args });
    const cwd = '/pollux-memory/work';
    assert.deepEqual(await propose({}), { kind: 'command', command: 'ls', cwd });
    assert.deepEqual(await propose({ dir_path: 'src', description: 'Lists.' }), {
      kind: 'command',
      command: 'ls',
      cwd: `${cwd}/src`,
      description: 'Lists.',
    });
    assert.deepEqual(await propose({ terminal: true }), { kind: 'command', command: 'ls', cwd, wantsTerminal: true });
    assert.deepEqual(place.commands, []);
  });

  it('runs what was approved', async () => {
    const place = new ToolPlace();
    const { content, display } = await place.change('run_shell_command', { command: 'echo hi; exit 2' });
    assert.equal(content, 'Output: hi\nExit Code: 2');
    assert.deepEqual(display, { type: 'command', exitCode: 2, output: 'hi' });
    assert.equal(place.live, 'hi\n');
    assert.deepEqual(place.commands, [{ command: 'echo hi; exit 2', cwd: '/pollux-memory/work' }]);
  });

  it('labels what there is to say', async () => {
    assert.equal((await run({ processGroup: 7 })).content, 'Output: (empty)\nExit Code: 0\nProcess Group PGID: 7');
    const { content } = await run({ processGroup: 7, backgroundPids: [8, 9] });
    assert.equal(content, 'Output: (empty)\nExit Code: 0\nBackground PIDs: 8, 9\nProcess Group PGID: 7');
    assert.equal((await run({ exitCode: null, signal: 'SIGSEGV' })).content, 'Output: (empty)\nSignal: SIGSEGV');
  });

  it('shows a fifth of long output from its beginning and the rest from its end', async () => {
    const { content, display } = await run({ output: `${'a'.repeat(50_000)}${'b'.repeat(50_000)}` });
    assert.equal(content.length, 'Output: '.length + 100_000 + '\nExit Code: 0'.length);
    const shown = display?.type === 'command' ? display.output : '';
    const [, head = '', omitted = '', tail = ''] = /^(a+)\n\n(\.\.\. .*)\n\n(b+)$/.exec(shown) ?? [];
    assert.deepEqual([head.length, omitted, tail.length], [8000, '... [60000 characters omitted] ...', 32_000]);
  });

  it('takes out terminal control sequences, except for colours where people look', async () => {
    const { content, display } = await run({ output: '\x1b[31mred\x1b[0m\x1b]0;title\x07\r\n10%\r50%\r100%\n\x00' });
    assert.equal(content, 'Output: red\n100%\nExit Code: 0');
    assert.deepEqual(display, { type: 'command', exitCode: 0, output: '\x1b[31mred\x1b[0m\n100%' });
  });

  it('tells the model and the user which files that control others were created in the sandbox', async () => {
    const created = ['/pollux-memory/work/AGENTS.md', '/elsewhere/.envrc'];
    const { content, warning } = await run({ sandbox: { tier: 'namespaces', created } });
    assert.match(content, /\nCreated or replaced meanwhile, .*: AGENTS\.md, \/elsewhere\/\.envrc$/);
    assert.match(warning ?? '', /Check them before you use them: AGENTS\.md, \/elsewhere\/\.envrc$/);
    assert.equal((await run({ sandbox: { tier: 'namespaces' } })).warning, undefined);
    const many = await run({ sandbox: { tier: 'namespaces', created: Array.from({ length: 99 }, (_, i) => `/${i}`) } });
    assert.match(many.warning ?? '', /: \/0, \/1, .*\/9, …$/);
  });

  it('says how to have a terminal where a command fails without one', async () => {
    const hint = 'Terminal: If it needs a terminal, run it again with terminal: true.';
    for (const output of [
      'the input device is not a TTY',
      'stty: Inappropriate ioctl for device',
      'It must be run from a terminal.',
    ])
      assert.equal((await run({ output, exitCode: 1 })).content, `Output: ${output}\nExit Code: 1\n${hint}`);
    assert.equal((await run({ output: 'not a tty', exitCode: 0 })).content, 'Output: not a tty\nExit Code: 0');
  });

  it('says that the user answered, with all that is no secret', async () => {
    const { content } = await run({
      output: 'Name: > Ada\nPassword: > ••••\n',
      inputs: [{ kind: 'text', text: 'Ada' }, { kind: 'secret' }, { kind: 'closed' }],
    });
    assert.equal(
      content,
      [
        'Output: Name: > Ada\nPassword: > ••••',
        'Exit Code: 0',
        'Input: The user answered a prompt of the command: "Ada"',
        'Input: The user answered a prompt of the command. The answer is a secret and not shown.',
        'Input: The user closed the input of the command.',
      ].join('\n'),
    );
    const ended = await run({ exitCode: null, isTimedOut: true, inputs: [{ kind: 'secret' }] });
    assert.match(ended.content, /There was no output\.\nInput: The user answered a prompt/);
  });

  it('gives what a cancelled command printed', async () => {
    const place = new ToolPlace();
    const context = { ...place.context, onOutput: () => place.controller.abort() };
    Object.assign(place.context, context);
    const { content, display } = await place.change('run_shell_command', { command: 'echo up; sleep 60' });
    assert.equal(content, 'Command was cancelled by the user before it could complete. Output before that:\nup');
    assert.deepEqual(display, { type: 'command', exitCode: null, output: 'up' });
  });

  it('says when a command was silent for too long, or could not be started', async () => {
    assert.match(
      (await run({ exitCode: null, signal: 'SIGTERM', isTimedOut: true })).content,
      /printed nothing for too long/,
    );
    await assert.rejects(run({ exitCode: null, error: 'no shell' }), toolError('shell_execute_error', 'no shell'));
  });

  it('refuses what is no command and no directory', async () => {
    const place = new ToolPlace();
    place.put('a.ts', '');
    const propose = (args: object) => place.propose('run_shell_command', { command: 'ls', ...args });
    await assert.rejects(propose({ command: ' \n' }), toolError('invalid_tool_params'));
    await assert.rejects(propose({ command: 'ls \0' }), toolError('invalid_tool_params'));
    await assert.rejects(propose({ dir_path: 'a.ts' }), toolError('path_is_not_a_directory'));
    await assert.rejects(propose({ dir_path: 'none' }), toolError('file_not_found'));
    await assert.rejects(propose({ dir_path: '/etc' }), toolError('path_not_in_workspace'));
  });
});
