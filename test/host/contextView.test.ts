import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { text } from '../support/gemini/replies';
import { useLive } from './support/useLive';

const skill = (name: string) => `---\nname: ${name}\ndescription: What ${name} is for\n---\nDo it.\n`;

describe('The view of what a chat works with', () => {
  const window = useLive({
    files: {
      'GEMINI.md': 'Rules. @./style.md @./gone.md\n',
      'style.md': 'Two blanks.\n',
      '.gemini/skills/broken/SKILL.md': '---\nname: broken\n---\n',
      '.gemini/agents/gardener.md': '---\nname: gardener\ndescription: Tidies up\n---\nYou tidy up.\n',
    },
    homeFiles: { '.gemini/skills/baking/SKILL.md': skill('baking') },
  });
  const tree = () => window().ui.tree('pollux.context');
  const nameOfEditor = () => vscode.window.activeTextEditor?.document.uri.path.split('/').at(-1);

  it('lists what was found and what is wrong', async () => {
    for (const row of [/^Skills/, /^baking/, /^broken.*"description"/]) await tree().row(row);
  });

  it('opens a file', async () => {
    await (await tree().row(/^GEMINI\.md/)).click();
    assert.equal(nameOfEditor(), 'GEMINI.md');
  });

  it('says of each memory file why it counts, what it weighs, what it imports, and what is wrong', async () => {
    await tree().row(/^GEMINI\.md, workspace folder, about \d+ tokens/);
    await tree().row(/^GEMINI\.md, @\.\/gone\.md isn't imported: File not found/);
    await tree().row(/^style\.md, imported/);
  });

  it('follows the files as they are written', async () => {
    await tree().gone(/^AGENTS\.md/);
    await window().writeFile('AGENTS.md', 'Rules for all.\n');
    await tree().row(/^AGENTS\.md, for any agent/);
  });

  for (const way of ['press', 'choose'] as const) {
    it(`leaves a memory file out, and includes it again (${way})`, async () => {
      await (await tree().row(/^GEMINI\.md, workspace folder, about/))[way]('Exclude from Memory');
      await (await tree().row(/^GEMINI\.md, workspace folder, left out/))[way]('Include in Memory Again');
      await tree().row(/^GEMINI\.md, workspace folder, about/);
    });
  }

  it('approves an agent of the project from its row, once its text was shown', async () => {
    const { ui } = window();
    const approving = (await tree().row(/^gardener, of the project, waits for your approval/)).press('Approve Agent…');
    const question = await ui.message(/gardener\.md/);
    assert.equal(nameOfEditor(), 'gardener.md');
    question.press('Approve');
    await approving;
    await tree().row(/^gardener, of the project$/);
  });

  it('is not needed to hear of a broken file: a message names its place in the folder', async () => {
    const live = window();
    live.gemini.reply(text('Hi.'));
    await live.ask('Hello');
    const said = /^There is a problem with a skill\. \.gemini\/skills\/broken\/SKILL\.md(?::\d+)?: /;
    (await live.ui.message(said)).press();
  });
});
