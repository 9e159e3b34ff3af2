import { text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

const skill = (name: string) => `---\nname: ${name}\ndescription: What ${name} is for\n---\nDo it.\n`;

describe('the view of what a chat works with', () => {
  const window = useChat({
    files: {
      'readme.txt': 'Read me\n',
      'GEMINI.md': 'Rules. @./style.md @./gone.md\n',
      'style.md': 'Two blanks.\n',
      '.gemini/skills/broken/SKILL.md': '---\nname: broken\n---\n',
      '.gemini/agents/gardener.md': '---\nname: gardener\ndescription: Tidies up\n---\nYou tidy up.\n',
    },
    homeFiles: { '.gemini/skills/baking/SKILL.md': skill('baking') },
  });
  const row = (name: string | RegExp) => window().page.getByRole('treeitem', { name });

  it('is not there before it is asked for, and lists what was found and what is wrong', async () => {
    const { command, page } = window();
    await page.getByRole('tree', { name: 'Context' }).waitFor({ state: 'detached' });
    await command('Pollux: Show Context');
    await row(/^Skills/).waitFor();
    await row(/^baking/).waitFor();
    await row(/^broken.*"description"/).waitFor();
  });

  it('opens a file by keyboard alone', async () => {
    const { page } = window();
    await page.getByRole('tree', { name: 'Context' }).focus();
    for (const key of ['Home', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('tab', { name: /GEMINI\.md/ }).waitFor();
  });

  it('says of each memory file why it counts, what it weighs, what it imports, and what is wrong', async () => {
    const { page } = window();
    await row(/^GEMINI\.md, workspace folder, about \d+ tokens/).waitFor();
    await row(/^GEMINI\.md, @\.\/gone\.md isn't imported: File not found/).waitFor();
    await page.getByRole('tree', { name: 'Context' }).focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await row(/^style\.md, imported/).waitFor();
  });

  it('follows the files as they are written', async () => {
    const { writeFile } = window();
    await row(/^AGENTS\.md/).waitFor({ state: 'detached' });
    await writeFile('AGENTS.md', 'Rules for all.\n');
    await row(/^AGENTS\.md, for any agent/).waitFor();
  });

  it('leaves a memory file out by keyboard alone', async () => {
    const { page } = window();
    await page.getByRole('tree', { name: 'Context' }).focus();
    for (const key of ['Home', 'ArrowDown', 'Shift+F10']) await page.keyboard.press(key);
    await page.getByRole('menuitem', { name: 'Exclude from Memory' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await row(/^GEMINI\.md, workspace folder, left out/).waitFor();
    await page.getByRole('tree', { name: 'Context' }).focus();
    for (const key of ['Home', 'ArrowDown', 'Shift+F10']) await page.keyboard.press(key);
    await page.getByRole('menuitem', { name: 'Include in Memory Again' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await row(/^GEMINI\.md, workspace folder, about/).waitFor();
  });

  it('approves an agent of the project from its row, once its text was shown', async () => {
    const { page } = window();
    const agent = row(/^gardener, of the project, waits for your approval/);
    await agent.hover();
    await agent.getByRole('button', { name: 'Approve Agent…' }).click();
    const question = page.locator('.notification-toast').filter({ hasText: 'gardener.md' });
    await page.getByRole('tab', { name: /gardener\.md/ }).waitFor();
    await question.getByRole('button', { name: 'Approve' }).click();
    await row(/^gardener, of the project$/).waitFor();
  });

  it('is not needed to hear of a broken file: a message names its place in the folder', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(text('Hi.'));
    await chat.ask('Hello');
    const said = /^There is a problem with a skill\. \.gemini\/skills\/broken\/SKILL\.md(?::\d+)?: /;
    await page.locator('.notification-toast').getByText(said).waitFor();
  });

  it('leaves a memory file out, and includes it again', async () => {
    const file = row(/^GEMINI\.md, workspace folder/);
    await file.hover();
    await file.getByRole('button', { name: 'Exclude from Memory' }).click();
    const out = row(/^GEMINI\.md, workspace folder, left out/);
    await out.hover();
    await out.getByRole('button', { name: 'Include in Memory Again' }).click();
    await row(/^GEMINI\.md, workspace folder, about/).waitFor();
  });
});
