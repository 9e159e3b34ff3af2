import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, text } from '../support/gemini/replies';
import { answerInputBox } from './support/quickInput';
import { useChat } from './support/useChat';

const run = (command: string) => call('run_shell_command', { command });

describe('what may be done', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'readme.txt': 'Read me\n', 'build/old.txt': 'old\n' },
    settings: { 'terminal.integrated.gpuAcceleration': 'off', 'pollux.webFetch.allowedHosts': ['127.0.0.1'] },
  });
  const pages = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hello</title><p>From the page.</p>');
  });
  before('start a server of pages', () => new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve)));
  after('stop it', () => pages.close());

  it('is asked with what a command touches, inside and outside, and why', async () => {
    const { chat, gemini } = window();
    gemini.reply(run('cp readme.txt ../copy.txt && rm -r build && curl https://example.com/')).reply(text('Pity.'));
    await chat.send('Tidy up');
    const card = await chat.waitingCard(/^Run cp/);
    for (const part of ['../copy.txt', 'outside the workspace', 'build', 'example.com']) {
      await card.getByText(part).last().waitFor();
    }
    for (const heading of ['Writes', 'Deletes', 'Network']) await card.getByText(heading, { exact: true }).waitFor();
    await card
      .getByText(/^(?:This can destroy data permanently|It reaches outside the workspace):/)
      .first()
      .waitFor();
    await card.getByRole('button', { name: 'Reject' }).click();
    await chat.finished();
  });

  it('needs no second question where the person left a rule, but only for that', async () => {
    const { chat, gemini, page, readFile } = window();
    gemini
      .reply(run('touch one.txt'))
      .reply(run('touch one.txt'))
      .reply(run('touch ../three.txt'))
      .reply(text('Done.'));
    await chat.send('Make files');
    const card = await chat.waitingCard('Run touch one.txt');
    await card.getByRole('button', { name: 'Always allow…' }).click();
    await chat.panel.getByRole('menuitem', { name: 'In this folder command = "touch one.txt"' }).click();
    const third = await chat.waitingCard('Run touch ../three.txt');
    assert.equal(await readFile('one.txt'), '');
    await third.getByRole('button', { name: 'Reject' }).click();
    await chat.finished();
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  it('can be explained without doing it', async () => {
    const { command, page } = window();
    await command('Pollux: Explain How a Command Is Evaluated');
    await answerInputBox(page, 'git push --force && rm -rf build', 'touch one.txt && bash -c "rm -rf /"');
    const preview = page.locator('iframe.webview.ready').last().contentFrame().frameLocator('iframe');
    await preview.getByRole('heading', { name: 'Asked about' }).waitFor();
    await preview.getByRole('row', { name: /Allowed.*touch one\.txt.*rules\.toml/ }).waitFor();
    await preview
      .getByRole('row', { name: /Asked about.*rm -rf/ })
      .first()
      .waitFor();
  });

  it('reads a page from the web once the person has agreed', async () => {
    const { chat, gemini } = window();
    const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/page`;
    gemini.reply(call('web_fetch', { url })).reply(text('It says hello.'));
    await chat.send('Read that');
    const card = await chat.waitingCard(`Fetch ${url}`);
    await card.getByRole('button', { name: 'Accept' }).click();
    await chat.text('It says hello.').waitFor();
    await chat.finished();
    assert.match(gemini.requests.at(-1)!.toolOutputs.join(''), /# Hello\n\nFrom the page\./);
  });

  it('reads no page of this machine that no setting names', async () => {
    const { chat, gemini } = window();
    gemini.reply(call('web_fetch', { url: 'http://[::1]:80/' })).reply(text('Not allowed.'));
    await chat.ask('Read that');
    await chat.cardIn('Failed', 'Fetch http://[::1]:80/');
    assert.match(gemini.requests.at(-1)!.toolOutputs.join(''), /is not a public host/);
  });
});
