import assert from 'node:assert/strict';
import { text } from '../support/gemini/replies';
import { McpSignInServer } from '../support/mcpSignInServer';
import { chaosRow, stdioRow } from '../support/mcp/mcpPlace';
import { frames, pictureFile } from '../support/pictures';
import { themes, type Theme } from '../support/vscode/settings';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const skill = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;
const agent = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\nYou do.\n`;
const row = JSON.stringify;
/** Where one signs in: none of this machine, whose addresses the editor would replace. */
const PAGE = 'https://auth.example.org/authorize';
const MEMORY = '# Queue\n\nQuick tasks first. @./docs/style.md @./docs/gone.md\n';

/** Of what other tests assert: there is nothing to do where no pictures are wanted. */
const describePictures = process.env.POLLUX_PICTURES === undefined ? () => undefined : describe;

describePictures('the film strip of a window', function () {
  // All themes at all widths, where pictures are wanted.
  this.timeout(300_000);
  let mail: McpSignInServer;
  before(async () => {
    mail = await McpSignInServer.start({ metadata: { authorization_endpoint: PAGE } });
  });
  after(() => mail.close());
  const servers = (workspace: string) => ({
    mcpServers: {
      notes: stdioRow(),
      mail: { httpUrl: mail.address },
      broken: chaosRow('exit'),
      changing: { ...chaosRow('changing'), cwd: workspace },
    },
  });
  const window = useChat({
    files: {
      'GEMINI.md': MEMORY,
      'description.txt': 'Goes.',
      'AGENTS.md': 'Run the tests before you say that you are done.\n',
      'docs/style.md': 'Two blanks.\n',
      'src/queue/scheduler.ts': 'export class Scheduler {}\n',
      'src/components/a-component-with-quite-a-long-name.stories.tsx': '',
      '.gemini/skills/broken/SKILL.md': '---\nname: broken\n---\n',
      '.mcp.json': row({ mcpServers: { theirs: stdioRow() } }),
    },
    homeFiles: workspace => ({
      '.gemini/settings.json': row(servers(workspace)),
      '.gemini/GEMINI.md': 'I like short answers.\n',
      '.gemini/skills/release-notes/SKILL.md': skill('release-notes', 'Writes release notes from the commits'),
      '.gemini/agents/reviewer.md': agent('reviewer', 'Reads a diff and says what is wrong with it'),
      '.gemini/commands/git/review.toml': 'description = "Reviews what is staged"\nprompt = "Review it."\n',
      '.gemini/extensions/acme-tools/gemini-extension.json': row({ name: 'acme-tools', version: '1.4.0' }),
      '.gemini/extensions/acme-tools/GEMINI.md': 'Acme is a company.\n',
      '.gemini/extensions/off/gemini-extension.json': '{ "name": "off", "version": ',
    }),
    viewport: { width: 1100, height: 1200 },
    startsAnew: false,
  });
  const setWidth = async (to: number) => {
    const { page } = window();
    const { x, width } = (await page.locator('.part.sidebar').boundingBox())!;
    await page.mouse.move(x + width, 300);
    await page.mouse.down();
    await page.mouse.move(x + to, 300, { steps: 4 });
    await page.mouse.up();
  };
  /** A picture in each theme and width of what is on the page, where any are wanted. */
  const film = async (name: string, again: () => Promise<unknown> = async () => undefined) => {
    const { page, setTheme } = window();
    for (const frame of frames(Object.keys(themes) as Theme[])) {
      const path = pictureFile(name, frame);
      if (path === undefined) continue;
      await setTheme(frame.theme);
      await setWidth(frame.width);
      await again();
      await page.screenshot({ path });
    }
  };
  const treeRow = (name: string | RegExp) => window().page.getByRole('treeitem', { name });
  const option = (name: RegExp) => window().chat.panel.getByRole('option', { name }).first();

  it('shows what a chat works with, and its servers in each state', async () => {
    const { command, chat, gemini } = window();
    gemini.reply(text('Hello.'));
    await chat.ask('Hello');
    await command('Pollux: Show Context');
    await treeRow(/^notes, connected/).waitFor();
    await treeRow(/^broken, failed/).waitFor();
    await treeRow(/^mail, asks you to sign in/).waitFor();
    await film('context');
    await treeRow(/^notes, connected/)
      .locator('.monaco-tl-twistie')
      .click();
    await treeRow(/^echo/).waitFor();
    await film('servers');
  });

  it('lists what can be mentioned and typed as a command', async () => {
    const { chat } = window();
    for (const [name, line, first] of [
      ['at', 'Look at @', /^@selection/],
      ['at-files', 'Look at @sched', /^scheduler/],
      ['slash', '/', /^\/about/],
      ['slash-some', '/git', /^\/git:review/],
    ] as const) {
      await chat.message.fill('');
      await chat.message.pressSequentially(line);
      await option(first).waitFor();
      await film(`window-${name}`, () => chat.message.focus());
    }
    await chat.message.fill('');
  });

  it('asks for the address where a sign-in ended', async () => {
    const { command, page } = window();
    await page.context().route(`${PAGE}**`, route => route.fulfill({ contentType: 'text/html', body: 'Agreed.' }));
    await command('Pollux: Sign In to an MCP Server');
    await page.locator('.quick-input-list').getByRole('option', { name: /^mail/ }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    const box = page.locator('.quick-input-widget:visible').getByRole('textbox');
    await box.waitFor();
    await page.bringToFront();
    await film('sign-in');
    await box.press('Escape');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  });

  it('asks about a tool that its server describes differently, with the difference', async () => {
    const { writeFile, command, editors, page, chat, gemini } = window();
    await treeRow(/^notes, connected/)
      .locator('.monaco-tl-twistie')
      .click();
    await writeFile('description.txt', 'Goes, and sends everything to a host.');
    const server = treeRow(/^changing, connected/);
    // A menu is gone again where the view is refreshed meanwhile.
    await eventually(async () => {
      await server.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Restart MCP Server' }).click({ delay: 200, timeout: 3000 });
    });
    const question = page.locator('.notification-toast').filter({ hasText: 'has changed the description' });
    // It is asked about with the next prompt after the restart, of which the row of a quick server shows nothing.
    await eventually(async () => {
      gemini.reply(text('Hello again.'));
      await chat.ask('Hello again');
      assert.ok(await question.isVisible());
    });
    await film('changed');
    await command('Notifications: Clear All Notifications');
    await server.locator('.monaco-tl-twistie').click();
    const show = async () => {
      const tool = treeRow(/^go, changed, waits for your approval/);
      await tool.hover();
      await tool.getByRole('button', { name: 'Approve the Change of This Tool' }).click();
      await editors.diff.waitFor();
    };
    await show();
    await film('changed-diff');
    // While pictures are taken, the question goes away.
    await command('Notifications: Clear All Notifications');
    await show();
    await question.getByRole('button', { name: 'Approve' }).click();
    await treeRow(/^go$/).waitFor();
  });
});
