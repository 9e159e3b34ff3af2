import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const hookAt = (event: string, name: string, command: string) =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', name, command }] }] } });
const GUARD = `if grep -q secret; then echo "No secrets, please." >&2; exit 2; fi`;

describe('hooks', () => {
  const window = useChat({
    files: { 'readme.txt': 'Read me\n', '.gemini/settings.json': hookAt('AfterAgent', 'mark', 'touch ../ran.txt') },
    homeFiles: { '.gemini/settings.json': hookAt('BeforeAgent', 'guard', GUARD) },
  });
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
