import assert from 'node:assert/strict';
import { call, text } from '../support/gemini/replies';
import { useLive } from './support/useLive';

const manifest = JSON.stringify({
  name: 'acme',
  version: '1.0.0',
  mcpServers: { x: { url: 'https://mcp.example/x' } },
});
const skill = '---\nname: mail\ndescription: About mail\n---\nSteps.\n';

describe('Extensions of Gemini CLI', () => {
  const window = useLive({
    files: { 'acme/gemini-extension.json': manifest, 'acme/skills/mail/SKILL.md': skill },
  });
  const tree = () => window().ui.tree('pollux.context');
  const typed = async (line: string) => {
    const before = window().notices.length;
    await window().host.submit(line);
    return (wanted: RegExp) => window().notice(wanted, before);
  };
  const message = (wanted: RegExp) => window().ui.message(wanted);

  it('are installed only after all that one brings was shown and agreed to', async () => {
    const live = window();
    const asking = () => message(/Install the extension acme \(1\.0\.0\)/);
    const first = typed('/extensions install acme');
    const question = await asking();
    assert.ok(question.isModal);
    assert.match(question.detail, /MCP server x: https:\/\/mcp\.example\/x/);
    assert.match(question.detail, /Skill mail\/SKILL\.md/);
    question.press();
    await first;
    await (
      await typed('/extensions')
    )(/^No extensions of Gemini CLI are installed\./);
    const second = typed('/extensions install acme');
    (await asking()).press('Install');
    await (
      await second
    )(/^The extension acme is installed and enabled\./);
    await tree().row(/^acme, 1\.0\.0/);
    live.gemini.reply(text('Hi.'));
    await live.ask('Hello');
    assert.match(JSON.stringify(live.gemini.requests.at(-1)?.body.systemInstruction), /`mail`/);
  });

  it('show below each what it brings', async () => {
    await tree().row(/^MCP server, x/);
    await tree().row(/^Skills, skills/);
  });

  it('are disabled and enabled for a scope that was typed, and the chat says what came of it', async () => {
    await (
      await typed('/extensions disable acme --scope=workspace')
    )(/^The extension acme is disabled\./);
    await tree().row(/^acme, 1\.0\.0 \(disabled\)/);
    await (
      await typed('/extensions enable acme --scope workspace')
    )(/^The extension acme is enabled\./);
    await tree().row(/^acme, 1\.0\.0$/);
    // The workspace of a test isn't in the home folder.
    await (
      await typed('/extensions disable acme --scope user')
    )(/here it’s still enabled/);
    await tree().row(/^acme, 1\.0\.0$/);
    await typed('/extensions enable acme --scope user');
    const failed = await (await typed('/extensions enable nothing --scope user'))(/nothing/);
    assert.equal(failed.level, 'error');
    assert.ok(!window().ui.messages.some(each => each.text.includes('nothing')));
  });

  it('bring skills that are turned off and on by a typed command, in the view as well', async () => {
    await tree().row(/^mail, extension acme/);
    await (
      await typed('/skills disable mail')
    )(/^The skill “mail” is disabled\./);
    await tree().gone(/^mail, extension acme/);
    await (
      await typed('/skills list')
    )(/\(off\): About mail/);
    await (
      await typed('/skills enable mail')
    )(/^The skill “mail” is enabled\./);
    await tree().row(/^mail, extension acme/);
  });

  it('are disabled by the menu of the view, for the workspace alone', async () => {
    const { ui } = window();
    const disabling = (await tree().row(/^acme/)).choose('Disable Gemini CLI Extension…');
    (await ui.list()).pick(/^In this workspace/);
    (await message(/^The extension acme is disabled\.$/)).press();
    await disabling;
    await tree().row(/^acme, 1\.0\.0 \(disabled\)/);
  });

  it('are updated by the button of their row, once there is an update', async () => {
    await window().writeFile('acme/gemini-extension.json', manifest.replace('1.0.0', '1.1.0'));
    await (await tree().row(/^Extensions/)).press('Check Gemini CLI Extensions for Updates');
    await tree().row(/^acme, 1\.0\.0.*update available/);
    await (await tree().row(/^acme/)).press('Update Gemini CLI Extension');
    await tree().row(/^acme, 1\.1\.0/);
  });
});

const DISCOVERY = `echo '[{"name":"greet","description":"Greets","parameters":{"type":"object","properties":{"who":{"type":"string"}}}}]'`;

describe('Tools of a project’s command', () => {
  const window = useLive({
    files: {
      'list.sh': DISCOVERY,
      'call.sh': 'cat > ran.txt; echo "Hello from $1"',
      '.gemini/settings.json': JSON.stringify({
        tools: { discoveryCommand: 'bash list.sh', callCommand: 'bash call.sh' },
      }),
    },
  });

  it('are there after their commands were approved, and each call shows its command and arguments', async () => {
    const live = window();
    live.gemini.reply(text('None yet.'));
    await live.ask('Which tools?');
    assert.doesNotMatch(JSON.stringify(live.gemini.requests.at(-1)?.body.tools), /discovered_tool_greet/);
    for (const command of ['list.sh', 'call.sh']) {
      (await live.ui.message(new RegExp(`: bash ${command.replace('.', '\\.')}`))).press('Approve');
    }
    live.gemini.reply(call('discovered_tool_greet', { who: 'Ada' })).reply(text('Greeted.'));
    const run = live.ask('Greet Ada');
    const { callId, proposal } = await live.approval();
    assert.match(JSON.stringify(proposal), /bash call\.sh greet/);
    assert.match(JSON.stringify(proposal), /who.*Ada/);
    assert.equal(live.panel.chat.calls[callId]?.title, 'Run the tool greet');
    await live.accept();
    await run;
    assert.deepEqual(live.gemini.requests.at(-1)?.functionResponses.at(-1)?.response, { output: 'Hello from greet\n' });
    assert.equal(await live.readFile('ran.txt'), '{"who":"Ada"}');
  });
});
