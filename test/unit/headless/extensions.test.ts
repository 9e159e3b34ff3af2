import assert from 'node:assert/strict';
import { access, symlink } from 'node:fs/promises';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux, headless, with extensions,', () => {
  const at = HeadlessPlace.use();
  const pollux = (...args: readonly string[]) => runCommand(args, at.with());
  const run = (...args: readonly string[]) => pollux('-p', 'Hi', '--trust', ...args);
  const folder = (name: string) => `home/.gemini/extensions/${name}`;
  const put = (name: string, path: string, content: string | object) =>
    at.scratch.put(`${folder(name)}/${path}`, typeof content === 'string' ? content : JSON.stringify(content));
  const manifest = (name: string, more: object = {}) =>
    put(name, 'gemini-extension.json', { name, version: '1.0.0', ...more });
  const system = (index = 0) => JSON.stringify(at.server.requests[index]?.body.systemInstruction);
  const declared = (index = 0) => JSON.stringify(at.server.requests[index]?.body.tools);
  const answer = () => at.server.requests.at(-1)?.functionResponses[0]?.response;
  const exists = (file: string) =>
    access(at.scratch.absolute(file)).then(
      () => true,
      () => false,
    );
  const skill = (name: string) => `---\nname: ${name}\ndescription: About ${name}\n---\nSteps of ${name}.\n`;

  it('takes their skills, below those of the user', async () => {
    await manifest('acme');
    await put('acme', 'skills/mail/SKILL.md', skill('mail'));
    await put('acme', 'skills/post/SKILL.md', skill('post'));
    await at.scratch.put('home/.gemini/skills/mail/SKILL.md', skill('mail').replace('Steps', 'My steps'));
    at.server.reply(call('activate_skill', { name: 'mail' })).reply(text('Done.'));
    await run('-y');
    assert.match(system(), /`mail`.*`post`/);
    assert.match(String(answer()?.output), /My steps of mail/);
  });

  it('runs their hooks, with their variables and settings', async () => {
    await manifest('acme', { settings: [{ name: 'Word', envVar: 'ACME_WORD' }] });
    await put('acme', '.env', 'ACME_WORD=hello\n');
    const script = 'cat > /dev/null; echo "$ACME_WORD in $1" > "$2"/ran.txt';
    await put('acme', 'run.sh', script);
    const command = 'bash "${extensionPath}${/}run.sh" "${workspacePath}" "${extensionPath}"';
    await put('acme', 'hooks/hooks.json', { hooks: { BeforeAgent: [{ hooks: [{ type: 'command', command }] }] } });
    at.server.reply(text('Hi.'));
    const { err } = await run();
    assert.equal(err, '');
    assert.equal(
      String(await at.scratch.bytes(`${folder('acme')}/ran.txt`)),
      `hello in ${at.scratch.absolute('home/work')}\n`,
    );
  });

  it('goes by their rules where these are stricter, and by what they exclude', async () => {
    await manifest('acme', { excludeTools: ['web_fetch'] });
    await put(
      'acme',
      'policies/acme.toml',
      `[[rule]]\ntoolName = "write_file"\ndecision = "deny"\npriority = 900\ndenyMessage = "Acme says no."\n
[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\npriority = 900\n`,
    );
    at.server.reply(call('run_shell_command', { command: 'touch x' })).reply(text('Hm.'));
    await run();
    assert.equal(await exists('home/work/x'), false);
    assert.doesNotMatch(declared(), /web_fetch/);
    at.server.reply(call('write_file', { file_path: 'x', content: 'a' })).reply(text('Hm.'));
    await run('-y');
    assert.match(String(answer()?.error), /Acme says no/);
  });

  it('counts only those that are enabled in the folder, or named', async () => {
    for (const name of ['one', 'two']) {
      await manifest(name);
      await put(name, `skills/of-${name}/SKILL.md`, skill(`of-${name}`));
    }
    const skills = async (...args: readonly string[]) => {
      at.server.reply(text('Hi.'));
      const { err } = await run(...args);
      return [['one', 'two'].filter(name => system(at.server.requests.length - 1).includes(`of-${name}`)).join(), err];
    };
    assert.deepEqual(await skills(), ['one,two', '']);
    assert.deepEqual(await skills('-e', 'none'), ['', '']);
    assert.deepEqual(await skills('-e', 'TWO'), ['two', '']);
    assert.match((await skills('-e', 'one,three')).join(), /^one,.*There is no extension [“"]three[”"]/s);
    const rules = { one: { overrides: [`!${at.scratch.absolute('home')}/*`] } };
    await at.scratch.put('home/.gemini/extensions/extension-enablement.json', JSON.stringify(rules));
    assert.deepEqual(await skills(), ['two', '']);
    assert.deepEqual(await skills('-e', 'one'), ['one', '']);
    await at.user({ extensions: { disabled: ['two'] } });
    assert.deepEqual(await skills(), ['', '']);
    await at.user({ admin: { extensions: { enabled: false } } });
    assert.deepEqual(await skills('-e', 'one'), ['', '']);
  });

  it('lists them, with what each brings and no value of a setting', async () => {
    assert.equal((await pollux('--list-extensions')).out, 'No extensions installed.\n');
    await manifest('acme', {
      mcpServers: { x: { command: 'node', env: { K: '${ACME_KEY}' } } },
      settings: [{ name: 'Key', envVar: 'ACME_KEY', sensitive: true }],
    });
    await put('acme', '.env', 'ACME_KEY=hush\n');
    await put('acme', 'GEMINI.md', 'Be nice.');
    await put('acme', 'commands/hi.toml', 'prompt = "Hi"');
    assert.equal((await pollux('-l')).out, 'Installed extensions:\n- acme\n');
    const { code, out } = await pollux('extensions', 'list');
    assert.equal(code, 0);
    assert.match(out, /^✓ acme \(1\.0\.0\)\n Path: .*\n Enabled \(User\): true\n Enabled \(Workspace\): true\n/);
    assert.match(out, / Context files:\n {2}.*GEMINI\.md\n/);
    assert.match(out, / MCP servers:\n {2}x\n/);
    assert.match(out, / Settings:\n {2}Key \(ACME_KEY\): set\n/);
    const json = await pollux('extensions', 'list', '-o', 'json');
    assert.equal((JSON.parse(json.out) as { name: string }[])[0]?.name, 'acme');
    assert.doesNotMatch(out + json.out, /hush/);
  });

  it('names one that is broken, with file and line, and goes on with the others', async () => {
    await put('bad', 'gemini-extension.json', '{\n  "name": "bad"\n  "version": 1 }');
    await put('worse', 'readme.md', 'Nothing');
    await put('twin', 'gemini-extension.json', { name: 'ACME', version: '2' });
    await manifest('acme');
    await put('acme', 'skills/mail/SKILL.md', skill('mail'));
    await put('acme', 'hooks/hooks.json', '{ no');
    await put('acme', 'policies/x.toml/y', '');
    await put('acme', 'agents', 'no folder');
    await symlink('/dev/zero', at.scratch.absolute(`${folder('acme')}/policies/zero.toml`));
    at.server.reply(text('Hi.'));
    const { code, err } = await run();
    assert.equal(code, 0);
    assert.match(system(), /`mail`/);
    assert.match(err, /bad\/gemini-extension\.json:3: .*isn't valid JSON/);
    assert.match(err, /worse\/gemini-extension\.json:1: .*There is no such file/);
    assert.match(err, /twin\/gemini-extension\.json:1: "acme" is already the name of/);
    assert.match(err, /hooks\.json: .*isn't valid JSON/);
    assert.match(err, /acme\/gemini-extension\.json:1: "agents" isn't used: It isn’t a folder/);
    assert.match(err, /x\.toml: This isn’t a file/);
    assert.match(err, /zero\.toml: It isn’t used because it’s a link/);
    await at.scratch.put('home/.gemini/extensions/extension-enablement.json', '{');
    at.server.reply(text('Hi.'));
    assert.match((await run()).err, /extension-enablement\.json: .*No extension is enabled/);
    assert.doesNotMatch(system(1), /`mail`/);
  });

  it('reads nothing beyond the folder of one', async () => {
    await at.scratch.put('home/secret/SKILL.md', skill('secret'));
    await at.scratch.put('home/secret.md', 'hush');
    await manifest('acme', { contextFileName: ['../../../secret.md', '/etc/passwd', 'link.md'] });
    await symlink(at.scratch.absolute('home/secret.md'), at.scratch.absolute(`${folder('acme')}/link.md`));
    await put('acme', 'skills/x/SKILL.md', skill('x'));
    await symlink(at.scratch.absolute('home/secret'), at.scratch.absolute(`${folder('acme')}/skills/secret`));
    await symlink(at.scratch.absolute('home'), at.scratch.absolute(`${folder('acme')}/commands`));
    at.server.reply(text('Hi.'));
    const { err } = await run();
    assert.match(system(), /`x`/);
    assert.doesNotMatch(system(), /`secret`/);
    assert.ok(err.includes('There is no file "/etc/passwd" in its folder.'), err);
    for (const name of ['../../../secret.md', 'link.md', 'commands']) {
      assert.ok(err.includes(`"${name}" isn't used: It leads out of its folder.`), err);
    }
    const { out } = await pollux('extensions', 'list');
    assert.doesNotMatch(out, /secret|passwd|Commands/);
  });

  it('takes their memory files, by their own names or the usual one', async () => {
    await manifest('acme');
    await put('acme', 'GEMINI.md', 'Acme is nice.');
    await manifest('other', { contextFileName: ['A.md', 'B.md'] });
    await put('other', 'A.md', 'First of other.');
    await put('other', 'B.md', 'Second of other.');
    await put('other', 'GEMINI.md', 'Never read.');
    at.server.reply(text('Hi.'));
    await run();
    const sent = JSON.stringify(at.server.requests[0]?.body);
    assert.match(sent, /Acme is nice\..*First of other\..*Second of other\./);
    assert.doesNotMatch(sent, /Never read/);
  });

  it('takes one from where it is linked', async () => {
    await at.scratch.put('home/src/acme/gemini-extension.json', JSON.stringify({ name: 'acme', version: '1' }));
    await at.scratch.put('home/src/acme/skills/mail/SKILL.md', skill('mail'));
    await put('acme', '.gemini-extension-install.json', { type: 'link', source: at.scratch.absolute('home/src/acme') });
    at.server.reply(text('Hi.'));
    const { err } = await run();
    assert.equal(err, '');
    assert.match(system(), /`mail`/);
  });
});
