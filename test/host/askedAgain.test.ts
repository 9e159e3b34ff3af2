import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AddressQuestion, PASTE_COMMAND } from '../../src/vscode/authentication/addressQuestion';
import { McpInputs, type AskedInput } from '../../src/vscode/questions/mcpInputs';

const run = (command: string) => vscode.commands.executeCommand(command);

describe('A box that another one closes', () => {
  afterEach(async () => {
    await run('workbench.action.closeQuickOpen');
  });

  describe('during a sign-in', () => {
    /** The answers, none as long as the sign-in goes on. */
    const asking = (signal: AbortSignal) => {
      const answers: (string | undefined)[] = [];
      const question = new AddressQuestion('direct', 'Sign in to “mail”');
      const asked = question.ask('https://a.example', () => undefined, signal).then(answer => answers.push(answer));
      return { answers, asked };
    };

    /** The commands of entries in the status bar. */
    const entries = async () => (await vscode.commands.getCommands()).filter(id => id.startsWith(PASTE_COMMAND));

    it('comes back by the entry of the status bar', async () => {
      const { answers } = asking(new AbortController().signal);
      await run('workbench.action.showCommands');
      await run('workbench.action.closeQuickOpen');
      const [entry = ''] = await entries();
      while (answers.length === 0) {
        await run(entry);
        await run('workbench.action.acceptSelectedQuickOpenItem');
      }
      assert.deepEqual(answers, ['']);
      assert.deepEqual(await entries(), []);
    });

    it('leaves the sign-in to the browser', async () => {
      const end = new AbortController();
      const { answers, asked } = asking(end.signal);
      await run('workbench.action.showCommands');
      await run('workbench.action.closeQuickOpen');
      assert.deepEqual(answers, []);
      end.abort();
      await asked;
      assert.deepEqual(answers, [undefined]);
      assert.deepEqual(await entries(), []);
    });
  });

  describe('and asks for an input of an MCP server', () => {
    const window = vscode.window as { showInputBox: typeof vscode.window.showInputBox };
    const { showInputBox } = window;
    let stored: Map<string, string>;
    let inputs: McpInputs;
    /** The open boxes, by title; each is closed by its function. */
    let open: { title: string; close: (answer?: string) => void }[];
    beforeEach(() => {
      stored = new Map();
      open = [];
      inputs = new McpInputs({
        get: async key => stored.get(key),
        store: async (key, value) => void stored.set(key, value),
      });
      window.showInputBox = ({ title = '' }: vscode.InputBoxOptions = {}) =>
        new Promise(resolve => open.push({ title, close: resolve }));
    });
    afterEach(() => (window.showInputBox = showInputBox));
    const key = (id: string, server = 'mail'): AskedInput => ({
      ...{ file: '/work/.vscode/mcp.json', id, server, description: 'Key', isPassword: true },
    });
    const shown = async () => {
      await new Promise(resolve => setImmediate(resolve));
      return open.map(({ title }) => title);
    };

    it('can be asked again', async () => {
      const first = inputs.ask(key('token'));
      await shown();
      open.pop()?.close();
      assert.equal(await first, false);
      const second = inputs.ask(key('token'));
      await shown();
      open.pop()?.close('secret');
      assert.equal(await second, true);
      assert.equal(await inputs.read(key('token')), 'secret');
    });

    it('is no other input’s box, and one serves all servers that need the same', async () => {
      const asked = [key('token'), key('token', 'news'), key('other')].map(each => inputs.ask(each));
      assert.deepEqual(await shown(), ['The MCP server “mail” needs token']);
      open.pop()?.close('one');
      assert.deepEqual(await Promise.all(asked.slice(0, 2)), [true, true]);
      assert.deepEqual(await shown(), ['The MCP server “mail” needs other']);
      open.pop()?.close('two');
      assert.equal(await asked[2], true);
    });
  });
});
