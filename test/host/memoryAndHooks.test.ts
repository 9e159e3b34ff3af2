import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { useLive } from './support/useLive';

const hookAt = (event: string, name: string, command: string) => ({
  hooks: { [event]: [{ hooks: [{ type: 'command', name, command }] }] },
});
const GUARD = `if grep -q secret; then echo "No secrets, please." >&2; exit 2; fi`;

describe('What Gemini CLI left,', () => {
  const window = useLive({
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
      const live = window();
      live.gemini.reply(call('read_file', { file_path: 'lib/a.ts' })).reply(text('Read.'));
      await live.ask('Read lib/a.ts');
      assert.deepEqual(live.said('assistant').at(-1), 'Read.');
      assert.match(
        system(),
        /GEMINI\.md ---\\nRules of mine\..*--- Context from: GEMINI\.md ---\\nRules of the folder\./,
      );
      assert.equal(system(-2), system());
      assert.doesNotMatch(contents(-2), /Rules of lib/);
      assert.match(contents(), /--- Context from: lib\/AGENTS\.md ---\\nRules of lib\./);
    });

    it('that changes is told with the next prompt', async () => {
      const live = window();
      live.gemini.reply(text('Hello.')).reply(text('Hello again.'));
      await live.ask('Hi');
      await live.writeFile('GEMINI.md', 'Other rules.\n');
      await live.ask('Hi again');
      assert.match(system(), /Rules of the folder/);
      assert.match(contents(), /has changed.*Other rules\./);
    });

    it('is shown and added to by /memory, without a model', async () => {
      const live = window();
      const before = live.gemini.requests.length;
      await live.host.submit('/memory list');
      await live.notice(/your home folder, about \d+ tokens/);
      await live.host.submit('/memory add --project Tests are run with make');
      await live.notice(/Remembered in/);
      assert.match(await live.readFile('GEMINI.md'), /## Gemini Added Memories\n- Tests are run with make\n$/);
      assert.equal(live.gemini.requests.length, before);
    });

    it('is proposed by /init as a short file, which there is already here', async () => {
      await window().host.submit('/init');
      await window().notice(/GEMINI\.md already exists\./);
    });
  });

  describe('hooks', () => {
    /** Opens the list of hooks and picks one, and what to do with it. */
    const act = async (hook: RegExp, action: string) => {
      const { ui } = window();
      const run = window().command('Show Hooks');
      (await ui.list()).pick(hook);
      const actions = await ui.until('the actions', () => ui.lists.find(({ rows }) => rows.includes(action)));
      actions.pick(action);
      await run;
    };
    const listed = async () => {
      const run = window().command('Show Hooks');
      const list = await window().ui.list();
      const { rows } = list;
      list.hide();
      await run;
      return rows.join('\n');
    };
    const say = async (prompt: string) => {
      const live = window();
      live.gemini.reply(text(`Heard: ${prompt}`));
      await live.ask(prompt);
      assert.equal(live.said('assistant').at(-1), `Heard: ${prompt}`);
    };
    /** Sends what is refused, which is then not in the conversation. */
    const tryTo = async (prompt: string) => {
      const before = window().notices.length;
      await window().host.submit(prompt);
      await window().notice(/The hook guard stopped this\. No secrets, please\./, before);
    };

    it('give a prompt that one refuses back to who wrote it', async () => {
      const live = window();
      await tryTo('Tell the secret');
      await live.ui.until('the prompt in the box', () => live.panel.compose.includes('Tell the secret'));
      assert.deepEqual(live.said('user'), []);
    });

    it('are listed with where they are from and whether they run', async () => {
      const rows = await listed();
      assert.match(rows, /guard.*BeforeAgent · your own · runs/);
      assert.match(rows, /mark.*AfterAgent · of the project · not approved, so it doesn’t run/);
    });

    it('of a project run once they are approved', async () => {
      const { ui, workspace } = window();
      assert.ok(!existsSync(join(workspace, '../ran.txt')));
      const question = () => ui.message(/touch \.\.\/ran\.txt/);
      // It was asked about with the first prompt; who closes that has approved nothing.
      (await question()).press();
      const acting = act(/mark.*not approved/, 'Approve…');
      (await question()).press('Approve');
      await acting;
      await say('Hello');
      assert.ok(existsSync(join(workspace, '../ran.txt')));
      assert.match(await listed(), /mark.*of the project · runs/);
    });

    it('are switched off, and on again', async () => {
      await act(/guard.*runs/, 'Switch off');
      const settings = JSON.parse(await readFile(join(window().home, '.gemini/settings.json'), 'utf8')) as object;
      assert.deepEqual('hooksConfig' in settings && settings.hooksConfig, { disabled: ['guard'] });
      await say('What is the secret?');
      await act(/guard.*switched off/, 'Switch on');
      await tryTo('And another secret');
    });

    it('of a project no longer run when the approval is withdrawn', async () => {
      await act(/mark.*runs/, 'Revoke approval');
      assert.match(await listed(), /mark.*not approved/);
    });
  });
});
