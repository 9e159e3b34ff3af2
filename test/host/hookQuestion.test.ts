import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PendingHook } from '../../src/agent/ports/hooks';
import { askAboutHook, pageOf } from '../../src/vscode/questions/hookQuestion';

describe('The question about a hook of the project', () => {
  const pending = (command: string): PendingHook => ({
    key: command,
    name: 'lint',
    event: 'BeforeTool',
    matcher: '',
    env: {},
    files: [],
    command,
    file: '/work/.gemini/settings.json',
    line: 1,
    approve: () => assert.fail('nobody has agreed'),
  });
  /** Does what a person may do, until there is an answer. */
  const answerBy = async (command: string, hook = pending('node lint.js')) => {
    const answers: unknown[] = [];
    const asked = askAboutHook(hook, false).then(answer => answers.push(answer));
    while (answers.length === 0) await vscode.commands.executeCommand(command);
    await asked;
    return answers[0];
  };

  it('waits for an answer, and is no agreement when it is closed', async () => {
    assert.equal(await answerBy('notifications.clearAll'), undefined);
  });

  it('can not be agreed to before all of it was shown', async () => {
    for (const hook of [
      pending(`echo ${'x'.repeat(300)}`),
      pending('echo one\necho two'),
      pending('echo [a](command:b)'),
      pending('echo a\u202eb'),
      { ...pending('node lint.js'), env: { NODE_OPTIONS: `--require ${'x'.repeat(300)}` } },
    ]) {
      assert.equal(await answerBy('notification.acceptPrimaryAction', hook), 'show', hook.command);
    }
  });

  it('shows all of it, with what would not be seen written out', () => {
    const hook = { ...pending(`echo a\u202eb ${'~'.repeat(1000)}`), env: { A: 'b' }, files: ['lint.js'] };
    const page = pageOf(hook);
    for (const each of ['echo a\\u{202e}b', 'A=b', 'lint.js', 'settings.json:1']) assert.ok(page.includes(each), each);
    assert.equal(page.match(/~/g)?.length, 1000);
    assert.ok(
      page.split('\n').every(({ length }) => length <= 90),
      'all of it fits in an editor',
    );
  });

  it('is agreed to by its first button', async () => {
    assert.equal(await answerBy('notification.acceptPrimaryAction'), 'approve');
  });
});
