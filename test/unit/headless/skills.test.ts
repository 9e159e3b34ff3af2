import assert from 'node:assert/strict';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux, headless, with skills,', () => {
  const at = HeadlessPlace.use();
  const run = (...args: readonly string[]) => runCommand(['-p', 'Hi', ...args], at.with());
  const skill = (folder: string, name: string, body = `Steps of ${name}.`) =>
    at.scratch.put(`${folder}/${name}/SKILL.md`, `---\nname: ${name}\ndescription: About ${name}\n---\n${body}\n`);
  const settings = at.user;
  const system = (index: number) => JSON.stringify(at.server.requests[index]?.body.systemInstruction);
  const declared = (index: number) => JSON.stringify(at.server.requests[index]?.body.tools);
  const answers = () => at.server.requests.at(-1)?.functionResponses.map(({ response }) => response) ?? [];
  const use = (name: string) => call('activate_skill', { name });

  it('tells the model of none where there are none', async () => {
    at.server.reply(text('Hi.'));
    await run('--trust');
    assert.doesNotMatch(declared(0), /activate_skill/);
    assert.doesNotMatch(system(0), /Skills/);
  });

  it('hands one out with its files, which can be read from then on and not before', async () => {
    await skill('home/.gemini/skills', 'mail');
    await at.scratch.put('home/.gemini/skills/mail/letters/a.md', 'Dear Ada');
    const letter = at.scratch.absolute('home/.gemini/skills/mail/letters/a.md');
    const read = call('read_file', { file_path: letter });
    at.server.reply(read).reply(use('mail')).reply(read).reply(text('Done.'));
    assert.equal((await run('--trust', '--allowed-tools', 'activate_skill')).code, 0);
    const results = at.server.requests.map(({ functionResponses }) => functionResponses.at(-1)?.response);
    assert.match(String(results[1]?.error), /not in workspace/);
    assert.match(String(results[2]?.output), /Steps of mail\.[^]*- letters\/a\.md/);
    assert.match(String(results[3]?.output), /Dear Ada/);
    assert.match(system(0), /- `mail`: About mail/);
    assert.deepEqual([system(1), system(2), system(3)], [system(0), system(0), system(0)]);
    assert.equal(declared(3), declared(0));
  });

  it('does not write where it may read for one', async () => {
    await skill('home/.agents/skills', 'mail');
    const file_path = at.scratch.absolute('home/.agents/skills/mail/SKILL.md');
    at.server
      .reply(use('mail'))
      .reply(call('write_file', { file_path, content: 'Mine.' }))
      .reply(text('Done.'));
    await run('--trust', '-y');
    assert.ok(answers()[0]?.error !== undefined);
    assert.match(String(await at.scratch.bytes('home/.agents/skills/mail/SKILL.md')), /Steps of mail/);
  });

  it('takes those for other agents where settings do not say otherwise, and none twice', async () => {
    await skill('home/.claude/skills', 'mail', 'For Claude.');
    await skill('home/.agents/skills', 'mail', 'Of the standard.');
    await skill('home/.copilot/skills', 'post');
    await skill('home/work/.github/skills', 'pack');
    await skill('home/work/.claude/skills', 'send');
    at.server.reply(use('mail')).reply(text('Hi.'));
    await run('--trust', '-y');
    for (const name of ['mail', 'post', 'pack', 'send']) assert.equal(system(0).split(`- \`${name}\``).length, 2, name);
    assert.match(String(answers()[0]?.output), /Of the standard\./);
    at.server.reply(text('Hi.'));
    await run();
    assert.doesNotMatch(system(2), /`pack`|`send`/);
  });

  it('of which the model is not told is followed where the user types its name', async () => {
    await at.scratch.put(
      'home/.gemini/skills/mail/SKILL.md',
      '---\nname: mail\ndescription: About mail\ndisable-model-invocation: true\n---\nSteps of mail $ARGUMENTS.\n',
    );
    await at.scratch.put('home/.gemini/skills/mail/letter.md', 'Dear Ada');
    const letter = at.scratch.absolute('home/.gemini/skills/mail/letter.md');
    at.server.reply(call('read_file', { file_path: letter })).reply(text('Done.'));
    const { code } = await runCommand(['-p', '/mail to Ada', '--trust'], at.with());
    assert.equal(code, 0);
    assert.doesNotMatch(system(0), /About mail/);
    assert.doesNotMatch(declared(0), /activate_skill/);
    assert.match(JSON.stringify(at.server.requests[0]?.contents), /to Ada[^]*Steps of mail to Ada\.[^]*letter\.md/);
    assert.match(String(answers()[0]?.output), /Dear Ada/);
  });

  const forked = (folder: string, more = '') =>
    at.scratch.put(
      `home/${folder}/tell.me/SKILL.md`,
      `---\nname: tell.me\ndescription: Tells\ncontext: fork\n${more}---\nSteps of telling.\nFor: $ARGUMENTS\n`,
    );
  const agentTells = () =>
    at.server.respond(({ system: own }) =>
      own.startsWith('Steps of telling.') ? call('complete_task', { result: 'Told.' }) : undefined,
    );

  it('that wants a context of its own is followed by an agent, which knows its arguments and files', async () => {
    await forked('.gemini/skills');
    await at.scratch.put('home/.gemini/skills/tell.me/facts.md', 'Fact.');
    agentTells();
    at.server.reply(call('invoke_agent', { agent_name: 'tell-me', prompt: 'Ada.' })).reply(text('Done.'));
    await run('--trust');
    assert.match(declared(0), /- tell-me: Tells/);
    assert.doesNotMatch(declared(0), /activate_skill/);
    const own = at.server.requests.find(each => each.system.startsWith('Steps of telling.'));
    assert.match(own?.system ?? '', /^For: Ada\.$/m);
    assert.match(own?.system ?? '', /The folder of the skill is [^]*- facts\.md/);
    assert.match(String(answers().at(-1)?.output), /Told\./);
  });

  it('that wants one is typed like any other, also where the model is not told of it', async () => {
    await forked('.gemini/skills', 'disable-model-invocation: true\n');
    agentTells();
    at.server.reply(call('invoke_agent', { agent_name: 'tell-me', prompt: 'Ada.' })).reply(text('Done.'));
    await runCommand(['-p', '/tell.me of Ada', '--trust'], at.with());
    assert.doesNotMatch(declared(0), /Tells/);
    assert.match(JSON.stringify(at.server.requests[0]?.contents), /agent_name \\"tell-me\\" [^]*of Ada/);
    assert.match(String(answers().at(-1)?.output), /Told\./);
  });

  it('that wants one and is a project’s needs its text approved, and is followed here where agents are off', async () => {
    await forked('work/.gemini/skills');
    const { err } = await run('--trust');
    assert.doesNotMatch(declared(0), /Tells/);
    assert.match(err, /aren't used until you approve them in the editor: .*tell\.me/);
    await settings({ experimental: { enableAgents: false } });
    at.server.reply(use('tell.me')).reply(text('Done.'));
    await run('--trust', '-y');
    assert.match(String(answers().at(-1)?.output), /Steps of telling\./);
  });

  it('asks before each, and so denies all where nobody can be asked', async () => {
    await skill('home/.gemini/skills', 'mail');
    at.server.reply(use('mail')).reply(text('Done.'));
    await run('--trust');
    assert.match(String(answers()[0]?.error), /use of a skill needs approval/);
  });

  it('takes those of a folder, above those of the person, only if the folder is trusted', async () => {
    await skill('home/.gemini/skills', 'mail', 'Mine.');
    await skill('home/work/.gemini/skills', 'release');
    await skill('home/work/.agents/skills', 'mail', 'Theirs.');
    at.server.reply(text('Hi.')).reply(use('mail')).reply(text('Done.'));
    await run();
    assert.match(system(0), /`mail`/);
    assert.doesNotMatch(system(0), /`release`/);
    await run('--trust', '-y');
    assert.match(system(1), /`mail`: About mail\\n- `release`/);
    assert.match(String(answers()[0]?.output), /Theirs\./);
  });

  it('names file and line of a broken one, and the others work', async () => {
    await skill('home/.gemini/skills', 'mail');
    await at.scratch.put('home/.gemini/skills/bad/SKILL.md', '---\nname: bad\nnonsense\n---\n');
    await at.scratch.put(
      'home/.gemini/skills/odd/SKILL.md',
      '---\nname: odd\ndescription: a\u202eb\n---\nDo\u200b it.',
    );
    at.server.reply(text('Hi.'));
    const { code, out, err } = await run();
    assert.deepEqual([code, out], [0, 'Hi.\n']);
    const file = (name: string) => at.scratch.absolute(`home/.gemini/skills/${name}/SKILL.md`);
    assert.equal(
      err,
      `pollux: ${file('bad')}:3: This line must have the form "key: value".\n` +
        `pollux: ${file('odd')}:3: It contains invisible characters: 2, the first of them in this line.\n`,
    );
    assert.match(system(0), /`mail`: About mail\\n- `odd`: a\\\\u\{202e\}b/);
  });

  it('leaves out those that the settings disable, or all', async () => {
    await skill('home/.gemini/skills', 'mail');
    await skill('home/.gemini/skills', 'release');
    at.server.reply(text('Hi.')).reply(text('Hi.')).reply(text('Hi.'));
    await settings({ skills: { disabled: ['Mail'] } });
    await run();
    assert.match(system(0), /# Skills[^]*`release`/);
    assert.doesNotMatch(system(0) + declared(0), /mail/);
    await settings({ skills: { enabled: false } });
    await run();
    assert.doesNotMatch(system(1) + declared(1), /activate_skill/);
    await settings({ tools: { exclude: ['activate_skill'] } });
    await run();
    assert.doesNotMatch(system(2) + declared(2), /activate_skill/);
  });
}).timeout(60_000);
