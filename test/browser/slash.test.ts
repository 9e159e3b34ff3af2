import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { FileServer } from '../support/fileServer';
import { text } from '../support/gemini/replies';
import { expectAccessible } from './support/accessibility';
import { eventually } from './support/eventually';
import { answerInputBox } from './support/quickInput';
import { useChat } from './support/useChat';

const AGENT = '---\nname: reviewer\ndescription: Reads a diff\n---\nYou review.\n';
const SUM = 'export function addition(a: number, b: number): number {\n  return a + b;\n}\n';
const COMMAND = 'description = "Greets"\nprompt = "Greet {{args}} warmly."\n';

describe('what is typed at / and @', () => {
  const window = useChat({
    files: { 'sum.ts': SUM, 'broken.json': '{ "a": 1,, }\n', 'notes.md': 'Two blanks.\n' },
    homeFiles: { '.gemini/agents/reviewer.md': AGENT, '.gemini/commands/greet.toml': COMMAND },
    startsAnew: false,
    // TypeScript knows the symbols.
    hasFewExtensions: false,
  });
  const option = (name: string | RegExp) => window().chat.panel.getByRole('option', { name });
  /** Types as a user does, by keyboard alone. */
  const type = async (line: string) => {
    const { chat } = window();
    await chat.message.focus();
    await chat.message.press('ControlOrMeta+a');
    await chat.message.press('Delete');
    await chat.message.pressSequentially(line);
  };
  const enter = async (line: string) => {
    await type(line);
    await window().chat.message.press('Escape');
    await window().chat.message.press('Enter');
  };
  /** Takes what the list offers, and sends it with a question behind it. What the model was asked. */
  const mention = async (typed: string, name: RegExp) => {
    const { chat, gemini } = window();
    await type(`Look at ${typed}`);
    await option(name).first().waitFor();
    await expectAccessible(chat);
    await chat.message.press('Tab');
    return sent(gemini.requests.length);
  };
  const sent = async (before: number) => {
    const { chat, gemini } = window();
    gemini.reply(text('I see.'));
    await chat.message.press('Escape');
    await chat.message.press('Enter');
    await eventually(() => assert.ok(gemini.requests.length > before));
    await chat.finished();
    return gemini.requests.at(-1)!.prompt;
  };

  /** Closes what a command has opened, until nothing of it is left. */
  const settled = async () => {
    const { page, editors } = window();
    await eventually(async () => {
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.quick-input-widget:visible, .monaco-dialog-box:visible').count(), 0);
    });
    await editors.closeAll();
  };
  /** Where the focus still goes back to the panel, the palette closes, and is opened again. */
  const fromPalette = (title: string, found: Locator) =>
    eventually(async () => {
      const { page } = window();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input[type=text]').first().fill(`>${title}`, { timeout: 2000 });
      const rows = page.locator('.quick-input-list').getByRole('option');
      await rows.filter({ hasText: title }).first().click({ timeout: 2000 });
      await found.waitFor({ timeout: 5000 });
    }, 60_000);

  describe('mentions, chosen from the list,', () => {
    it('@selection gives what is selected', async () => {
      const { openFile, editors } = window();
      await openFile('sum.ts');
      await editors.selectLines('export function addition(a: number, b: number): number {', '}');
      assert.ok((await mention('@sel', /^@selection/)).includes('return a + b;'));
    });

    it('@problems gives what the editor reports', async () => {
      const { openFile, page } = window();
      await openFile('broken.json');
      await page.locator('.squiggly-error').first().waitFor();
      assert.match(await mention('@pro', /^@problems/), /broken\.json:1: error/);
    });

    it('@symbol gives a function by its name', async () => {
      const { openFile, chat, gemini } = window();
      await openFile('sum.ts');
      await type('Look at @sym');
      await option(/^@symbol/)
        .first()
        .waitFor();
      await chat.message.press('Tab');
      await chat.message.pressSequentially('addition ');
      const prompt = await sent(gemini.requests.length);
      assert.ok(prompt.includes('return a + b;'), prompt);
    });

    it('@reviewer gives the task to an agent', async () => {
      assert.match(await mention('@rev', /^@reviewer/), /agent_name "reviewer"/);
    });

    it('a file gives its text', async () => {
      assert.match(await mention('@notes', /^notes\.md/), /Two blanks\./);
    });

    it('@changes gives what git says', async () => {
      const { chat, writeFile, gemini } = window();
      const before = gemini.requests.length;
      await enter(
        '!git init -q . && git add . && git -c user.name=A -c user.email=a@b commit -qm one && printf "all %s" in',
      );
      await chat.text('all in').waitFor();
      await chat.finished();
      const asked = gemini.requests.slice(before).filter(({ prompt }) => prompt.includes('git init'));
      assert.deepEqual(asked, [], 'no model is asked about a command that the user runs');
      await writeFile('notes.md', 'Three blanks.\n');
      const prompt = await mention('@cha', /^@changes/);
      assert.match(prompt, /all in/, 'what was run and printed is part of the conversation');
      assert.match(prompt, /\+Three blanks\./);
    });

    it('an address gives the page', async () => {
      const server = await FileServer.start();
      try {
        server.files.set('/page', { headers: { 'content-type': 'text/plain' }, body: 'The page says hello.' });
        const { configure, chat, gemini } = window();
        configure({ 'pollux.webFetch.allowedHosts': [new URL(server.url).host] });
        await eventually(async () => {
          const before = gemini.requests.length;
          await type(`Look at @${server.url}/page now`);
          gemini.reply(text('I see.'));
          await chat.message.press('Enter');
          const accept = chat.button('Accept');
          await Promise.race([accept.waitFor(), eventually(() => assert.ok(gemini.requests.length > before))]);
          if (await accept.isVisible()) await accept.click();
          await eventually(() => assert.ok(gemini.requests.length > before));
          await chat.finished();
          assert.match(gemini.requests.at(-1)!.prompt, /The page says hello\./);
        });
      } finally {
        await server.close();
      }
    });
  });

  describe('commands', () => {
    /** What each says in the chat; no model is asked. */
    const said: readonly [typed: string, palette: string, answer: RegExp][] = [
      ['/copy', 'Copy Last Answer', /The last answer was copied/],
      ['/stats session', '', /Tokens sent/],
      ['/help', 'Show Commands and Mentions', /\/compress/],
      ['/tools', 'List Tools', /read_file/],
      ['/agents', 'List Agents', /reviewer/],
      ['/mcp', 'List MCP Servers', /No MCP servers are configured/],
      ['/directory', 'Show Workspace Folders', /workspace/],
      ['/memory show', 'Show Memory', /./],
      ['/memory refresh', 'Re-read Memory', /./],
      ['/extensions', '', /No extensions of Gemini CLI are installed/],
    ];

    for (const [line, palette, answer] of said) {
      it(`${line} answers in the chat${palette === '' ? '' : `, and so does “Pollux: ${palette}”`}`, async () => {
        const { chat, gemini, command } = window();
        const before = gemini.requests.length;
        const notices = chat.conversation.locator('.notice').filter({ hasText: answer });
        const count = await notices.count();
        await enter(line);
        await eventually(async () => assert.equal(await notices.count(), count + 1));
        if (palette !== '') {
          await command(`Pollux: ${palette}`);
          await eventually(async () => assert.equal(await notices.count(), count + 2));
        }
        assert.equal(gemini.requests.length, before);
      });
    }

    it('/copy puts the answer where it can be pasted', async () => {
      const { chat } = window();
      await enter('/copy');
      await chat.text(/The last answer was copied/).waitFor();
      await type('');
      await chat.message.press('ControlOrMeta+v');
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'I see.'));
      await type('');
    });

    it('a command of a file is in the list with what it does, and is sent', async () => {
      const { chat, gemini } = window();
      await type('/gre');
      await option(/^\/greet.*Greets/).waitFor();
      await expectAccessible(chat);
      await chat.message.press('Enter');
      await chat.message.pressSequentially('Ada');
      assert.match(await sent(gemini.requests.length), /Greet Ada warmly\./);
    });

    it('/nonsense says that it is none, and keeps what was typed', async () => {
      const { chat, gemini } = window();
      const before = gemini.requests.length;
      await enter('/nonsens');
      await chat.panel
        .getByText(/nonsens/)
        .last()
        .waitFor();
      assert.equal(gemini.requests.length, before);
      await type('');
    });

    /** What each opens in the editor. */
    const opened: readonly [typed: string, palette: string, place: string, shown: RegExp, said: RegExp][] = [
      ['/settings', 'Open Settings', '.settings-editor', /./, /The settings of Pollux were opened/],
      ['/hooks', 'Show Hooks', '.quick-input-widget, .notification-toast', /hook/i, /No hooks are configured/],
      ['/policies', 'Explain How a Command Is Evaluated', '.quick-input-widget', /command/i, /Nothing was changed/],
      ['/mode', 'Select Mode', '.quick-input-widget', /Ask first/, /Nothing was changed/],
      ['/model', 'Select Model', '.quick-input-widget', /gemini/i, /Nothing was changed/],
      ['/chat', 'History', '.quick-input-widget', /./, /Nothing was changed/],
      [
        '/restore',
        'Restore a Checkpoint',
        '.quick-input-widget, .notification-toast',
        /checkpoint/i,
        /Nothing was changed/,
      ],
      ['/rewind', 'Go Back to an Earlier Prompt', '.quick-input-widget', /Look at/, /Nothing was changed/],
      ['/skills', 'Show Context', '[aria-label="Context"]', /./, /Opened the Context view/],
      ['/about', 'Diagnose Sign-In', '.editor-instance, .notification-toast, .monaco-dialog-box', /./, /Pollux \d/],
    ];
    for (const [line, palette, place, shown, said] of opened) {
      it(`${line} opens what “Pollux: ${palette}” opens, and says in the chat what came of it`, async () => {
        const { chat, page } = window();
        const row = chat.conversation.locator('.notice').filter({ hasText: line }).filter({ hasText: said });
        const found = page.locator(place).filter({ hasText: shown, visible: true }).first();
        await enter(line);
        await found.waitFor();
        await settled();
        await row.last().waitFor();
        await fromPalette(`Pollux: ${palette}`, found);
        await settled();
      });
    }

    it('/init has the model propose a memory file', async () => {
      const { gemini, chat } = window();
      await type('/init');
      const prompt = await sent(gemini.requests.length);
      assert.match(prompt, /GEMINI\.md/);
      await chat.finished();
    });

    it('“Pollux: Remember…” writes into the memory of every chat', async () => {
      const { chat, command, page } = window();
      await command('Pollux: Remember…');
      await answerInputBox(page, '', 'Ada likes tea');
      await chat.text(/Remembered in/).waitFor();
    });

    it('/clear begins a new chat', async () => {
      const { chat } = window();
      await enter('/clear');
      await chat.turns('You').first().waitFor({ state: 'detached' });
    });
  });
});
