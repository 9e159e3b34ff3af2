import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PendingHook } from '../../src/agent/ports/hooks';
import { askAboutHook } from '../../src/vscode/hookQuestion';

describe('The question about a hook of the project', () => {
  const pending = (command: string): PendingHook => ({
    key: command,
    name: 'lint',
    event: 'BeforeTool',
    command,
    file: '/work/.gemini/settings.json',
    line: 1,
    approve: () => assert.fail('nobody has agreed'),
  });
  /** Does what a person may do, until there is an answer. */
  const answerBy = async (command: string) => {
    const answers: unknown[] = [];
    const asked = askAboutHook(pending('node lint.js')).then(answer => answers.push(answer));
    while (answers.length === 0) await vscode.commands.executeCommand(command);
    await asked;
    return answers[0];
  };

  it('waits for an answer, and is no agreement when it is closed', async () => {
    assert.equal(await answerBy('notifications.clearAll'), undefined);
  });

  it('is agreed to by its first button', async () => {
    assert.equal(await answerBy('notification.acceptPrimaryAction'), 'approve');
  });
});
