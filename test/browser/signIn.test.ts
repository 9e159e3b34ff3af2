import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from '../support/gemini/replies';
import { ScriptedGemini } from './support/scriptedGemini';
import { useChat } from './support/useChat';

describe('signing in', () => {
  const window = useChat({ server: { apiKey: 'good-key' }, env: { GEMINI_API_KEY: '' } });

  async function enterKey(key: string): Promise<void> {
    const box = window().page.locator('.quick-input-widget input[type=password]');
    await box.fill(key);
    await box.press('Enter');
    await box.waitFor({ state: 'hidden' }); // Enter counts only when the editor has found the text valid
  }

  it('begins with a place to enter a key and a way to try without one', async () => {
    const { chat } = window();
    await chat.conversation.getByText(/Pollux needs a Gemini API key/).waitFor();
    await chat.button('Enter API key').waitFor();
    await chat.button('Try the demo').waitFor();
  });

  it('says so when a prompt is sent without a key, and offers to enter one', async () => {
    const { chat, gemini, page } = window();
    const before = gemini.requests.length;
    await chat.ask('Hello');
    await chat.text('No API key is set up yet.').waitFor();
    assert.equal(gemini.requests.length, before);
    await chat.button('Enter API key').click();
    await page.locator('.quick-input-widget input[type=password]').waitFor();
    await page.keyboard.press('Escape');
  });

  it('takes a key, says when it is wrong, and goes on with the next one', async () => {
    const { chat, gemini } = window();
    await chat.button('Enter API key').click();
    await enterKey('bad-key');
    await chat.conversation.getByText('Ask about this folder').waitFor();
    await chat.ask('Hello');
    await chat.text(/didn’t accept the API key/).waitFor();
    await chat.button('Enter API key').click();
    await enterKey('good-key');
    gemini.reply(text('Welcome.'));
    await chat.button('Try again').click();
    await chat.text('Welcome.').waitFor();
    await chat.finished();
    for (const request of gemini.requests) request.refused = undefined; // the wrong key was meant to be refused
  });

  it('forgets the key on signing out', async () => {
    const { chat, command } = window();
    await command('Pollux: Sign Out');
    await chat.button('Enter API key').waitFor();
  });

  it('plays a demo that says that it is one, to its end', async () => {
    const { chat, readFile } = window();
    await chat.button('Try the demo').click();
    await chat.panel.getByText(/Demo model: the answers are scripted/).waitFor();
    await chat.send('Start the tour');
    const edit = await chat.waitingCard('Edit src/cart.js');
    const before = await readFile('src/cart.js');
    await edit.getByRole('button', { name: 'Accept' }).click();
    const tests = await chat.waitingCard('Run node --test');
    assert.notEqual(await readFile('src/cart.js'), before);
    await tests.getByRole('button', { name: 'Accept' }).click();
    await chat.text('All 4 tests pass.').waitFor();
    await chat.finished();
  });

  it('leaves the demo for a key that is entered in its banner', async () => {
    const { chat, gemini } = window();
    await chat.button('Enter API key').click();
    await enterKey('good-key');
    await chat.panel.getByText(/Demo model: the answers are scripted/).waitFor({ state: 'detached' });
    gemini.reply(text('The real thing.'));
    await chat.ask('Hello');
    await chat.text('The real thing.').waitFor();
  });

  it('offers every way to sign in', async () => {
    const { command, page } = window();
    await command('Pollux: Sign In');
    for (const way of [
      'Enter a Gemini API key',
      'Sign in with Google',
      'Use Vertex AI',
      'Try the demo, without a key',
    ]) {
      await page.locator('.quick-input-list').getByRole('option', { name: way }).waitFor();
    }
    await page.keyboard.press('Escape');
  });

  it('says what a sign-in with Google needs where no client is set', async () => {
    const { command, page } = window();
    await command('Pollux: Sign In');
    await page.locator('.quick-input-list').getByRole('option', { name: 'Sign in with Google' }).click();
    await page
      .getByText(/you need your own OAuth client/)
      .first()
      .waitFor();
  });

  it('names the hop that fails, and no key', async () => {
    const { command, configure, gemini, page } = window();
    const closed = new ScriptedGemini();
    await closed.listen();
    const { url } = closed;
    await closed.close();
    const dialog = page.locator('.monaco-dialog-box');
    /** Diagnoses again until the editor has taken note of the address. */
    const diagnose = async (address: string) => {
      configure({ 'pollux.baseUrl': address });
      for (;;) {
        await command('Pollux: Diagnose Sign-In');
        await dialog.getByText('Address: ').waitFor();
        if ((await dialog.innerText()).includes(`✓ Address: ${address}`)) return;
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
    };
    await diagnose(url);
    assert.match(
      await dialog.innerText(),
      /✓ Sign-in: Gemini API key, kept by Pollux\s[^]*✓ Credentials: An API key\s*✗ Model: /,
    );
    assert.doesNotMatch(await dialog.innerText(), /good-key/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await diagnose(gemini.url);
    await dialog.getByText('✓ Model: ').waitFor();
    await page.keyboard.press('Escape');
  });

  it('leaves no key in any file: not in logs, chats, checkpoints or what the editor keeps', async () => {
    const { server, workspace } = window();
    // Of the server's data, home and logs, and what is open.
    const folders = [dirname(server.home), workspace];
    const entries = await Promise.all(folders.map(each => readdir(each, { recursive: true, withFileTypes: true })));
    const files = entries.flat().filter(entry => entry.isFile());
    const contents = await Promise.all(
      files.map(async ({ parentPath, name }) => ({
        path: join(parentPath, name),
        text: await readFile(join(parentPath, name), 'latin1').catch(() => ''), // gone meanwhile
      })),
    );
    const having = (words: string[]) => contents.filter(({ text }) => words.some(word => text.includes(word)));
    assert.ok(having(['Start the tour']).length > 0, 'the chats are among them');
    assert.ok(having(['Sign-in diagnosis']).length > 0, 'the log is among them');
    assert.deepEqual(
      having(['good-key', 'bad-key']).map(({ path }) => path),
      [],
    );
  });
});
