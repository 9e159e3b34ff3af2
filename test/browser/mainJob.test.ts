import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { call, text, thought } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { answerInputBox } from './support/quickInput';
import { useChat } from './support/useChat';

const before = 'export const greeting = "Hello";\nexport const mark = "!";\n';
const proposed = 'export const greeting = "Good day";\nexport const mark = "!";\n';
const edit = (path: string) =>
  call('replace', { file_path: path, old_string: 'greeting = "Hello"', new_string: 'greeting = "Good day"' });

const ways = ['title', 'card', 'palette', 'typed'];
const refusals = ['field', 'reason', 'bar', 'plain'];

describe('the main job', () => {
  const window = useChat({
    sharesWindow: true,
    files: Object.fromEntries([...ways, ...refusals].map(name => [`src/${name}.ts`, before])),
  });

  it('goes from a prompt to an edited and accepted change that one undo takes back', async () => {
    const { chat, editors, gemini, openFile, page, readFile } = window();
    const gate = gemini.gate();
    gemini
      .reply(
        thought('**Looking around**\n\nFirst the folder.'),
        text('I look for '),
        gate,
        text('the greeting.'),
        call('list_directory', { dir_path: '.' }),
        call('search_file_content', { pattern: 'greeting', dir_path: 'src' }),
        call('read_file', { file_path: 'src/title.ts' }),
      )
      .reply(text('Found it.'), edit('src/title.ts'))
      .reply(text('The greeting is formal now.'));

    await chat.send('Make the greeting formal');
    await chat.text('I look for').waitFor();
    assert.equal(await chat.text('the greeting.').count(), 0);
    gate.open();
    await chat.text('I look for the greeting.').waitFor();
    for (const title of [/^List/, /^Search/, 'Read src/title.ts']) await chat.cardIn('Done', title);

    const card = await chat.waitingCard('Edit src/title.ts');
    await card.getByText('Good day').waitFor();
    assert.equal(await readFile('src/title.ts'), before);
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.caretAfter('export const mark = "!";', editors.changedSide);
    await page.keyboard.type(' // and loud');
    await editors.titleButton('Accept').click();

    await chat.text('The greeting is formal now.').waitFor();
    await chat.cardIn('Done', 'Edit src/title.ts');
    const after = proposed.replace('"!";', '"!"; // and loud');
    assert.equal(await readFile('src/title.ts'), after);
    await editors.diff.waitFor({ state: 'detached' });
    const [output = ''] = gemini.requests.at(-1)!.toolOutputs;
    assert.match(output, /The user modified the edit before accepting it:[^]*\+.*and loud/);

    await openFile('src/title.ts');
    await editors.caretAfter('export const mark = "!"; // and loud');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+s');
    await eventually(async () => assert.equal(await readFile('src/title.ts'), before));
  });

  /** Has the edit of a file proposed and its diff opened. */
  async function openProposal(path: string): Promise<Locator> {
    const { chat, editors, gemini } = window();
    gemini.reply(edit(path)).reply(text('So be it.'));
    await chat.send('Make the greeting formal');
    const card = await chat.waitingCard(`Edit ${path}`);
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.titleButton('Accept').waitFor();
    return card;
  }

  /** One decision settles the change everywhere, and the model goes on. */
  async function expectSettled(card: Locator, status: string): Promise<string> {
    const { chat, editors, gemini } = window();
    await chat.text('So be it.').waitFor();
    await chat.finished();
    await card.getByText(status, { exact: true }).waitFor();
    assert.equal(await card.getByRole('button', { name: 'Accept' }).count(), 0);
    await editors.diff.waitFor({ state: 'detached' });
    await editors.titleButton('Accept').waitFor({ state: 'detached' });
    return gemini.requests.at(-1)!.toolOutputs.join('\n');
  }

  it('takes Accept on the card', async () => {
    const { readFile } = window();
    const card = await openProposal('src/card.ts');
    await card.getByRole('button', { name: 'Accept' }).click();
    assert.match(await expectSettled(card, 'Done'), /^Successfully modified file/);
    assert.equal(await readFile('src/card.ts'), proposed);
  });

  it('takes Accept from the palette', async () => {
    const { command, readFile } = window();
    const card = await openProposal('src/palette.ts');
    await command('Pollux: Accept');
    await expectSettled(card, 'Done');
    assert.equal(await readFile('src/palette.ts'), proposed);
  });

  it('keeps what was typed into the diff when Accept is on the card', async () => {
    const { editors, page, readFile } = window();
    const card = await openProposal('src/typed.ts');
    await editors.caretAfter('export const greeting = "Good day";', editors.changedSide);
    await page.keyboard.type(' // kept');
    // The buttons move down when the card shows it.
    await card.getByText('edited in the diff').waitFor();
    await card.getByRole('button', { name: 'Accept' }).click();
    assert.match(await expectSettled(card, 'Done'), /The user modified the edit/);
    assert.equal(await readFile('src/typed.ts'), proposed.replace('day";', 'day"; // kept'));
  });

  it('tells the model why an edit was rejected on the card', async () => {
    const { readFile } = window();
    const card = await openProposal('src/field.ts');
    await card.getByRole('textbox').fill('Keep it friendly');
    await card.getByRole('button', { name: 'Reject' }).click();
    assert.match(await expectSettled(card, 'Rejected'), /rejected.*Keep it friendly/);
    await card.getByText('Keep it friendly').waitFor();
    assert.equal(await readFile('src/field.ts'), before);
  });

  it('tells the model why an edit was rejected from the palette', async () => {
    const { command, page, readFile } = window();
    const card = await openProposal('src/reason.ts');
    await command('Pollux: Reject with Reason…');
    await answerInputBox(page, 'Why? (Pollux reads this.)', 'Not my style');
    assert.match(await expectSettled(card, 'Rejected'), /rejected.*Not my style/);
    assert.equal(await readFile('src/reason.ts'), before);
  });

  it('rejects at once in the title bar', async () => {
    const { editors, readFile } = window();
    const card = await openProposal('src/bar.ts');
    await editors.titleButton('Reject').click();
    assert.match(await expectSettled(card, 'Rejected'), /The user rejected this/);
    assert.equal(await readFile('src/bar.ts'), before);
    await card.getByRole('button', { name: 'Show changes' }).click();
    await editors.diff.waitFor();
    await editors.tab('bar.ts: Pollux’s change, not applied').waitFor();
  });

  it('throws away what was typed into a diff that is rejected', async () => {
    const { editors, page, readFile } = window();
    const card = await openProposal('src/plain.ts');
    await editors.caretAfter('export const mark = "!";', editors.changedSide);
    await page.keyboard.type(' // gone');
    await editors.titleButton('Reject').click();
    assert.doesNotMatch(await expectSettled(card, 'Rejected'), /gone/);
    assert.equal(await readFile('src/plain.ts'), before);
  });
});
