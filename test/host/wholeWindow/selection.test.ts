import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';
import { useScratchFiles } from '../support/scratchFiles';
import { until } from '../window';

const code = ['// one', 'function add(a, b) {', '  return a - b;', '}', '// end', ''].join('\n');
const selected = 'function add(a, b) {\n  return a - b;\n}';

describe('On a selection', () => {
  const pollux = usePollux();
  const files = useScratchFiles();
  const window = vscode.window as { showInputBox: typeof vscode.window.showInputBox };
  const { showInputBox } = window;
  afterEach(() => (window.showInputBox = showInputBox));
  /** Has the box with that placeholder answered. */
  const type = (placeHolder: string, answer: string | undefined) => {
    window.showInputBox = async options => {
      assert.equal(options?.placeHolder, placeHolder);
      return answer;
    };
  };
  let editor: vscode.TextEditor;
  beforeEach('select a function', async () => {
    await files().write('sum.txt', code);
    editor = await files().open('sum.txt');
    editor.selection = new vscode.Selection(1, 0, 3, 1);
  });
  const attached = () => pollux().panel.settings.attachments.map(({ label }) => label);

  /** Runs a command; resolves with the prompt that has reached the model, with path, line numbers and code. */
  async function prompted(command: string): Promise<string> {
    const { gemini, panel, run } = pollux();
    gemini.reply(text('I see.'));
    await run(command);
    await panel.untilSaid('I see.');
    await panel.finished();
    const [message] = panel.state.chat.messages.filter(({ role }) => role === 'user');
    const [part] = message?.role === 'user' ? message.parts.filter(({ type }) => type === 'file') : [];
    const path = files().path('sum.txt');
    // The page gets no text of it.
    assert.deepEqual(part, { type: 'file', path, startLine: 2, endLine: 4, text: '' });
    const { prompt } = gemini.requests.at(-1)!;
    assert.ok(prompt.includes(path), prompt);
    assert.match(prompt, /2\D+4/);
    assert.ok(prompt.includes(selected), prompt);
    return prompt;
  }

  it('Explain sends the code with its place', async () => {
    assert.match(await prompted('explainSelection'), /Explain the attached code/);
  });

  it('Ask… asks for the question first', async () => {
    type('What do you want to know?', 'Why minus?');
    assert.match(await prompted('askSelection'), /Why minus\?/);
  });

  it('Edit… asks what should change', async () => {
    type('What should change?', 'Make it plus');
    assert.match(await prompted('editSelection'), /Make it plus/);
  });

  it('sends the text as it is in the editor, saved or not', async () => {
    const { gemini, panel, run } = pollux();
    await editor.edit(builder => builder.insert(new vscode.Position(2, 15), ' // unsaved'));
    gemini.reply(text('I see.'));
    await run('explainSelection');
    await panel.untilSaid('I see.');
    await panel.finished();
    assert.match(gemini.requests.at(-1)!.prompt, /return a - b; \/\/ unsaved/);
    assert.equal(await files().read('sum.txt'), code);
  });

  it('Add to Chat attaches the lines, to be sent with what is typed next', async () => {
    const { gemini, panel, run } = pollux();
    const composed = panel.state.compose.length;
    await run('addSelection');
    await panel.until(({ compose }) => attached().length === 1 && compose.length > composed);
    assert.deepEqual(attached(), ['sum.txt:2-4']);
    gemini.reply(text('I see.'));
    await panel.ask('What is this?');
    const { prompt } = gemini.requests.at(-1)!;
    assert.ok(prompt.includes(selected) && prompt.includes('What is this?'), prompt);
    await panel.until(() => attached().length === 0);
  });

  it('an attachment can be taken away again', async () => {
    const { panel, run } = pollux();
    await run('addSelection');
    const { id } = await panel.until(({ settings }) => settings?.attachments[0]);
    await panel.host.detach(id);
    await panel.until(() => attached().length === 0);
  });

  it('leaves the attachments of the message box and its text to the next prompt', async () => {
    const { panel, run } = pollux();
    editor.selection = new vscode.Selection(0, 0, 0, 6);
    await run('addSelection');
    await panel.until(() => attached().length === 1);
    await panel.host.saveDraft('Later', null);
    editor = await files().open('sum.txt');
    editor.selection = new vscode.Selection(1, 0, 3, 1);
    assert.doesNotMatch(await prompted('explainSelection'), /\/\/ one/);
    assert.deepEqual(attached(), ['sum.txt:1']);
    await panel.host.ready();
    await panel.until(({ draft }) => draft.text === 'Later');
    await panel.host.saveDraft('', null);
    await panel.host.detach(panel.settings.attachments[0]!.id);
  });

  it('is asked about once, however often that is pressed', async () => {
    const { panel, run } = pollux();
    let answer!: (text: string) => void;
    let boxes = 0;
    window.showInputBox = () => {
      boxes++;
      return new Promise(resolve => (answer = resolve));
    };
    const first = run('askSelection');
    const second = run('askSelection');
    await second;
    answer('Why?');
    pollux().gemini.reply(text('I see.'));
    await first;
    await panel.untilSaid('I see.');
    await panel.finished();
    assert.equal(boxes, 1);
    assert.equal(panel.prompts.length, 1);
  });

  it('goes to the chat that was used last, also in a tab', async () => {
    const { gemini, panel, run } = pollux();
    await run('openInEditor');
    editor = await files().open('sum.txt');
    editor.selection = new vscode.Selection(1, 0, 3, 1);
    gemini.reply(text('I see.'));
    const asked = gemini.waitForRequest(({ prompt }) => prompt.includes(files().path('sum.txt')));
    await run('explainSelection');
    const { ended, prompt } = await asked;
    await ended;
    assert.ok(prompt.includes(selected));
    await until(
      () =>
        vscode.window.tabGroups.all.some(({ tabs }) =>
          tabs.some(tab => tab.label.includes('Explain the attached code')),
        ),
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.deepEqual(panel.prompts, []);
  });

  it('nothing is sent when nothing is asked', async () => {
    const { gemini, panel, run } = pollux();
    const asked = gemini.requests.length;
    type('What do you want to know?', undefined);
    await run('askSelection');
    assert.deepEqual([panel.prompts.length, gemini.requests.length], [0, asked]);
    assert.equal(vscode.window.activeTextEditor, editor);
  });

  it('Fix at a problem tells the model what the editor reports', async () => {
    const { gemini, panel } = pollux();
    await files().write('broken.json', '{ "a": 1,, }\n');
    const broken = await files().open('broken.json');
    const uri = broken.document.uri;
    const problems = vscode.languages.createDiagnosticCollection('test');
    const place = new vscode.Range(0, 9, 0, 10);
    problems.set(uri, [new vscode.Diagnostic(place, 'Value expected')]);
    broken.selection = new vscode.Selection(0, 9, 0, 9);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      place,
    );
    const fix = actions.find(({ title }) => title === 'Fix with Pollux');
    assert.ok(fix?.command);
    gemini.reply(text('I see.'));
    await vscode.commands.executeCommand(fix.command.command);
    await panel.untilSaid('I see.');
    await panel.finished();
    problems.dispose();
    const { prompt } = gemini.requests.at(-1)!;
    assert.match(prompt, /fix what is wrong/i);
    assert.match(prompt, /The editor reports:\n(- line 1: .*\n)*- line 1: Value expected/);
    assert.match(prompt, /"a": 1,,/);
  });

  it('Explain and Edit are offered by the lightbulb', async () => {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      editor.document.uri,
      editor.selection,
    );
    const ours = actions.filter(({ title }) => title.includes('Pollux'));
    assert.deepEqual(
      ours.map(({ title, command }) => [title, command?.command]),
      [
        ['Edit with Pollux…', 'pollux.editSelection'],
        ['Explain with Pollux', 'pollux.explainSelection'],
      ],
    );
  });
});
