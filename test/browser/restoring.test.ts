import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { quickInput, quickInputRow } from './support/quickInput';
import { useChat, type ChatWindow } from './support/useChat';

const picker = ({ page }: ChatWindow) => quickInput(page);
const row = ({ page }: ChatWindow, name: RegExp) => quickInputRow(page, name);
const capitals = (file_path: string, content: string) => call('write_file', { file_path, content });

describe('what was changed', () => {
  const window = useChat({ sharesWindow: true, files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });

  /** Has both files changed by one prompt, each a checkpoint. */
  async function change(): Promise<void> {
    const { chat, gemini, writeFile } = window();
    await Promise.all([writeFile('a.txt', 'a\n'), writeFile('b.txt', 'b\n')]);
    gemini.reply(capitals('a.txt', 'A\n')).reply(capitals('b.txt', 'B\n')).reply(text('Loud now.'));
    await chat.send('Write in capitals');
    for (const file of ['a.txt', 'b.txt']) {
      await (await chat.waitingCard(`Write ${file}`)).getByRole('button', { name: 'Accept' }).click();
    }
    await chat.text('Loud now.').waitFor();
    await chat.finished();
  }

  /** Opens the list of checkpoints and takes this chat's oldest; resolves when the files can be ticked. */
  async function pickFirst(): Promise<void> {
    await window().command('Pollux: Restore a Checkpoint');
    await picker(window()).getByText('Restore what was there before this change').waitFor();
    await row(window(), /^a\.txt/)
      .first()
      .click();
    await picker(window())
      .getByText(/^Files to restore as they were before/)
      .waitFor();
  }
  /** Takes the tick of a file away. */
  const untick = (file: string) => picker(window()).getByRole('checkbox', { name: file, exact: true }).click();
  const confirmFiles = () => picker(window()).getByRole('button', { name: 'OK' }).click();

  it('can be taken back, files alone, those that are ticked', async () => {
    const { chat, readFile } = window();
    await change();
    await pickFirst();
    await untick('b.txt');
    await confirmFiles();
    await row(window(), /^Files only/).click();
    await eventually(async () => assert.equal(await readFile('a.txt'), 'a\n'));
    assert.equal(await readFile('b.txt'), 'B\n');
    await chat.text('Loud now.').waitFor();
  });
});
