import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FileServer } from '../support/fileServer';
import { text } from '../support/gemini/replies';
import { useLive } from './support/useLive';
import { until } from './window';

const AGENT = '---\nname: reviewer\ndescription: Reads a diff\n---\nYou review.\n';
const SUM = 'export function addition(a: number, b: number): number {\n  return a + b;\n}\n';

describe('A mention, chosen from the list,', () => {
  const window = useLive({
    files: { 'sum.ts': SUM, 'broken.json': '{ "a": 1,, }\n', 'notes.md': 'Two blanks.\n' },
    homeFiles: { '.gemini/agents/reviewer.md': AGENT },
  });

  /** Takes what is offered, and sends it. What the model was asked. */
  const mention = async (typed: string, name: RegExp, more = '') => {
    const live = window();
    await live.offers(`Look at ${typed}`);
    const found = await live.ui.until(`${name} among what is offered`, () =>
      live.panel.completions.items.find(({ label }) => name.test(label)),
    );
    live.gemini.reply(text('I see.'));
    await live.ask(`Look at ${found.insert}${more}`);
    return live.prompt;
  };

  it('@selection gives what is selected', async () => {
    const editor = await window().openFile('sum.ts');
    editor.selection = new vscode.Selection(0, 0, 2, 1);
    await until(() => !editor.selection.isEmpty, vscode.window.onDidChangeTextEditorSelection);
    assert.ok((await mention('@sel', /^@selection/)).includes('return a + b;'));
  });

  it('@problems gives what the editor reports', async () => {
    const { document } = await window().openFile('broken.json');
    await until(
      () => vscode.languages.getDiagnostics(document.uri).length > 0,
      vscode.languages.onDidChangeDiagnostics,
    );
    assert.match(await mention('@pro', /^@problems/), /broken\.json:1: error/);
  });

  it('@symbol gives a function by its name', async () => {
    await window().openFile('sum.ts');
    const prompt = await mention('@sym', /^@symbol/, 'addition');
    assert.ok(prompt.includes('return a + b;'), prompt);
  });

  it('@reviewer gives the task to an agent', async () => {
    assert.match(await mention('@rev', /^@reviewer/), /agent_name "reviewer"/);
  });

  it('a file gives its text', async () => {
    assert.match(await mention('@notes', /^notes\.md/), /Two blanks\./);
  });

  it('@changes gives what git says, and what was run and printed is part of the conversation', async () => {
    const live = window();
    const asked = live.gemini.requests.length;
    await live.host.submit(
      '!git add notes.md sum.ts && git -c user.name=A -c user.email=a@b commit -qm one && printf "all %s" in',
    );
    await live.ui.until('what it printed', () => JSON.stringify(live.messages).includes('all in'));
    await live.finished();
    assert.equal(live.gemini.requests.length, asked, 'no model is asked about a command that the user runs');
    await live.writeFile('notes.md', 'Three blanks.\n');
    const prompt = await mention('@cha', /^@changes/);
    assert.match(prompt, /all in/);
    assert.match(prompt, /\+Three blanks\./);
  });

  it('an address gives the page, once that is allowed', async () => {
    const server = await FileServer.start();
    const live = window();
    try {
      server.files.set('/page', { headers: { 'content-type': 'text/plain' }, body: 'The page says hello.' });
      await live.configure({ 'webFetch.allowedHosts': [new URL(server.url).host] });
      live.gemini.reply(text('I see.'));
      const run = live.ask(`Look at @${server.url}/page now`);
      await live.accept();
      await run;
      assert.match(live.prompt, /The page says hello\./);
    } finally {
      await server.close();
    }
  });
});
