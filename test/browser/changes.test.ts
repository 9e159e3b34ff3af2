import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const poem = 'Roses are red\nViolets are blue\n\nSugar is sweet\nAnd so are you\n';
const verse = (path: string) =>
  call('replace', { file_path: path, old_string: 'Violets are blue', new_string: 'Violets are violet' });
const names = ['disk', 'editor', 'same', 'fourth'].map(name => `poems/${name}.txt`);

describe('a change under review', () => {
  const window = useChat({
    sharesWindow: true,
    files: {
      ...Object.fromEntries(names.map(name => [name, poem])),
      'windows.ini': '\ufeff[a]\r\none=1\r\ntwo=2\r\nthree=3',
      'last.txt': 'no line end',
    },
    settings: { 'pollux.openDiff': 'never' },
  });

  /** Has an edit proposed; resolves when it waits. */
  async function propose(path: string) {
    const { chat, gemini } = window();
    gemini.reply(verse(path)).reply(text('As you like.'));
    await chat.send('Make violets violet');
    return chat.waitingCard(`Edit ${path}`);
  }

  /** What the model was told in the end. */
  async function told(): Promise<string> {
    const { chat, gemini } = window();
    await chat.text('As you like.').waitFor();
    await chat.finished();
    return gemini.requests.at(-1)!.toolOutputs.join('\n');
  }

  it('is never written over what came onto the disk meanwhile: both are kept on Merge', async () => {
    const { readFile, writeFile } = window();
    const card = await propose('poems/disk.txt');
    const meanwhile = poem.replace('And so are you', 'And so am I');
    await writeFile('poems/disk.txt', meanwhile);
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByText(/has changed, so nothing was written/).waitFor();
    for (const name of ['Merge', 'Ask again', 'Discard']) await card.getByRole('button', { name }).waitFor();
    assert.equal(await readFile('poems/disk.txt'), meanwhile);
    await card.getByRole('button', { name: 'Merge' }).click();
    assert.match(await told(), /The file had changed since the edit was proposed/);
    assert.equal(await readFile('poems/disk.txt'), meanwhile.replace('blue', 'violet'));
  });

  it('is merged into what was typed in an editor and not saved', async () => {
    const { editors, openFile, page, readFile } = window();
    const card = await propose('poems/editor.txt');
    await openFile('poems/editor.txt');
    await editors.caretAfter('And so are you');
    await page.keyboard.type(' too');
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByText(/has changed, so nothing was written/).waitFor();
    assert.equal(await readFile('poems/editor.txt'), poem);
    await card.getByRole('button', { name: 'Merge' }).click();
    assert.match(await told(), /unsaved changes in the editor/);
    await editors.active.getByText('Violets are violet').waitFor();
    assert.equal(await readFile('poems/editor.txt'), poem);
    await editors.caretAfter('And so are you too');
    await page.keyboard.press('Control+s');
    const both = poem.replace('blue', 'violet').replace('are you', 'are you too');
    await eventually(async () => assert.equal(await readFile('poems/editor.txt'), both));
  });

  it('offers no merge where both changed the same line, and asks the model again', async () => {
    const { readFile, writeFile } = window();
    const card = await propose('poems/same.txt');
    const meanwhile = poem.replace('blue', 'green');
    await writeFile('poems/same.txt', meanwhile);
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByText(/has changed in the same place/).waitFor();
    assert.equal(await card.getByRole('button', { name: 'Merge' }).count(), 0);
    await card.getByRole('button', { name: 'Ask again' }).click();
    assert.match(await told(), /file changed.*Read the file again/);
    assert.equal(await readFile('poems/same.txt'), meanwhile);
  });

  it('can be discarded when the file changed', async () => {
    const { readFile, writeFile } = window();
    const card = await propose('poems/fourth.txt');
    const meanwhile = `${poem}A last line\n`;
    await writeFile('poems/fourth.txt', meanwhile);
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByRole('button', { name: 'Discard' }).click();
    assert.match(await told(), /rejected/);
    assert.equal(await readFile('poems/fourth.txt'), meanwhile);
  });

  it('makes a new file with exactly the text that was shown', async () => {
    const { chat, editors, gemini, readFile } = window();
    const content = 'first\n\n\tsecond without a line end';
    gemini.reply(call('write_file', { file_path: 'made/new.txt', content })).reply(text('As you like.'));
    await chat.send('Make a file');
    const card = await chat.waitingCard('Write made/new.txt');
    await card.getByText('new file').waitFor();
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.changedSide.getByText('second without').waitFor();
    await assert.rejects(readFile('made/new.txt'), { code: 'ENOENT' });
    await editors.titleButton('Accept').click();
    await told();
    assert.equal(await readFile('made/new.txt'), content);
  });

  it('leaves byte order mark and line endings as they are', async () => {
    const { chat, gemini, readFile } = window();
    gemini
      .reply(call('replace', { file_path: 'windows.ini', old_string: 'two=2', new_string: 'two=2\ntwo.five=2.5' }))
      .reply(text('As you like.'));
    await chat.send('Add a value');
    const card = await chat.waitingCard('Edit windows.ini');
    await card.getByRole('button', { name: 'Accept' }).click();
    await told();
    assert.equal(await readFile('windows.ini'), '\ufeff[a]\r\none=1\r\ntwo=2\r\ntwo.five=2.5\r\nthree=3');
  });

  it('adds no line end to a file that has none, though its diff was edited', async () => {
    const { chat, editors, gemini, page, readFile } = window();
    gemini
      .reply(call('write_file', { file_path: 'last.txt', content: 'still no line end' }))
      .reply(text('As you like.'));
    await chat.send('Rewrite it');
    const card = await chat.waitingCard('Write last.txt');
    await card.getByRole('button', { name: 'Open diff' }).click();
    await editors.caretAfter('still no line end', editors.changedSide);
    await page.keyboard.type('!');
    await editors.titleButton('Accept').click();
    await told();
    assert.equal(await readFile('last.txt'), 'still no line end!');
  });
});
