import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { probeSandbox } from '../../src/node/sandbox/probe';
import type { SandboxTier } from '../../src/shared/sandbox';
import { call, text } from '../support/gemini/replies';
import { frames } from '../support/pictures';
import { folderOutside } from '../support/sandboxPlace';
import type { Theme } from '../support/vscode/settings';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const run = (command: string) => call('run_shell_command', { command });
const THEMES: readonly Theme[] = ['dark', 'light', 'highContrast', 'highContrastLight'];

describe('the sandbox of commands', () => {
  const window = useChat({
    sharesWindow: true,
    files: { 'src/readme.txt': 'Run something\n' },
    settings: { 'pollux.sandbox': 'on' },
  });
  let tier: SandboxTier | undefined;
  /** A directory that is neither in the workspace nor in `/tmp`, of which commands have one of their own. */
  let outside: string;
  let server: Server;
  /** Of a server of this machine, at an address that proxies are asked for. */
  let host: string;

  before(async () => {
    const { sandbox } = await probeSandbox();
    tier = sandbox?.tier;
    sandbox?.dispose();
    outside = folderOutside();
    server = createServer(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nreached'));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.2', resolve));
    host = `127.0.0.2:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    rmSync(outside, { recursive: true, force: true });
    server.close();
  });

  const writing = (name: string) =>
    `node -e "require('fs').writeFileSync(process.argv[1] + '/${name}', 'x')" ${JSON.stringify(outside)}/.`;
  const choose = async (name: RegExp) => {
    const { chat } = window();
    await chat.panel.getByRole('button', { name: 'Always allow…' }).click();
    await chat.panel.getByRole('menuitem', { name }).click();
  };

  const setWidth = async (to: number) => {
    const { page } = window();
    const { x, width } = (await page.locator('.part.sidebar').boundingBox())!;
    const edge = x + width;
    await page.mouse.move(edge, 300);
    await page.mouse.down();
    await page.mouse.move(edge + to - width, 300, { steps: 4 });
    await page.mouse.up();
  };

  /** What the commands of this conversation have given the model so far. */
  const outputs = () =>
    window()
      .gemini.requests.slice(first)
      .flatMap(({ toolOutputs }) => toolOutputs);
  let first: number;
  beforeEach(() => {
    first = window().gemini.requests.length;
  });

  it('lets a command run without a question, and says where', async () => {
    const { chat, gemini, readFile } = window();
    gemini.reply(run('echo one > src/made.txt; echo "in $SANDBOX"')).reply(text('That is it.'));
    await chat.send('Run it');
    if (!tier) {
      // Nothing weaker stands in: the card says so and asks.
      const card = await chat.waitingCard(/^Run /);
      await card.getByText('There is no sandbox on this machine').waitFor();
      await card.getByRole('button', { name: 'Reject' }).click();
      await chat.finished();
      return;
    }
    await chat.finished();
    assert.equal(await readFile('src/made.txt'), 'one\n');
    assert.match(outputs()[0] ?? '', new RegExp(`in pollux-${tier}`));
    assert.match(JSON.stringify(gemini.requests[first]?.body), new RegExp(`run in a sandbox \\(${tier}\\)`));
  });

  it('asks for the folder that it kept a command from, once and for the chat', async function () {
    if (!tier) this.skip();
    const { chat, gemini } = window();
    gemini
      .reply(run(writing('once')))
      .reply(run(writing('once')))
      .reply(run(writing('twice')));
    gemini
      .reply(run(writing('twice')))
      .reply(run(writing('thrice')))
      .reply(text('Written.'));
    await chat.send('Write it');
    const card = await chat.waitingCard(/^Run /);
    await chat.takesKeys(card);
    assert.deepEqual(readdirSync(outside), []);
    await card.getByText(`Blocked by the sandbox: ${outside}/`).waitFor();
    await card.getByText(`Runs in the sandbox`).waitFor();
    await card.getByRole('button', { name: 'Accept' }).click();
    await chat.cardIn('Waiting for approval', /^Run .*twice/);
    assert.deepEqual(readdirSync(outside), ['once']);
    await choose(/^Allow this folder: In this chat/);
    await chat.text('Written.').waitFor();
    await chat.finished();
    assert.deepEqual(readdirSync(outside).toSorted(), ['once', 'thrice', 'twice']);
  });

  it('runs a command outside once, and not the next time', async function () {
    if (!tier) this.skip();
    const { chat, gemini } = window();
    const peek = `node -e "console.log(process.env.SANDBOX ?? 'outside'); require('fs').writeFileSync(process.argv[1], 'x')" ${outside}/peek`;
    gemini.reply(run(peek)).reply(run(peek)).reply(run(peek)).reply(text('Looked.'));
    await chat.send('Look');
    await chat.waitingCard(/^Run /);
    await choose(/^Run outside the sandbox: Once/);
    const again = await chat.waitingCard(/^Run /);
    // The same command was kept from the same again, so it is asked about again.
    await eventually(() => assert.equal(outputs().length, 2));
    await again.getByRole('button', { name: 'Reject' }).click();
    await chat.text('Looked.').waitFor();
    await chat.finished();
    const [inside = '', out = ''] = outputs();
    assert.match(inside, new RegExp(`pollux-${tier}`));
    assert.match(out, /outside/);
  });

  it('asks for the host that it kept a command from, and stores what is allowed everywhere', async function () {
    if (tier !== 'namespaces') this.skip();
    const { chat, gemini, server: code } = window();
    const get = `curl -sS http://${host}/`;
    gemini
      .reply(run(get))
      .reply(run(`${get}again`))
      .reply(text('Fetched.'));
    await chat.send('Fetch it');
    const card = await chat.waitingCard(/^Run /);
    await card.getByText(`Blocked by the sandbox: ${host}`).waitFor();
    await choose(/^Allow this host: Everywhere/);
    await chat.text('Fetched.').waitFor();
    await chat.finished();
    for (const output of outputs()) assert.match(output, /reached/);
    assert.equal(outputs().length, 2);
    const rules = join(code.home, '.gemini', 'policies');
    assert.ok(existsSync(rules), rules);
    const stored = readdirSync(rules).map(name => readFileSync(join(rules, name), 'utf8'));
    assert.match(stored.join('\n'), new RegExp(`\\[\\[sandbox\\]\\]\\s+host = "${host}"`));
  });

  it('shows what it keeps a command from, and what may be allowed, in each theme', async function () {
    if (!tier) this.skip();
    const { chat, gemini, picture, setTheme } = window();
    gemini
      .reply(run(writing('picture')))
      .reply(run(writing('picture')))
      .reply(text('Seen.'));
    await chat.send('Write it');
    const card = await chat.waitingCard(/^Run /);
    for (const { theme, width } of frames(THEMES)) {
      await setTheme(theme);
      await setWidth(width);
      await card.getByRole('button', { name: 'Reject' }).scrollIntoViewIfNeeded();
      await picture(`sandbox-${width}`, [theme]);
      await chat.panel.getByRole('button', { name: 'Always allow…' }).click();
      const menu = chat.panel.getByRole('menu');
      await menu.waitFor();
      await picture(`sandbox-menu-${width}`, [theme]);
      await menu.getByRole('menuitem').first().press('Escape');
      await menu.waitFor({ state: 'detached' }); // one of its groups is called “Run …” like the card
    }
    await card.getByRole('button', { name: 'Reject' }).click();
    await chat.text('Seen.').waitFor();
    await chat.finished();
  });
});
