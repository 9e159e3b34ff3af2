import assert from 'node:assert/strict';
import { text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux, headless, with commands of files,', () => {
  const at = HeadlessPlace.use();
  const project = (path: string, content: string) => at.scratch.put(`home/work/.gemini/commands/${path}`, content);
  const user = (path: string, content: string) => at.scratch.put(`home/.gemini/commands/${path}`, content);
  const run = (prompt: string, ...args: readonly string[]) => {
    at.server.reply(text('Hi.'));
    return runCommand(['-p', prompt, ...args], at.with());
  };
  /** What the model was told last by the user. */
  const said = () => {
    const parts = at.server.requests.at(-1)?.contents.findLast(({ role }) => role === 'user')?.parts ?? [];
    return parts.map(part => part.text ?? '').filter(each => !each.startsWith('This is the environment'));
  };

  it('puts in files, then what commands print, and the arguments, each of them once', async () => {
    await at.scratch.put('home/work/rules.md', 'No !{touch pwned} and {{args}}');
    await project(
      'git/review.toml',
      'prompt = """Rules: @{rules.md}\nSaid: !{echo {{args}} \'@{rules.md}\'}\nFocus: {{args}}"""',
    );
    const { code, err } = await run(
      "/git:review $(touch pwned) it's",
      '--trust',
      '--allowed-tools',
      'run_shell_command',
    );
    assert.equal(code, 0, err);
    assert.deepEqual(said(), [
      "Rules: No !{touch pwned} and {{args}}\nSaid: $(touch pwned) it's @{rules.md}\nFocus: $(touch pwned) it's",
    ]);
    assert.equal(await at.scratch.bytes('home/work/pwned'), null);
  });

  it('brings along what its arguments mention, also of git and of the editor, which it says is not here', async () => {
    await user('look.toml', 'prompt = "Look at {{args}}"');
    await at.scratch.put('home/.gemini/agents/reviewer.md', '---\nname: reviewer\ndescription: Reads\n---\nRead.\n');
    const { err } = await run('/look @selection and @reviewer', '--trust');
    assert.match(err, /@selection isn’t attached: It’s only available in the editor/);
    assert.match(said().join('\n'), /^Look at @selection and @reviewer\n.*"reviewer"/s);
  });

  it('adds the whole line where there is no place for arguments, and says how a command ended that failed', async () => {
    await user('look.toml', 'prompt = "See !{echo out; exit 3}"');
    await run('/look at this', '--trust', '--allowed-tools', 'run_shell_command');
    assert.deepEqual(said(), ["See out\n[Shell command 'echo out; exit 3' exited with code 3]\n\n/look at this"]);
  });

  it('sends nothing and runs nothing where a part needs to be asked about', async () => {
    await project('bad.toml', 'prompt = "!{touch one} !{touch two}"');
    const { code, err } = await run('/bad', '--trust');
    assert.equal(code, 1);
    assert.match(err, /Nothing was sent: the command “touch one” didn’t run\. .*no one to ask/);
    assert.equal(at.server.requests.length, 0);
    for (const file of ['one', 'two']) assert.equal(await at.scratch.bytes(`home/work/${file}`), null);
  });

  it('knows none of a folder that is not trusted, and of a trusted one those before the own', async () => {
    await user('a.toml', 'prompt = "Mine"');
    await project('a.toml', 'prompt = "Theirs"');
    await project('b.toml', 'prompt = "Theirs"');
    await run('/a');
    assert.deepEqual(said(), ['Mine']);
    await run('/a', '--trust');
    assert.deepEqual(said(), ['Theirs']);
    assert.equal((await run('/b')).code, 42);
  });

  it('names a broken file and its line, and runs the others', async () => {
    await project('broken.toml', 'description = "x"\nprompt = """\n!{oops\n"""');
    await project('fine.toml', 'prompt = "Fine"');
    await at.scratch.link('home/work/.gemini/commands/round.toml', 'round.toml');
    const { code, err } = await run('/fine', '--trust');
    assert.equal(code, 0);
    assert.match(err, /round\.toml: ELOOP/);
    assert.match(err, /broken\.toml:3: !\{ isn't closed/);
    assert.deepEqual(said(), ['Fine']);
    assert.equal((await run('/broken', '--trust')).code, 42);
  });

  it('reads nothing out of the folder, whatever a file of the project says', async () => {
    await at.scratch.put('home/secret.txt', 'canary');
    await at.scratch.put('home/work/.env', 'canary');
    await at.scratch.put('home/else/evil.toml', 'prompt = "canary"');
    await at.scratch.put(
      'home/work/.gemini/commands/leak.toml',
      'prompt = "@{../secret.txt} @{~/secret.txt} @{.env} @{link.txt}"',
    );
    await at.scratch.link('home/work/link.txt', at.scratch.absolute('home/secret.txt'));
    await at.scratch.link('home/work/.gemini/commands/linked.toml', at.scratch.absolute('home/else/evil.toml'));
    await at.scratch.link('home/work/.gemini/commands/folder', at.scratch.absolute('home/else'));
    const { code, err } = await run('/leak', '--trust');
    assert.equal(code, 0, err);
    assert.doesNotMatch(JSON.stringify(at.server.requests.at(-1)?.body), /canary/);
    assert.equal((await run('/linked', '--trust')).code, 42);
    assert.match((await run('/folder:evil', '--trust')).err, /link to a place outside its folder/);
  });

  it('takes prompts of VS Code and commands of Claude Code', async () => {
    await at.scratch.put('home/work/note.md', 'Noted');
    await at.scratch.put(
      'home/work/.github/prompts/make.prompt.md',
      '---\ndescription: Make\n---\nMake ${input:what} of #file:note.md and #file:../../note.md',
    );
    await at.scratch.put('home/work/.claude/commands/fix.md', 'Fix $1, then $2: !`echo $ARGUMENTS` @note.md');
    await run('/make what="a list"', '--trust');
    assert.deepEqual(said(), ['Make a list of Noted and Noted']);
    await run('/fix one "two three"', '--trust', '--allowed-tools', 'run_shell_command');
    assert.equal(said()[0], 'Fix one, then two three: one "two three" @note.md');
    assert.match(said()[1] ?? '', /Noted/);
  });
});
