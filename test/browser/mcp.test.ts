import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { McpSignInServer } from '../support/mcpSignInServer';
import { stdioRow } from '../support/mcp/mcpPlace';
import { useChat } from './support/useChat';

/** An authorization server that is none of this machine, whose addresses the editor would replace. */
const PAGE = 'https://auth.example.org/authorize';
const servers = (rows: object) => JSON.stringify({ mcpServers: rows });

describe('MCP servers', () => {
  let mail: McpSignInServer;
  before('start a server', async () => {
    mail = await McpSignInServer.start({ metadata: { authorization_endpoint: PAGE } });
  });
  after('stop it', () => mail.close());
  const window = useChat({
    files: { 'GEMINI.md': 'Rules.\n', '.mcp.json': servers({ theirs: stdioRow() }) },
    homeFiles: () => ({ '.gemini/settings.json': servers({ mail: { httpUrl: mail.address }, notes: stdioRow() }) }),
  });

  it('have a call of theirs asked about, with who they are and what they get', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(call('mcp_notes_echo', { text: 'two\nlines' })).reply(text('That was it.'));
    await chat.send('Echo, please');
    await chat.text('read-only, according to the server').waitFor();
    await chat.text('two\nlines').waitFor();
    await chat.text('sdkServer.mjs').first().waitFor();
    await chat.button('Accept').click();
    await chat.text('That was it.').waitFor();
    // The project's own server has not been started, and is asked about.
    await page
      .getByText(/This project wants to use the MCP server “theirs”/)
      .first()
      .waitFor();
  });

  describe('of which one wants a sign-in', () => {
    const dialog = () => window().page.locator('.monaco-dialog-box');
    const row = (state: string) => window().page.getByRole('treeitem', { name: `mail, ${state}` });

    /** Where the page leads a browser whose user agrees. */
    const leadsTo = async (asked: URL) => {
      const { headers } = await fetch(`${mail.url}/authorize${asked.search}`, { redirect: 'manual' });
      return headers.get('location') ?? '';
    };

    it('is offered where the server refuses, and comes back from the browser by itself', async () => {
      const { chat, gemini, page, command } = window();
      await page.context().route(`${PAGE}**`, async route => {
        const to = JSON.stringify(await leadsTo(new URL(route.request().url())));
        await route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${to})</script>` });
      });
      assert.equal(await page.getByRole('tree', { name: 'Context' }).count(), 0, 'not there before it is asked for');
      await command('Pollux: Show Context'); // not later: the palette would close the sign-in's box
      // Its tree takes the focus last; until then, what is typed for the chat would go there.
      await page.getByRole('tree', { name: 'Context' }).and(page.locator(':focus')).waitFor();
      gemini.reply(text('Hello.'));
      await chat.ask('Hello');
      await page
        .locator('.notification-toast')
        .filter({ hasText: '“mail” asks you to sign in' })
        .getByRole('button', { name: 'Sign in' })
        .click();
      await dialog().getByRole('button', { name: 'Open', exact: true }).click();
      await row('connected').waitFor();
      gemini.reply(call('mcp_mail_hello', {})).reply(text('Read.'));
      await chat.send('Read my mail');
      await chat.button('Accept').click();
      await chat.text('Read.').waitFor();
      assert.match(JSON.stringify(gemini.requests.at(-1)?.functionResponses), /hello from the inside/);
    });
  });

  describe('that are connected', () => {
    const tree = () => window().page.getByRole('tree', { name: 'Context' });
    const row = (name: RegExp) => window().page.getByRole('treeitem', { name });

    it('have single tools switched off in the view, which shows it', async () => {
      const { command } = window();
      await command('Pollux: Show Context');
      await row(/^notes, connected/)
        .locator('.monaco-tl-twistie')
        .click();
      for (const [state, action] of [
        [/^echo(?!, off)/, 'Disable This Tool'],
        [/^echo, off/, 'Enable This Tool'],
      ] as const) {
        await row(state).click();
        await row(state).getByRole('button', { name: action }).click();
      }
      await row(/^echo(?!, off)/).waitFor();
    });

    it('are in a view whose menus can be used by keyboard alone', async () => {
      const { page } = window();
      await tree().focus();
      for (const key of ['Home', 'ArrowDown', 'Shift+F10']) await page.keyboard.press(key);
      await page.getByRole('menuitem', { name: 'Exclude from Memory' }).waitFor();
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      await row(/^GEMINI\.md, workspace folder, left out/).waitFor();
    });

    it('ask in the chat, by a card that a reload of the panel does not lose', async () => {
      const { chat, gemini, reloadWebviews } = window();
      gemini.reply(call('mcp_notes_ask', {})).reply(text('Blue it is.'));
      await chat.send('Ask me, please');
      await chat.button('Accept').click();
      await chat.text('Which colour?').waitFor();
      const colour = chat.panel.getByRole('textbox', { name: 'colour' });
      await colour.fill('blue');
      await reloadWebviews();
      await chat.text('Which colour?').waitFor();
      assert.equal(await colour.inputValue(), 'blue');
      await chat.button('Accept').click();
      await chat.text('Blue it is.').waitFor();
      assert.match(JSON.stringify(gemini.requests.at(-1)?.functionResponses), /blue/);
    });
  });
});
