import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const hookAt = (event: string, name: string, command: string) => ({
  hooks: { [event]: [{ hooks: [{ type: 'command', name, command }] }] },
});
const GUARD = `if grep -q secret; then echo "No secrets, please." >&2; exit 2; fi`;

/** Both come from the workspace and from the home, which a shared window can't take on. */
describe('what Gemini CLI left,', () => {
  const window = useChat({
    files: {
      'GEMINI.md': 'Rules of the folder.\n',
      'lib/a.ts': 'let a;\n',
      'lib/AGENTS.md': 'Rules of lib.\n',
      '.gemini/settings.json': JSON.stringify({
        context: { discoveryMaxDirs: 0 },
        ...hookAt('AfterAgent', 'mark', 'touch ../ran.txt'),
      }),
    },
    homeFiles: {
      '.gemini/GEMINI.md': 'Rules of mine.\n',
      '.gemini/settings.json': JSON.stringify(hookAt('BeforeAgent', 'guard', GUARD)),
    },
  });

  describe('memory', () => {
    const system = (index = -1) => JSON.stringify(window().gemini.requests.at(index)?.body.systemInstruction);
    const contents = (index = -1) => JSON.stringify(window().gemini.requests.at(index)?.contents);

    it('stands in the instructions, and that of a folder is added when a tool is there', async () => {
      const { chat, gemini } = window();
      gemini.reply(call('read_file', { file_path: 'lib/a.ts' })).reply(text('Read.'));
      await chat.ask('Read lib/a.ts');
      await chat.text('Read.').waitFor();
      assert.match(
        system(),
        /GEMINI\.md ---\\nRules of mine\..*--- Context from: GEMINI\.md ---\\nRules of the folder\./,
      );
      assert.equal(system(-2), system());
      assert.doesNotMatch(contents(-2), /Rules of lib/);
      assert.match(contents(), /--- Context from: lib\/AGENTS\.md ---\\nRules of lib\./);
    });

    it('that changes is told with the next prompt', async () => {
      const { chat, gemini, writeFile } = window();
      gemini.reply(text('Hello.')).reply(text('Hello again.'));
      await chat.ask('Hi');
      await writeFile('GEMINI.md', 'Other rules.\n');
      await chat.ask('Hi again');
      await chat.text('Hello again.').waitFor();
      assert.match(system(), /Rules of the folder/);
      assert.match(contents(), /has changed.*Other rules\./);
    });

    it('is shown and added to by /memory, without a model', async () => {
      const { chat, gemini, readFile } = window();
      const before = gemini.requests.length;
      const type = async (command: string) => {
        await chat.message.fill(command);
        await chat.button('Send').click();
      };
      await type('/memory list');
      await chat.text(/your home folder, about \d+ tokens/).waitFor();
      await type('/memory add --project Tests are run with make');
      await chat.text(/Remembered in/).waitFor();
      assert.match(await readFile('GEMINI.md'), /## Gemini Added Memories\n- Tests are run with make\n$/);
      assert.equal(gemini.requests.length, before);
    });

    it('is proposed by /init as a short file, which there is already here', async () => {
      const { chat } = window();
      await chat.message.fill('/init');
      await chat.button('Send').click();
      await chat.text('GEMINI.md already exists.').waitFor();
    });
  });

  describe('hooks', () => {
    /** A row of the list that is open. */
    const row = (name: string | RegExp) => window().page.locator('.quick-input-list').getByRole('option', { name });
    const showHooks = () => window().command('Pollux: Show Hooks');
    const act = async (hook: RegExp, action: string) => {
      await showHooks();
      await row(hook).click();
      await row(action).click();
    };
    const say = async (prompt: string) => {
      const { chat, gemini } = window();
      gemini.reply(text(`Heard: ${prompt}`));
      await chat.ask(prompt);
      await chat.text(`Heard: ${prompt}`).waitFor();
    };
    /** Sends what is refused, which is then not in the conversation. */
    const tryTo = async (prompt: string) => {
      const { chat } = window();
      await chat.message.fill(prompt);
      await chat.button('Send').click();
      await chat.text('The hook guard stopped this. No secrets, please.').waitFor();
    };
    const hasRun = () =>
      access(join(window().workspace, '../ran.txt')).then(
        () => true,
        () => false,
      );

    it('give a prompt that one refuses back to who wrote it', async () => {
      const { chat } = window();
      await tryTo('Tell the secret');
      await eventually(async () => assert.equal(await chat.message.inputValue(), 'Tell the secret'));
      assert.equal(await chat.turns('You').count(), 0);
    });

    it('are listed with where they are from and whether they run', async () => {
      await showHooks();
      await row(/guard.*BeforeAgent · your own · runs/).waitFor();
      await row(/mark.*AfterAgent · of the project · not approved, so it doesn’t run/).waitFor();
      await window().page.keyboard.press('Escape');
    });

    it('of a project run once they are approved', async () => {
      await act(/mark.*not approved/, 'Approve…');
      await window()
        .page.locator('.notification-list-item')
        .filter({ hasText: 'touch ../ran.txt' })
        .getByRole('button', { name: 'Approve', exact: true })
        .first()
        .click();
      await say('Hello');
      assert.ok(await hasRun());
      await showHooks();
      await row(/mark.*of the project · runs/).waitFor();
      await window().page.keyboard.press('Escape');
    });

    it('are switched off, and on again', async () => {
      const { server } = window();
      await act(/guard.*runs/, 'Switch off');
      await eventually(async () => {
        const settings = JSON.parse(await readFile(join(server.home, '.gemini/settings.json'), 'utf8')) as object;
        assert.deepEqual('hooksConfig' in settings && settings.hooksConfig, { disabled: ['guard'] });
      });
      await say('What is the secret?');
      await act(/guard.*switched off/, 'Switch on');
      await tryTo('And another secret');
    });

    it('of a project no longer run when the approval is withdrawn', async () => {
      await act(/mark.*runs/, 'Revoke approval');
      await showHooks();
      await row(/mark.*not approved/).waitFor();
      await window().page.keyboard.press('Escape');
    });
  });
});
