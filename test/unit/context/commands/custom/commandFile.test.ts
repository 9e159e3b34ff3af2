import assert from 'node:assert/strict';
import type { CommandFormat, CommandTier } from '../../../../../src/agent/ports/commandFiles';
import { readCommandFile } from '../../../../../src/context/commands/custom/commandFile';
import { customCommands } from '../../../../../src/context/commands/custom/customCommands';

const text = (path: string, content: string | null, tier: CommandTier = 'user', format: CommandFormat = 'toml') => ({
  place: { tier, format, folder: '/c', ...(tier === 'extension' && { extension: 'acme' }) },
  file: `/c/${path}`,
  path,
  text: content,
});

describe('A command file', () => {
  const read = (path: string, content: string, format: CommandFormat = 'toml') =>
    readCommandFile(text(path, content, 'user', format));
  const problem = (content: string, format: CommandFormat = 'toml') => {
    const found = read('a.toml', content, format);
    return 'message' in found ? [found.line, found.message] : found;
  };

  it('is named by its folders and read as its format has it', () => {
    assert.deepEqual(
      read('git/review.toml', 'description = "review"\nprompt = """Rules: @{a.md}\nDiff: !{git diff}\n{{args}}"""'),
      {
        name: 'git:review',
        description: 'review',
        tier: 'user',
        format: 'toml',
        file: '/c/git/review.toml',
        template: [
          { kind: 'text', text: 'Rules: ' },
          { kind: 'file', path: 'a.md', source: '@{a.md}' },
          { kind: 'text', text: '\nDiff: ' },
          { kind: 'shell', command: 'git diff' },
          { kind: 'text', text: '\n' },
          { kind: 'args' },
        ],
      },
    );
    const claude = read(
      'fix.md',
      '---\ndescription: Fix it\nargument-hint: "[issue]"\n---\nFix $1 of $ARGUMENTS: !`git log`',
      'claude',
    );
    assert.ok('template' in claude);
    assert.equal(claude.argumentHint, '[issue]');
    assert.deepEqual(
      claude.template.map(({ kind }) => kind),
      ['text', 'word', 'text', 'args', 'text', 'shell'],
    );
    const selected = read('sel.prompt.md', 'Explain ${selection}, and ${selectedText}.', 'prompt');
    assert.deepEqual(
      'template' in selected && selected.template.map(part => ('name' in part ? part.name : part.kind)),
      ['text', 'selection', 'text', 'selection', 'text'],
    );
    const prompt = read('new.prompt.md', '---\nmode: agent\n---\nMake ${input:name:what} from #file:a/b.ts.', 'prompt');
    assert.ok('template' in prompt);
    assert.deepEqual([prompt.name, prompt.argumentHint], ['new', 'name=…']);
    assert.deepEqual(prompt.template[3], { kind: 'file', path: 'a/b.ts', source: '#file:a/b.ts.' });
  });

  it('says what of another agent’s head has no effect', async () => {
    const head = '---\ndescription: x\nallowed-tools: Bash(git:*)\nmodel: opus\n---\nGo.';
    const { problems, commands } = await customCommands(
      [text('a.md', head, 'user', 'claude')],
      new Set(),
      async () => [],
    );
    assert.equal(commands.length, 1);
    assert.deepEqual(
      problems.map(({ line, severity }) => [line, severity]),
      [
        [3, 'hint'],
        [4, 'hint'],
      ],
    );
    assert.match(problems[0]?.message ?? '', /"allowed-tools" allows nothing here/);
  });

  it('keeps braces that are balanced within a part', () => {
    const found = read('a.toml', "prompt = '''!{awk '{print $1}' x}'''");
    assert.deepEqual('template' in found && found.template, [{ kind: 'shell', command: "awk '{print $1}' x" }]);
  });

  it('says on which line it is broken', () => {
    assert.deepEqual(problem('prompt = "a'), [1, 'Invalid TOML document: unfinished string']);
    assert.deepEqual(problem('description = "x"\nprompt = """\na\nb !{git diff\n"""'), [
      4,
      "!{ isn't closed with a brace.",
    ]);
    assert.deepEqual(problem('description = "x"'), [undefined, '"prompt" must be a string.']);
    assert.deepEqual(problem('description = "x"\nprompt = 3'), [2, '"prompt" must be a string.']);
    assert.deepEqual(problem('prompt = "x"\n\n"description" = 3'), [3, '"description" must be a string.']);
    assert.deepEqual(problem('---\na\n---\nx', 'claude'), [2, 'This line must have the form "key: value".']);
    assert.deepEqual(problem('', 'claude'), [undefined, 'It says nothing.']);
  });

  it('is shown without what moves the cursor', async () => {
    const found = read('a.toml', 'prompt = "x"\ndescription = "a\\u001b[2J\\n\\u202eb"');
    assert.equal('template' in found && found.description, 'a [2J b');
  });
});

describe('The commands of files', () => {
  const names = async (...found: ReturnType<typeof text>[]) => {
    const { commands, problems } = await customCommands(found, new Set(['help']), async () => []);
    return [...commands.map(({ name }) => name), ...problems.map(({ file }) => file)];
  };

  it('are those of the project before those of the user, and of extensions under a name of their own', async () => {
    const { commands } = await customCommands(
      [
        text('a.toml', 'prompt = "x"\ndescription = "extension"', 'extension'),
        text('a.toml', 'prompt = "x"\ndescription = "user"'),
        text('a.toml', 'prompt = "x"\ndescription = "project"', 'workspace'),
      ],
      new Set(),
      async () => [],
    );
    const [first, ...rest] = commands;
    assert.deepEqual([first?.name, first?.description], ['a', 'project']);
    assert.deepEqual(
      rest.map(({ name }) => name),
      ['user.a', 'acme.a'],
    );
  });

  it('of one place and one name are taken for one, in whatever format', async () => {
    const found = [text('a.toml', 'prompt = "x"'), text('a.md', 'x', 'user', 'claude')];
    assert.deepEqual(
      (await customCommands(found, new Set(), async () => [])).commands.map(({ name }) => name),
      ['a'],
    );
  });

  it('never take the place of one that Pollux brings', async () => {
    assert.deepEqual(await names(text('help.toml', 'prompt = "x"', 'workspace')), ['project.help']);
    assert.deepEqual(await names(text('HELP.toml', 'prompt = "x"')), ['user.HELP']);
  });

  it('are there although others are broken', async () => {
    assert.deepEqual(await names(text('a.toml', 'prompt = '), text('b.toml', 'prompt = "x"'), text('c.toml', null)), [
      'b',
      '/c/a.toml',
      '/c/c.toml',
    ]);
  });

  it('have names that can be typed', async () => {
    assert.deepEqual(await names(text('my folder/a:b*.toml', 'prompt = "x"')), ['my_folder:a_b_']);
    assert.deepEqual(await names(text('....toml', 'prompt = "x"')), ['/c/....toml']);
  });
});
