import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { apiError } from '../support/gemini/errors';
import { call, text, thought } from '../support/gemini/replies';
import { themes as pageThemes } from '../support/themes';
import { themes, type Theme } from '../support/vscode/settings';
import { expectAccessible } from './support/accessibility';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const before = 'red\n';
const paint = (file_path: string) => call('replace', { file_path, old_string: 'red', new_string: 'blue' });
const isFocused = (locator: Locator) => locator.evaluate(element => element.matches(':focus'));

describe('with the keyboard alone', () => {
  const window = useChat({ sharesWindow: true, files: { 'a.txt': before } });

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

  it('shows a whole conversation', async () => {
    const { chat, gemini, picture } = window();
    await chat.panel.getByText('Ask about this folder').waitFor();
    await picture('panel-empty');
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

  it('has the colors in every theme that tests of its page alone have, and is accessible', async () => {
    const { chat, picture, setTheme } = window();
    const known = { dark: 'dark', light: 'light', highContrast: 'hcDark', highContrastLight: 'hcLight' } as const;
    for (const theme of Object.keys(themes) as Theme[]) {
      await setTheme(theme);
      await picture('panel', [theme]);
      const { variables } = pageThemes[known[theme]];
      const colors = Object.keys(variables).filter(name => /^#[0-9a-f]{6}$/.test(variables[name] ?? ''));
      await eventually(async () => {
        const read = await chat.panel.locator('body').evaluate(({ ownerDocument }, names) => {
          const style = getComputedStyle(ownerDocument.documentElement);
          return Object.fromEntries(names.map(name => [name, style.getPropertyValue(name)]));
        }, colors);
        assert.deepEqual(read, Object.fromEntries(colors.map(name => [name, variables[name]])), theme);
      });
    }
    await expectAccessible(chat);
  });

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
