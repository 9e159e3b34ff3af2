import assert from 'node:assert/strict';
import { GoogleServer, refusal } from '../../support/gemini/googleServer';
import { HeadlessPlace } from '../../support/headlessPlace';
import { stdioRow } from '../../support/mcp/mcpPlace';
import { runCommand } from '../../support/polluxCommand';

const STREAM = '/v1internal:streamGenerateContent';
const CONTROLS = '/v1internal:fetchAdminControls';
const chunk = {
  response: { candidates: [{ content: { role: 'model', parts: [{ text: 'Done.' }] }, finishReason: 'STOP' }] },
};

describe('pollux, headless, with an account of an organisation,', function () {
  this.timeout(120_000);
  const at = HeadlessPlace.use();
  let google: GoogleServer;
  beforeEach(async () => {
    google = await new GoogleServer().listen();
    google
      .on('/v1internal:loadCodeAssist', { currentTier: { id: 'standard-tier' }, cloudaicompanionProject: 'theirs' })
      .on('/v1internal:listExperiments', { flags: [{ flagId: 45752213, boolValue: true }] })
      .on(STREAM, () => ({ body: [chunk] }));
    await at.user({ mcpServers: { notes: { ...stdioRow(), trust: true } } });
    await at.scratch.put(
      'home/.gemini/skills/mail/SKILL.md',
      '---\nname: mail\ndescription: About mail\n---\nSteps.\n',
    );
  });
  afterEach(() => google.close());

  const run = async (...args: readonly string[]) => {
    const env = { GOOGLE_GENAI_USE_GCA: 'true', GOOGLE_CLOUD_ACCESS_TOKEN: 'one', CODE_ASSIST_ENDPOINT: google.url };
    const end = await runCommand(['-p', 'go', '--trust', ...args], at.with(env));
    return { ...end, sent: JSON.stringify(google.to(STREAM).at(-1)?.body ?? '') };
  };

  it('has no MCP server and no skill that it turns off, and says so', async () => {
    google.on(CONTROLS, { adminControlsApplicable: true });
    const { code, out, err, sent } = await run();
    assert.deepEqual([code, out], [0, 'Done.\n']);
    const off = '“Run everything” and “Always allow”, MCP servers, extensions, skills';
    assert.equal(err, `pollux: Your administrator has turned off: ${off}.\n`);
    assert.doesNotMatch(sent, /mcp_notes|activate_skill/);
    assert.match(sent, /read_file/);
  });

  it('has what it leaves on, and runs everything only where it may', async () => {
    google.on(CONTROLS, {
      adminControlsApplicable: true,
      mcpSetting: { mcpEnabled: true },
      cliFeatureSetting: { extensionsSetting: { extensionsEnabled: true }, unmanagedCapabilitiesEnabled: true },
    });
    const { sent } = await run();
    assert.match(sent, /mcp_notes_echo/);
    assert.match(sent, /activate_skill/);
    const { code, err } = await run('--yolo');
    assert.equal(code, 52);
    assert.match(err, /Your administrator doesn't allow the mode yolo \(/);
    assert.equal(google.to(STREAM).length, 1);
  });

  it('has none of it where it can’t be known, and all of it where nothing is prescribed', async () => {
    google.on(CONTROLS, refusal(503));
    const closed = await run();
    assert.match(
      closed.err,
      /Pollux couldn't ask what the administrator of your Google account allows: .+ Off until then: /,
    );
    assert.doesNotMatch(closed.sent, /mcp_notes|activate_skill/);
    google.on(CONTROLS, {});
    const open = await run('--yolo');
    assert.deepEqual([open.code, open.err], [0, '']);
    assert.match(open.sent, /mcp_notes_echo/);
  });

  it('has what was said before, with its age, where it can’t be asked and where nobody asks', async () => {
    const skills = { cliFeatureSetting: { unmanagedCapabilitiesEnabled: true } };
    google.on(CONTROLS, { adminControlsApplicable: true, mcpSetting: { mcpEnabled: true }, ...skills });
    await run();
    google.on(CONTROLS, refusal(503));
    const again = await run();
    const said =
      /Your administrator.s settings of \d{4}-\d\d-\d\d \d\d:\d\d UTC apply: turned off are “Run everything” and “Always allow”, extensions\./;
    assert.match(again.err, said);
    assert.match(again.sent, /mcp_notes_echo/);
    assert.match(again.sent, /activate_skill/);
    const asked = google.to(CONTROLS).length;
    const env = at.with({
      GOOGLE_GENAI_USE_GCA: 'true',
      GOOGLE_CLOUD_ACCESS_TOKEN: 'one',
      CODE_ASSIST_ENDPOINT: google.url,
    });
    for (const words of [
      ['skills', 'list'],
      ['extensions', 'list'],
      ['policy', 'explain', '--', 'ls'],
      ['doctor', '--offline'],
    ])
      assert.match((await runCommand(words, env)).err, said, words.join(' '));
    const refused = await runCommand(['extensions', 'link', '.', '--consent'], env);
    assert.match(
      `${refused.code} ${refused.err}`,
      /^[1-9]\d* [^]*(?:turned off|doesn’t allow|not allowed|administrator)/i,
    );
    assert.equal(google.to(CONTROLS).length, asked);
  });
});
