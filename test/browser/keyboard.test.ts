import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { apiError } from '../support/gemini/errors';
import { call, text, thought } from '../support/gemini/replies';
import { themes, type Theme } from '../support/vscode/settings';
import { expectAccessible } from './support/accessibility';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const before = 'red\n';
const paint = (file_path: string) => call('replace', { file_path, old_string: 'red', new_string: 'blue' });
const isFocused = (locator: Locator) => locator.evaluate(element => element.matches(':focus'));

describe('with the keyboard alone', () => {
  const window = useChat({ sharesWindow: true, files: { 'a.txt': before, 'b.txt': before, 'c.txt': before } });

  /** Presses Tab until `target` has the focus. */
  async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
    for (let i = 0; i < 40; i++) {
      if (await isFocused(target)) return;
      await window().page.keyboard.press(key);
    }
    assert.fail(`${String(target)} can't be reached with ${key}`);
  }

  it('a person can prompt, look at the diff, edit it, and accept', async () => {
    const { chat, editors, gemini, page, readFile } = window();
    gemini.reply(text('I paint.'), paint('a.txt')).reply(text('Painted.'));
    await page.keyboard.press('Control+Alt+p');
    await eventually(async () => assert.ok(await isFocused(chat.message)));
    await page.keyboard.type('Paint it');
    await page.keyboard.press('Enter');
    const card = await chat.waitingCard('Edit a.txt');
    await tabTo(card.getByRole('button', { name: 'Open diff' }), 'Shift+Tab');
    await chat.takesKeys(card);
    await page.keyboard.press('Enter');
    await editors.titleButton('Accept').waitFor();
    await editors.changedSide.locator('.native-edit-context:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+End');
    await page.keyboard.type('and green');
    await page.keyboard.press('Control+Enter');
    await chat.text('Painted.').waitFor();
    assert.equal(await readFile('a.txt'), 'blue\nand green');
  });

  it('a person can accept on the card, and reject with a reason', async () => {
    const { chat, gemini, page, readFile } = window();
    gemini.reply(paint('b.txt')).reply(paint('c.txt')).reply(text('Well.'));
    await chat.message.focus();
    await page.keyboard.type('Paint them');
    await page.keyboard.press('Enter');
    const first = await chat.waitingCard('Edit b.txt');
    await tabTo(first.getByRole('button', { name: 'Accept' }), 'Shift+Tab');
    await chat.takesKeys(first);
    await page.keyboard.press('Enter');
    await chat.cardIn('Done', 'Edit b.txt');
    assert.equal(await readFile('b.txt'), 'blue\n');
    const second = await chat.waitingCard('Edit c.txt');
    await tabTo(second.getByRole('textbox', { name: 'Reason for rejecting (optional)' }));
    await chat.takesKeys(second);
    await page.keyboard.type('Enough blue');
    await page.keyboard.press('Enter');
    await chat.text('Well.').waitFor();
    await chat.finished();
    assert.match(gemini.requests.at(-1)!.toolOutputs.join(''), /Enough blue/);
    assert.equal(await readFile('c.txt'), before);
  });

  it('Escape in the message box stops, and what was typed stays', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(text('On and '), gemini.gate());
    await chat.send('Go');
    await chat.text('On and').waitFor();
    await chat.message.focus();
    await page.keyboard.type('next thing');
    await page.keyboard.press('Escape');
    await chat.finished();
    assert.equal(await chat.message.inputValue(), 'next thing');
    await chat.message.fill('');
  });
});

describe('the panel in every theme', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'src/paint.ts': 'export const color = "red";\n' },
    startsAnew: false,
  });

  it('is accessible while it is empty', async () => {
    const { chat, picture } = window();
    await chat.panel.getByText('Ask about this folder').waitFor();
    await picture('panel-empty');
    await expectAccessible(chat);
  });

  it('shows a whole conversation', async () => {
    const { chat, gemini } = window();
    const answer = [
      '## What I found\n\nThe colour is in `src/paint.ts`, see [the manual](https://example.com/manual).\n',
      '```ts\nexport const color = "red"; // a comment\n```\n',
      '| name | value |\n| --- | --- |\n| color | red |\n\n- one\n- two\n\n> A quotation.',
    ];
    gemini
      .reply(
        thought('**Looking**\n\nFirst the folder.'),
        text('I look around.'),
        call('list_directory', { dir_path: '.' }),
        call('read_file', { file_path: 'missing.ts' }),
      )
      .reply(text(answer.join('\n')));
    await chat.ask('What colour is it?');
    gemini.reply(apiError(400));
    await chat.ask('And now?');
    gemini.reply(
      text('I paint it.'),
      call('replace', { file_path: 'src/paint.ts', old_string: 'red', new_string: 'blue' }),
    );
    await chat.send('Make it blue');
    await chat.waitingCard('Edit src/paint.ts');
  });

  for (const theme of Object.keys(themes) as Theme[]) {
    it(`is accessible in ${themes[theme].name}`, async () => {
      const { chat, picture, setTheme } = window();
      await setTheme(theme);
      await picture('panel', [theme]);
      await expectAccessible(chat);
    });
  }

  it('fits into a narrow side bar', async () => {
    const { chat, page, picture, setTheme } = window();
    await setTheme('dark');
    const { width } = (await page.locator('.part.sidebar').boundingBox())!;
    const sash = (await page.locator('.monaco-sash.vertical:not(.disabled)').first().boundingBox())!;
    await page.mouse.move(sash.x + 2, 300);
    await page.mouse.down();
    await page.mouse.move(sash.x + 2 - (width - 200), 300, { steps: 4 });
    await page.mouse.up();
    await eventually(async () =>
      assert.ok((await page.locator('.part.sidebar').boundingBox())!.width < 220, 'the side bar is not narrow'),
    );
    await picture('panel-narrow');
    const { scroll, client } = await chat.panel.locator('body').evaluate(({ ownerDocument }) => ({
      scroll: ownerDocument.documentElement.scrollWidth,
      client: ownerDocument.documentElement.clientWidth,
    }));
    assert.ok(scroll <= client, `${scroll} px in ${client} px`);
    await chat.stop();
  });
});
