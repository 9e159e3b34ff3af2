import assert from 'node:assert/strict';
import { call, text, thought } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const before = 'export const greeting = "Hello";\nexport const mark = "!";\n';
const proposed = 'export const greeting = "Good day";\nexport const mark = "!";\n';
const edit = (path: string) =>
  call('replace', { file_path: path, old_string: 'greeting = "Hello"', new_string: 'greeting = "Good day"' });

describe('the main job', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'src/title.ts': before, 'src/bar.ts': before },
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

  it('rejects at once in the title bar, which settles it on the card', async () => {
    const { chat, editors, gemini, readFile } = window();
    gemini.reply(edit('src/bar.ts')).reply(text('So be it.'));
    await chat.send('Make the greeting formal');
    const card = await chat.waitingCard('Edit src/bar.ts');
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.titleButton('Reject').click();
    await chat.text('So be it.').waitFor();
    await chat.finished();
    await card.getByText('Rejected', { exact: true }).waitFor();
    assert.equal(await card.getByRole('button', { name: 'Accept' }).count(), 0);
    await editors.diff.waitFor({ state: 'detached' });
    await editors.titleButton('Accept').waitFor({ state: 'detached' });
    assert.match(gemini.requests.at(-1)!.toolOutputs.join('\n'), /The user rejected this/);
    assert.equal(await readFile('src/bar.ts'), before);
    await card.getByRole('button', { name: 'Show changes' }).click();
    await editors.diff.waitFor();
    await editors.tab('bar.ts: Pollux’s change, not applied').waitFor();
  });
});
