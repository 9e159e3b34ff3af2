import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  createInputBox,
  createQuickPick,
  showInformationMessage,
  showInputBox,
  showQuickPick,
} from '../../src/vscode/plainWindow';

const EVIL = '[run](command:workbench.action.tasks.runTask) \u202e';
const PLAIN = '[run] (command:workbench.action.tasks.runTask) \\u{202e}';

describe('Words in the windows of VS Code', () => {
  it('are plain in a list, whenever they are set, and an icon of our own stays one', () => {
    const pick = createQuickPick();
    pick.title = EVIL;
    pick.placeholder = EVIL;
    pick.items = [{ label: `$(check) ${EVIL}`, icon: 'shield', description: EVIL, detail: EVIL }];
    const [item] = pick.items;
    assert.deepEqual([pick.title, pick.placeholder, item?.description, item?.detail], [PLAIN, PLAIN, PLAIN, PLAIN]);
    assert.equal(item?.label, `$(shield) $ (check) ${PLAIN}`);
    pick.dispose();
  });

  it('are plain in a box, also what is said of a wrong input', () => {
    const input = createInputBox();
    input.prompt = EVIL;
    input.validationMessage = EVIL;
    assert.deepEqual([input.prompt, input.validationMessage], [PLAIN, PLAIN]);
    input.dispose();
  });

  it('are plain in the error of an input box', async () => {
    const window = vscode.window as { showInputBox: typeof vscode.window.showInputBox };
    const shown = window.showInputBox;
    let asked: vscode.InputBoxOptions | undefined;
    window.showInputBox = async (options?: vscode.InputBoxOptions) => {
      asked = options;
      return undefined;
    };
    try {
      await showInputBox({ prompt: EVIL, validateInput: text => (text === '' ? undefined : `Not ${text}`) });
    } finally {
      window.showInputBox = shown;
    }
    assert.deepEqual([asked?.prompt, asked?.validateInput?.(EVIL)], [PLAIN, `Not ${PLAIN}`]);
    assert.equal(asked?.validateInput?.(''), undefined);
  });

  it('give back what was picked as it was given', async () => {
    const items = [{ label: EVIL }, { label: 'other' }];
    const picked = showQuickPick(items);
    const answers: unknown[] = [];
    const asked = picked.then(answer => answers.push(answer));
    while (answers.length === 0) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await asked;
    assert.equal(answers[0], items[0]);
  });

  it('give back the button as it was given', async () => {
    const answers: unknown[] = [];
    const asked = showInformationMessage('Which?', EVIL, 'other').then(answer => answers.push(answer));
    while (answers.length === 0) await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    await asked;
    assert.equal(answers[0], EVIL);
  });
});
