import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, text } from '../support/gemini/replies';
import { useChat } from './support/useChat';

const SECRET = 'zqT7vKp2Xw9Lm4Rb8Nc3Hd6Yf1Gs5J';

describe('what a model writes', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'inside.txt': 'inside\n', '.env': `SERVICE_TOKEN=${SECRET}\n` },
  });
  const seen: string[] = [];
  const canary = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end();
  });
  let address: string;

  before('start a server that nobody should ask', async () => {
    await new Promise<void>(resolve => canary.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  });
  after('stop it', () => canary.close());

  it('loads no image and no page', async () => {
    const { chat, gemini } = window();
    const pieces = [
      `![secret](${address}/markdown.png?data=abc)`,
      `<img src="${address}/html.png"><iframe src="${address}/frame"></iframe>`,
      `<style>body { background: url(${address}/style.png) }</style>`,
      `[link](${address}/prefetch)`,
      'That was it.',
    ];
    gemini.reply(text(pieces.join('\n\n')));
    await chat.ask('Show me pictures');
    await chat.text('That was it.').waitFor();
    assert.equal(await chat.conversation.locator('img, iframe, style').count(), 0);
    assert.deepEqual(seen, []);
  });

  it('runs no command by a link', async () => {
    const { chat, gemini, page } = window();
    gemini.reply(text('Press [run](command:workbench.action.newWindow) or [here](javascript:alert(1)) now.'));
    await chat.ask('A link, please');
    await chat.text(/^Press/).waitFor();
    for (const name of ['run', 'here']) {
      assert.equal(await chat.conversation.getByRole('link', { name, exact: true }).count(), 0);
    }
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  it('opens a link only after its full address was shown', async () => {
    const { chat, gemini, page } = window();
    const full = 'https://example.com/a/rather/long/path?with=a&query=too#and-a-fragment';
    gemini.reply(text(`Read [the manual](${full}).`));
    await chat.ask('A link, please');
    const opened: string[] = [];
    page.context().on('page', other => opened.push(other.url()));
    await chat.conversation.getByRole('link', { name: 'the manual' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(full).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(opened, []);
  });

  it('reads and writes nothing outside the workspace', async () => {
    const { chat, gemini } = window();
    gemini
      .reply(
        call('read_file', { file_path: '/etc/passwd' }),
        call('read_file', { file_path: '../../secret.txt' }),
        call('write_file', { file_path: '/tmp/outside.txt', content: 'x' }),
      )
      .reply(text('I could not.'));
    await chat.ask('Look outside');
    await chat.text('I could not.').waitFor();
    assert.equal(await chat.conversation.getByText('Failed', { exact: true }).count(), 3);
    for (const output of gemini.requests.at(-1)!.toolOutputs) assert.match(output, /workspace/i);
    assert.equal(await chat.button('Accept').count(), 0);
  });

  it('asks in the chat before a secret is sent, even after a reload of the panel', async () => {
    const { chat, gemini, reloadWebviews } = window();
    const question = chat.panel.getByRole('group', { name: 'Secret in the request' });
    const sent = gemini.requests.length;
    await chat.send(`Use ${SECRET}`);
    await question.getByText('contains the value of SERVICE_TOKEN in .env. Nothing has been sent yet.').waitFor();
    await reloadWebviews();
    await question.getByRole('button', { name: 'Don’t send' }).click();
    await chat.text(/^Error: Nothing was sent to the model/).waitFor();
    assert.equal(gemini.requests.length, sent);
    gemini.reply(text('Without it.'));
    await chat.send('Again');
    await question.getByRole('button', { name: 'Redact' }).click();
    await chat.text('Without it.').waitFor();
    assert.doesNotMatch(JSON.stringify(gemini.requests.at(-1)?.body), new RegExp(SECRET));
  });
});

describe('in a folder that is not trusted', () => {
  const window = useChat({
    files: { 'inside.txt': 'inside\n' },
    isRestricted: true,
    settings: { 'security.workspace.trust.startupPrompt': 'never' },
  });

  it('the panel says so; reading works, changes and commands are denied', async () => {
    const { chat, gemini, readFile } = window();
    await chat.panel.getByText(/^Restricted Mode/).waitFor();
    gemini
      .reply(
        call('read_file', { file_path: 'inside.txt' }),
        call('write_file', { file_path: 'inside.txt', content: 'changed\n' }),
        call('run_shell_command', { command: 'touch made.txt' }),
      )
      .reply(text('I may only read.'));
    await chat.ask('Change it');
    await chat.text('I may only read.').waitFor();
    await chat.cardIn('Done', 'Read inside.txt');
    await (await chat.cardIn('Failed', 'Run touch made.txt')).getByText('The workspace isn’t trusted.').waitFor();
    const [read, write, run] = gemini.requests.at(-1)!.toolOutputs;
    assert.match(read ?? '', /inside/);
    for (const output of [write, run]) assert.match(output ?? '', /not trusted/);
    assert.equal(await readFile('inside.txt'), 'inside\n');
    await assert.rejects(readFile('made.txt'), { code: 'ENOENT' });
  });
});
