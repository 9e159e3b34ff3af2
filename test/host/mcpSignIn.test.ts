import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { McpSignInServer } from '../support/mcpSignInServer';
import { useLive } from './support/useLive';

/** An authorization server that is none of this machine. */
const PAGE = 'https://auth.example.org/authorize';

describe('An MCP server that wants a sign-in', () => {
  let mail: McpSignInServer;
  before('start it', async () => {
    mail = await McpSignInServer.start({ metadata: { authorization_endpoint: PAGE } });
  });
  after('stop it', () => mail.close());
  const window = useLive(() => ({
    homeFiles: { '.gemini/settings.json': JSON.stringify({ mcpServers: { mail: { httpUrl: mail.address } } }) },
  }));
  const row = (state: string) =>
    window()
      .ui.tree('pollux.context')
      .row(new RegExp(`^mail, ${state}`));
  const said = async (wanted: string) => (await window().ui.message(wanted)).press();

  /** Where the page leads a browser whose user agrees; the browser of this test goes nowhere by itself. */
  const agreed = async () => {
    const page = await window().ui.until('a page in the browser', () => window().ui.opened.shift());
    assert.ok(page.startsWith(PAGE), page);
    const { headers } = await fetch(`${mail.url}/authorize${new URL(page).search}`, { redirect: 'manual' });
    return headers.get('location') ?? '';
  };

  it('is offered where the server refuses, and is done by a pasted address', async () => {
    const live = window();
    live.gemini.reply(text('Hello.'));
    await live.ask('Hello');
    (await live.ui.message(/“mail” asks you to sign in/)).press('Sign in');
    (await live.ui.input()).enter(await agreed());
    await row('connected');
    live.gemini.reply(call('mcp_mail_hello', {})).reply(text('Read.'));
    const run = live.ask('Read my mail');
    await live.accept();
    await run;
    assert.match(JSON.stringify(live.gemini.requests.at(-1)?.functionResponses), /hello from the inside/);
  });

  it('ends with a sign-out; an address that is another one is refused', async () => {
    const { ui } = window();
    const leaving = window().command('Sign Out of an MCP Server');
    (await ui.list()).pick(/^mail/);
    await said('You’re signed out of “mail”.');
    await leaving;
    const entering = window().command('Sign In to an MCP Server');
    (await ui.list()).pick(/^mail/);
    const box = await ui.input();
    box.enter('https://wrong.example.org/');
    await ui.until('what is wrong', () => box.validationMessage);
    assert.equal(box.validationMessage, 'This isn’t the address where the sign-in ended.');
    box.enter(await agreed());
    await said('You’re signed in to “mail”.');
    await entering;
    await row('connected');
  });
});
