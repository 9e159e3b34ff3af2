import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, text } from '../support/gemini/replies';
import { eventually } from './support/eventually';
import { useChat } from './support/useChat';

const manifest = JSON.stringify({
  name: 'acme',
  version: '1.0.0',
  mcpServers: { x: { url: 'https://mcp.example/x' } },
});
const skill = '---\nname: mail\ndescription: About mail\n---\nSteps.\n';

describe('extensions', () => {
  const window = useChat({
    files: { 'acme/gemini-extension.json': manifest, 'acme/skills/mail/SKILL.md': skill },
  });
  const row = (name: string | RegExp) => window().page.getByRole('treeitem', { name });
  const dialog = () => window().page.getByRole('dialog');
  const typed = async (line: string) => {
    const { chat } = window();
    await chat.message.fill(line);
    await chat.button('Send').click();
  };

  it('are installed only after all that one brings was shown and agreed to', async () => {
    const { command, chat, gemini } = window();
    await typed('/extensions install acme');
    await dialog().getByText('Install the extension acme (1.0.0)').waitFor();
    await dialog().getByText('MCP server x: https://mcp.example/x').waitFor();
    await dialog().getByText('Skill mail/SKILL.md').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await typed('/extensions');
    await chat.text('No extensions of Gemini CLI are installed.').waitFor();
    await typed('/extensions install acme');
    await dialog().getByRole('button', { name: 'Install' }).click();
    await chat.text('The extension acme is installed and enabled.').waitFor();
    await command('Pollux: Show Context');
    await row(/^acme, 1\.0\.0/).waitFor();
    gemini.reply(text('Hi.'));
    await chat.ask('Hello');
    await chat.text('Hi.').waitFor();
    assert.match(JSON.stringify(gemini.requests.at(-1)?.body.systemInstruction), /`mail`/);
  });

  it('show below each what it brings', async () => {
    await row(/^acme/).locator('.monaco-tl-twistie').click();
    await row(/^MCP server, x/).waitFor();
    await row(/^Skills, skills/).waitFor();
  });

  it('are disabled and enabled for a scope that was typed, and the chat says what came of it', async () => {
    const { chat } = window();
    await typed('/extensions disable acme --scope=workspace');
    await chat.text('The extension acme is disabled.').waitFor();
    await row(/^acme, 1\.0\.0 \(disabled\)/).waitFor();
    await typed('/extensions enable acme --scope workspace');
    await chat.text('The extension acme is enabled.').waitFor();
    await row(/^acme, 1\.0\.0$/).waitFor();
    // The workspace of a test isn't in the home folder.
    await typed('/extensions disable acme --scope user');
    await chat.text(/here it’s still enabled/).waitFor();
    await row(/^acme, 1\.0\.0$/).waitFor();
    await typed('/extensions enable acme --scope user');
    await typed('/extensions enable nothing --scope user');
    await chat.conversation
      .locator('.notice-error .notice-text')
      .getByText(/nothing/)
      .waitFor();
    assert.equal(
      await window()
        .page.locator('.notification-toast')
        .getByText(/nothing/)
        .count(),
      0,
    );
  });

  it('bring skills that are turned off and on by a typed command, in the view as well', async () => {
    const { chat } = window();
    await row(/^mail, extension acme/).waitFor();
    await typed('/skills disable mail');
    await chat.text('The skill “mail” is disabled.').waitFor();
    await row(/^mail, extension acme/).waitFor({ state: 'detached' });
    await typed('/skills list');
    await chat.text(/\(off\): About mail/).waitFor();
    await typed('/skills enable mail');
    await chat.text('The skill “mail” is enabled.').waitFor();
    await row(/^mail, extension acme/).waitFor();
  });

  describe('by the buttons and menus of the view', () => {
    const page = () => window().page;
    const pick = (name: string) => page().locator('.quick-input-list').getByRole('option', { name });
    const said = (text: string) => page().locator('.notification-toast').getByText(text);
    it('are disabled by the menu, for the workspace alone', async () => {
      await row(/^acme/).click({ button: 'right' });
      // A menu that has just opened ignores a button that is let go at once.
      await page().getByRole('menuitem', { name: 'Disable Gemini CLI Extension…' }).click({ delay: 200 });
      await pick('In this workspace').click();
      await row(/^acme, 1\.0\.0 \(disabled\)/).waitFor();
      await said('The extension acme is disabled.').waitFor();
    });

    it('are updated by the button of their row, once there is an update', async () => {
      const { writeFile } = window();
      await writeFile('acme/gemini-extension.json', manifest.replace('1.0.0', '1.1.0'));
      await row(/^Extensions/).hover();
      await row(/^Extensions/)
        .getByRole('button', { name: 'Check Gemini CLI Extensions for Updates' })
        .click();
      // The button's explanation would cover the row.
      await page().mouse.move(0, 0);
      await row(/^acme, 1\.0\.0.*update available/).waitFor();
      await row(/^acme/).hover();
      await row(/^acme/).getByRole('button', { name: 'Update Gemini CLI Extension' }).click();
      await row(/^acme, 1\.1\.0/).waitFor();
    });
  });
});

const DISCOVERY = `echo '[{"name":"greet","description":"Greets","parameters":{"type":"object","properties":{"who":{"type":"string"}}}}]'`;

describe('tools of a project’s command', () => {
  const window = useChat({
    sharesWindow: true,
    files: {
      'list.sh': DISCOVERY,
      'call.sh': 'cat > ran.txt; echo "Hello from $1"',
      '.gemini/settings.json': JSON.stringify({
        tools: { discoveryCommand: 'bash list.sh', callCommand: 'bash call.sh' },
      }),
    },
  });
  const approve = async (command: string) => {
    const { page } = window();
    const question = page.locator('.notification-toast').filter({ hasText: `: bash ${command}` });
    await question.getByRole('button', { name: 'Approve' }).click();
  };

  it('are there after their commands were approved, and each call shows its command and arguments', async () => {
    const { chat, gemini, workspace } = window();
    gemini.reply(text('None yet.'));
    await chat.ask('Which tools?');
    await chat.text('None yet.').waitFor();
    assert.doesNotMatch(JSON.stringify(gemini.requests.at(-1)?.body.tools), /discovered_tool_greet/);
    await approve('list.sh');
    await approve('call.sh');
    gemini.reply(call('discovered_tool_greet', { who: 'Ada' })).reply(text('Greeted.'));
    await chat.message.fill('Greet Ada');
    await chat.button('Send').click();
    const card = chat.card('Run the tool greet');
    await card.getByText('bash call.sh greet').waitFor();
    await card.getByText('"who": "Ada"').waitFor();
    await card.getByRole('button', { name: 'Accept' }).click();
    await chat.text('Greeted.').waitFor();
    assert.deepEqual(gemini.requests.at(-1)?.functionResponses.at(-1)?.response, { output: 'Hello from greet\n' });
    await eventually(async () => assert.equal(await readFile(join(workspace, 'ran.txt'), 'utf8'), '{"who":"Ada"}'));
  });
});
