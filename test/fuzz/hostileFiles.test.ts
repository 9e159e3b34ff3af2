import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHookDefinitions } from '../../src/config/hookDefinitions';
import { parseAgent } from '../../src/context/agents/parseAgent';
import { readCommandFile, type CommandDefinition } from '../../src/context/commands/custom/commandFile';
import { expandTemplate } from '../../src/context/commands/custom/expandTemplate';
import { readEnablement } from '../../src/context/extensions/enablement';
import { isExtensionName, readManifest } from '../../src/context/extensions/manifest';
import { parseSkill } from '../../src/context/parseSkills';
import { ToolError } from '../../src/shared/errors';
import { DeclarationsError, readDeclarations } from '../../src/tools/discovered/declarations';
import { fuzzRuns } from '../support/fuzzRuns';
import { callResult, promptTools, shellTool } from '../support/promptTools';

const FILE = '/home/me/work/hostile';

/** What each of these formats is made of, and what somebody would write to get more out of it. */
const piece = fc.oneof(
  fc.constantFrom(
    '"',
    "'",
    '"""',
    "'''",
    '---\n',
    '\n',
    '\r\n',
    ' ',
    ': ',
    ', ',
    '[',
    ']',
    '{',
    '}',
    '=',
    '#',
    '\\',
    '`',
  ),
  fc.constantFrom('name', 'description', 'prompt', 'tools', 'hooks', 'mcpServers', 'settings', 'envVar', 'overrides'),
  fc.constantFrom(
    '&a ',
    '*a ',
    '<<: *a\n',
    '!!js/function ',
    '? ',
    '|\n',
    '>\n',
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.constantFrom(
    '!{',
    '@{',
    '{{args}}',
    '!{rm -rf /}',
    '@{/etc/passwd}',
    '@{../../secret}',
    '$ARGUMENTS',
    '$1',
    '!`id`',
  ),
  fc.constantFrom(
    '\u202e',
    '\u200b',
    '\u{e0041}',
    '\0',
    '\x1b]0;x\x07',
    '\ud800',
    'é',
    '../',
    '/etc/passwd',
    'C:\\x',
    '~/',
  ),
  fc.constantFrom('null', 'true', '1e999', '-0', '[]', '{}', '1979-05-27', '0x', '"a".b = 1\n', '[[x]]\n', '[x]\n'),
  fc.string({ maxLength: 8 }),
);
const free = fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join(''));
const json = fc.jsonValue({ maxDepth: 4 }).map(value => JSON.stringify(value));
/** Something that is nearly right, with a part of it exchanged. */
const nearly = (whole: string) =>
  fc.tuple(fc.nat(whole.length), fc.nat(12), free).map(([at, length, text]) => {
    return whole.slice(0, at) + text + whole.slice(at + length);
  });

const MARKDOWN = '---\nname: a\ndescription: b\ntools: [read_file]\nmax_turns: 3\n---\nDo it.\n';
const TOML = 'description = "a"\nprompt = """\nRules: @{docs/a.md}\nDiff: !{git diff {{args}}}\n"""\n';
const MANIFEST = JSON.stringify({
  ...{ name: 'acme', version: '1', contextFileName: 'A.md', excludeTools: ['a'] },
  ...{ mcpServers: { x: { command: 'node' } }, settings: [{ name: 'K', envVar: 'K' }] },
});
const HOOKS = JSON.stringify({ hooks: { BeforeTool: [{ matcher: 'a', hooks: [{ type: 'command', command: 'x' }] }] } });
const DECLARED = JSON.stringify([{ function_declarations: [{ name: 'add', parameters: { type: 'object' } }] }]);
const textFor = (whole: string) => fc.oneof(free, json, nearly(whole));

interface Said {
  readonly file?: string;
  readonly line?: number | undefined;
  readonly message: string;
}

/** Each says something, where, and is of the file that it is about. */
function expectClear(problems: readonly Said[], text: string): void {
  for (const { file, line, message } of problems) {
    assert.ok(message.trim().length > 3, JSON.stringify(message));
    assert.equal(file, FILE);
    if (line !== undefined) assert.ok(line >= 1 && line <= text.split(/\r\n?|\n/).length + 1, `line ${line}`);
  }
}

/** Nothing in a name leads elsewhere, moves the cursor or is not seen. */
function expectPlain(name: string): void {
  assert.doesNotMatch(name, /[\p{Cc}\p{Cf}/\\]|\.\./u, JSON.stringify(name));
}

describe('Files of any content', function () {
  this.timeout(600_000);
  const check = (whole: string, look: (text: string) => unknown) =>
    fc.assert(
      fc.asyncProperty(textFor(whole), async text => {
        await look(text);
      }),
      { numRuns: fuzzRuns(300) },
    );

  it('that define agents and skills give plain names, or clear problems', async () => {
    await check(MARKDOWN, text => {
      const source = { source: 'user', format: 'gemini', file: FILE, text } as unknown as Parameters<
        typeof parseAgent
      >[0];
      const { agent, problems } = parseAgent(source);
      expectClear(problems, text);
      if (agent) expectPlain(agent.name);
      else assert.ok(problems.length > 0);
      const place = { tier: 'workspace', folder: '/home/me/work' } as unknown as Parameters<
        typeof parseSkill
      >[0]['place'];
      const found = parseSkill({ place, file: FILE, text });
      expectClear(found.problems, text);
      if (found.skill) expectPlain(found.skill.name);
      else assert.ok(found.problems.length > 0);
    });
  });

  it('that describe extensions give names of folders below their own, or clear problems', async () => {
    await check(MANIFEST, text => {
      const { manifest, problems } = readManifest({ file: FILE, text });
      expectClear(problems, text);
      if (manifest) {
        expectPlain(manifest.name);
        assert.ok(isExtensionName(manifest.name));
      } else assert.ok(problems.length > 0);
      const enablement = readEnablement({ file: FILE, text });
      if ('severity' in enablement && typeof enablement.severity === 'string') {
        expectClear([enablement as unknown as Said], text);
      }
    });
  });

  it('that name hooks give commands as they are written, or clear problems', async () => {
    await check(HOOKS, text => {
      const { hooks, problems } = readHookDefinitions([{ scope: 'workspace', file: FILE, text }]);
      expectClear(problems, text);
      for (const { command } of hooks) assert.ok(command !== '');
    });
  });

  it('that tools are declared by give names that no shell reads otherwise, or a clear word', async () => {
    await check(DECLARED, text => {
      try {
        const { tools } = readDeclarations(text);
        for (const { name } of tools) assert.match(name, /^[\w.:-]+$/);
      } catch (error) {
        assert.ok(error instanceof DeclarationsError, String(error));
        assert.ok(error.message.length > 10);
      }
    });
  });

  it('that are commands run nothing that is not decided on, and read nothing by themselves', async () => {
    const formats = ['toml', 'prompt', 'claude'] as const;
    await check(TOML, async text => {
      for (const format of formats) {
        const place = { tier: 'workspace', format, folder: '/home/me/work' } as const;
        const read = readCommandFile({ place, file: FILE, path: 'a/b.toml', text });
        if ('message' in read) expectClear([read], text);
        else await expandBoth(read);
      }
    });
  });
});

/** Once with everything refused, once with everything run. */
async function expandBoth(command: CommandDefinition): Promise<void> {
  const args = 'x; rm -rf / "$(id)" \'';
  const shells = command.template.filter(({ kind }) => kind === 'shell').length;
  for (const isAllowed of [false, true]) {
    const calls: unknown[] = [];
    const tools = promptTools(
      (name, given) => {
        // Files are read by a tool as well, and so by its rules.
        if (name === 'run_shell_command') calls.push(given);
        else assert.equal(name, 'read_many_files');
      },
      callResult(isAllowed ? {} : { status: 'error', content: 'No.' }),
    );
    const reading = expandTemplate({ command, args }, {
      tools,
      reader: () => ({ name: 'read_many_files' }),
      shellReader: shellTool(isAllowed ? { output: '!{id} {{args}} @{/etc/passwd}', exitCode: 0 } : undefined),
      shell: 'bash',
      sources: [],
    } as unknown as Parameters<typeof expandTemplate>[1]);
    try {
      const parts = await reading;
      assert.equal(calls.length, isAllowed ? shells : 0, 'every part was decided on');
      assert.ok(parts.length > 0);
    } catch (error) {
      assert.ok(error instanceof ToolError, String(error));
      assert.ok(calls.length <= (isAllowed ? shells : 1), 'nothing runs behind one that was refused');
    }
  }
}
