import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { probeSandbox } from '../../src/node/sandbox/probe';
import type { SandboxTier } from '../../src/shared/sandbox';
import { call, text } from '../support/gemini/replies';
import { frames } from '../support/pictures';
import { folderOutside } from '../support/sandboxPlace';
import type { Theme } from '../support/vscode/settings';
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

  before(async () => {
    const { sandbox } = await probeSandbox();
    tier = sandbox?.tier;
    sandbox?.dispose();
    outside = folderOutside();
  });
  after(() => rmSync(outside, { recursive: true, force: true }));

  const writing = (name: string) =>
    `node -e "require('fs').writeFileSync(process.argv[1] + '/${name}', 'x')" ${JSON.stringify(outside)}/.`;
  const setWidth = async (to: number) => {
    const { page } = window();
    const { x, width } = (await page.locator('.part.sidebar').boundingBox())!;
    const edge = x + width;
    await page.mouse.move(edge, 300);
    await page.mouse.down();
    await page.mouse.move(edge + to - width, 300, { steps: 4 });
    await page.mouse.up();
  };

  it('shows what it keeps a command from, and what may be allowed, in each theme', async function () {
    if (!tier) this.skip();
    const { chat, gemini, picture, setTheme } = window();
    gemini
      .reply(run(writing('picture')))
      .reply(run(writing('picture')))
      .reply(text('Seen.'));
    await chat.send('Write it');
    const card = await chat.waitingCard(/^Run /);
    await card.getByText(`Blocked by the sandbox: ${outside}/`).waitFor();
    await card.getByText(`Runs in the sandbox`).waitFor();
    assert.deepEqual(readdirSync(outside), []);
    for (const { theme, width } of frames(THEMES)) {
      await setTheme(theme);
      await setWidth(width);
      await card.getByRole('button', { name: 'Reject' }).scrollIntoViewIfNeeded();
      await picture(`sandbox-${width}`, [theme]);
      await chat.panel.getByRole('button', { name: 'Always allow…' }).click();
      const menu = chat.panel.getByRole('menu');
      await menu.getByRole('menuitem', { name: /^Allow this folder: In this chat/ }).waitFor();
      await menu.getByRole('menuitem', { name: /^Run outside the sandbox: Once/ }).waitFor();
      await picture(`sandbox-menu-${width}`, [theme]);
      await menu.getByRole('menuitem').first().press('Escape');
      await menu.waitFor({ state: 'detached' }); // one of its groups is called “Run …” like the card
    }
    await card.getByRole('button', { name: 'Reject' }).click();
    await chat.text('Seen.').waitFor();
    await chat.finished();
  });
});
