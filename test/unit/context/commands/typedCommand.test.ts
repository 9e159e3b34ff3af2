import assert from 'node:assert/strict';
import { callResult, promptTools, shellTool } from '../../../support/promptTools';
import { runTypedCommand, typedCommandIn } from '../../../../src/context/commands/typedCommand';

describe('A shell command that is typed', () => {
  it('is what follows an exclamation mark that begins the text', () => {
    assert.equal(typedCommandIn('!npm test'), 'npm test');
    assert.equal(typedCommandIn('! ls\n-l '), 'ls\n-l');
    for (const text of ['!', '!!', '!= 3', ' !ls', 'a !ls', '']) assert.equal(typedCommandIn(text), undefined, text);
  });

  it('is called as typed by the user, and its output is part of the conversation', async () => {
    const calls: unknown[] = [];
    const prompt = runTypedCommand('npm test', async () => shellTool({ output: 'ok', exitCode: 2 }));
    assert.ok(typeof prompt === 'function');
    const parts = await prompt(promptTools((...call) => calls.push(call)));
    assert.deepEqual(calls, [['run_shell_command', { command: 'npm test' }, { isTyped: true }]]);
    assert.deepEqual(parts, [
      { type: 'text', text: '!npm test' },
      {
        type: 'file',
        path: 'npm test',
        text: "ok\n[Shell command 'npm test' exited with code 2]",
        source: 'command',
        isMentioned: true,
      },
    ]);
  });

  it('is refused where a rule denies it', async () => {
    const prompt = runTypedCommand('rm x', async () => shellTool(undefined));
    assert.ok(typeof prompt === 'function');
    const denied = promptTools(() => undefined, callResult({ status: 'error', content: 'Denied.', error: 'A rule.' }));
    await assert.rejects(async () => prompt(denied), { name: 'ToolError', forPeople: 'A rule.' });
  });
});
