import { execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import type { Scratch } from '../support/scratch';

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  model: { name: 'gemini-3.8-flash' },
};

const hook = (name: string, output: unknown) => ({
  hooks: [{ type: 'command', name, command: `cat > /dev/null; echo '${JSON.stringify(output)}'`, timeout: 10_000 }],
});

const USER_SETTINGS = {
  ...SETTINGS,
  tools: { discoveryCommand: 'node tools.js list', callCommand: './call', exclude: ['google_web_search'] },
  mcpServers: { db: { command: 'node', args: ['${HOME}/server.js'], includeTools: ['query'] } },
  hooks: {
    SessionStart: [hook('begin', { hookSpecificOutput: { additionalContext: 'HOOK-SESSION' } })],
    BeforeAgent: [hook('before', { hookSpecificOutput: { additionalContext: 'HOOK-AGENT' } })],
    BeforeTool: [
      { matcher: 'list_directory', ...hook('deny', { decision: 'deny', reason: 'HOOK-DENIES' }) },
      { matcher: 'read_file', ...hook('read', { systemMessage: 'seen' }) },
    ],
    AfterTool: [
      { matcher: 'read_file', ...hook('after', { hookSpecificOutput: { additionalContext: 'HOOK-AFTER' } }) },
    ],
  },
};

const RULES = `[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git status", "printf", "touch"]
decision = "allow"
priority = 200

[[rule]]
toolName = "run_shell_command"
commandRegex = "git push"
decision = "deny"
denyMessage = "RULE-DENIES"
priority = 300

[[rule]]
toolName = "write_file"
argsPattern = "secrets/"
decision = "deny"
priority = 900

[[rule]]
mcpName = "db"
toolName = "query"
decision = "allow"
priority = 100
`;

const BETA_RULES = `[[rule]]
toolName = "run_shell_command"
commandPrefix = "hostname"
decision = "deny"
denyMessage = "RULE-EXTENSION"
priority = 100

[[rule]]
toolName = "run_shell_command"
commandPrefix = "node -e"
decision = "allow"
priority = 100
`;

const SERVER = `const tools = ['query', 'drop'].map(name => ({ name, description: 'MCP-' + name, inputSchema: { type: 'object', properties: {} } }));
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'db', version: '1' }, instructions: 'MCP-INSTRUCTIONS' }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: 'MCP-ANSWERS ' + name }] }),
  ping: () => ({}),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const result = answer ? { result: answer(params ?? {}) } : { error: { code: -32601, message: 'no ' + method } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...result }) + '\\n');
});
`;

const TOOLS = `const [, , verb, name] = process.argv;
const add = { name: 'add', description: 'DISCOVERED-ADD', parametersJsonSchema: { type: 'object', properties: { a: { type: 'number' } } } };
if (verb === 'list') console.log(JSON.stringify([{ function_declarations: [add] }]));
else process.stdin.on('data', text => console.log('DISCOVERED-ANSWERS ' + name + ' ' + text));
`;

const skill = (name: string, mark: string) => `---\nname: ${name}\ndescription: ${mark}\n---\n${mark}-BODY\n`;
const agent = (name: string, mark: string) =>
  `---\nname: ${name}\ndescription: ${mark}\ntools: [read_file]\n---\nYou are ${name}.\n`;

/** What somebody has set up for Gemini CLI: each piece has a mark of its own that the model would see. */
const FILES: Readonly<Record<string, string>> = {
  '.gemini/settings.json': JSON.stringify(USER_SETTINGS),
  '.gemini/GEMINI.md': 'MEMORY-HOME\n@./more.md\n',
  '.gemini/more.md': 'IMPORT-HOME\n',
  '.gemini/policies/team.toml': RULES,
  '.gemini/commands/hello.toml': 'description = "says hello"\nprompt = "COMMAND-HELLO to {{args}}!"\n',
  '.gemini/commands/plain.toml': 'prompt = "COMMAND-PLAIN"\n',
  '.gemini/skills/mail/SKILL.md': skill('mail', 'SKILL-HOME'),
  '.gemini/agents/reviewer.md': agent('reviewer', 'AGENT-HOME'),
  '.gemini/extensions/acme/gemini-extension.json': JSON.stringify({
    name: 'acme',
    version: '1.0.0',
    contextFileName: 'ACME.md',
    excludeTools: ['glob'],
  }),
  '.gemini/extensions/acme/ACME.md': 'MEMORY-EXTENSION\n',
  '.gemini/extensions/acme/commands/thing.toml': 'prompt = "COMMAND-EXTENSION {{args}}"\n',
  '.gemini/extensions/acme/skills/pack/SKILL.md': skill('pack', 'SKILL-EXTENSION'),
  '.gemini/extensions/beta/gemini-extension.json': JSON.stringify({
    name: 'beta',
    version: '1.0.0',
    mcpServers: { extra: { command: 'node', args: ['${extensionPath}${/}server.js'], trust: true } },
  }),
  '.gemini/extensions/beta/server.js': SERVER.replaceAll('MCP-', 'BETA-'),
  '.gemini/extensions/beta/agents/ext.md': agent('ext', 'AGENT-EXTENSION'),
  '.gemini/extensions/beta/hooks/hooks.json': JSON.stringify({
    hooks: {
      SessionStart: [hook('ext-begin', { hookSpecificOutput: { additionalContext: 'HOOK-EXTENSION' } })],
      AfterTool: [
        { matcher: 'write_file', ...hook('ext-after', { hookSpecificOutput: { additionalContext: 'HOOK-WRITTEN' } }) },
      ],
    },
  }),
  '.gemini/extensions/beta/policies/beta.toml': BETA_RULES,
  'server.js': SERVER,
  'outside.md': 'IMPORT-OUTSIDE\n',
  'work/GEMINI.md': 'MEMORY-ROOT\n@./imports.md\n@./docs/a.md\n`@./docs/code.md`\n@../outside.md\n@./docs/missing.md\n',
  'work/docs/a.md': 'IMPORT-A\n@./b.md\n',
  'work/docs/b.md': 'IMPORT-B\n@./a.md\n',
  'work/docs/code.md': 'IMPORT-CODE\n',
  'work/imports.md': [
    '@docs/bare.md and @docs/dot.md, then @alice',
    '````',
    '@./docs/fence.md',
    '```',
    '@./docs/fence.md',
    '````',
    'In ``a `@./docs/code.md` b`` nothing, in (@./docs/bracket.md) neither.',
    '@./docs/../docs/up.md',
    '@./docs/deep1.md',
    '@./docs',
    '',
  ].join('\n'),
  'work/docs/bare.md': 'IMPORT-BARE\n',
  'work/docs/dot.md': 'IMPORT-DOT\n',
  'work/docs/fence.md': 'IMPORT-FENCE\n',
  'work/docs/bracket.md': 'IMPORT-BRACKET\n',
  'work/docs/up.md': 'IMPORT-UP\n',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map(depth => [`work/docs/deep${depth}.md`, `IMPORT-DEEP${depth}\n@./deep${depth + 1}.md\n`]),
  ),
  'work/app/GEMINI.md': 'MEMORY-FOLDER\n',
  'work/app/below/GEMINI.md': 'MEMORY-BELOW\n',
  'work/app/below/x.txt': 'CONTENT-BELOW\n',
  'work/app/note.txt': 'CONTENT-NOTE\n',
  'work/app/.geminiignore': 'ignored.txt\n',
  'work/app/ignored.txt': 'CONTENT-IGNORED\n',
  'work/app/tools.js': TOOLS,
  'work/app/call': '#!/bin/sh\nexec node tools.js call "$@"\n',
  'work/app/.gemini/commands/git/review.toml':
    'description = "review"\nprompt = """Rules: @{note.txt}\nDiff: !{printf %s: COMMAND-SHELL {{args}}}\nFocus: {{args}}"""\n',
  'work/app/.gemini/commands/fails.toml': 'prompt = "COMMAND-FAILS !{printf COMMAND-OUT; printf %d x}"\n',
  'work/app/.gemini/commands/folder.toml': 'prompt = "COMMAND-FOLDER @{below}"\n',
  'work/app/.gemini/commands/gone.toml': 'prompt = "COMMAND-GONE @{gone.txt} {{args}}"\n',
  'work/app/.gemini/commands/twice.toml': 'prompt = "COMMAND-TWICE {{args}} and {{args}}"\n',
  'work/app/.gemini/commands/braces.toml': 'prompt = "!{printf %s \'COMMAND-BRACES {a} b\'} end"\n',
  'work/app/.gemini/commands/denied.toml': 'prompt = "COMMAND-DENIED !{git push}"\n',
  'work/app/.gemini/commands/asked.toml': 'prompt = "COMMAND-ASKED !{node -v}"\n',
  'work/app/.gemini/commands/injected.toml': 'prompt = "@{template.txt} !{printf %s {{args}}}"\n',
  'work/app/.gemini/commands/ignored.toml': 'prompt = "COMMAND-IGNORED @{ignored.txt}"\n',
  'work/app/.gemini/commands/outside.toml': 'prompt = "COMMAND-OUTSIDE @{../../outside.md}"\n',
  'work/app/.gemini/commands/broken.toml': 'prompt = "COMMAND-BROKEN\n',
  'work/app/template.txt': 'CONTENT-TEMPLATE !{printf COMMAND-INJECTED} {{args}} @{note.txt}\n',
  'work/app/.gemini/commands/hello.toml': 'prompt = "COMMAND-PROJECT {{args}}"\n',
  'work/app/.agents/skills/common/SKILL.md': skill('common', 'SKILL-COMMON'),
  '.agents/skills/homely/SKILL.md': skill('homely', 'SKILL-HOMELY'),
  'work/app/.gemini/skills/mail2/SKILL.md': skill('mail', 'SKILL-PROJECT-MAIL'),
  'work/app/.gemini/skills/release/SKILL.md': skill('release', 'SKILL-PROJECT'),
  'work/app/.gemini/agents/writer.md': agent('writer', 'AGENT-PROJECT'),
};

/** A home with nothing but a key, or with everything; the working folder is `home/work/app`, in a repository. */
export async function setUp(scratch: Scratch, isConfigured: boolean): Promise<void> {
  await mkdir(scratch.absolute('home/work/app'), { recursive: true });
  const files = isConfigured ? FILES : { '.gemini/settings.json': JSON.stringify(SETTINGS) };
  for (const [path, text] of Object.entries(files)) await scratch.put(`home/${path}`, text);
  if (!isConfigured) return;
  await chmod(scratch.absolute('home/work/app/call'), 0o755);
  execFileSync('git', ['init', '-q', scratch.absolute('home/work')]);
}

/** The hooks of the user for the next runs; each is a program of Node's that gets `told` and may call `say`. */
export async function withHooks(
  scratch: Scratch,
  hooks: Readonly<Record<string, { readonly matcher?: string; readonly body: string }>>,
): Promise<void> {
  const groups = Object.entries(hooks).map(async ([event, { matcher = '', body }]) => {
    const script = `home/hook-${event}.js`;
    const read = `let text = ''; process.stdin.on('data', chunk => (text += chunk)).on('end', () => {
      const told = JSON.parse(text); const say = answer => console.log(JSON.stringify(answer)); ${body} });`;
    await scratch.put(script, read);
    const command = `node ${scratch.absolute(script)}`;
    return [event, [{ matcher, hooks: [{ type: 'command', name: event, command, timeout: 10_000 }] }]];
  });
  const made = Object.fromEntries(await Promise.all(groups)) as object;
  await scratch.put('home/.gemini/settings.json', JSON.stringify({ ...USER_SETTINGS, hooks: made }));
}

/** What hooks put before a prompt keeps Gemini CLI from seeing a command in it. */
export async function withoutHooks(scratch: Scratch): Promise<void> {
  const hooksConfig = { enabled: false };
  await scratch.put('home/.gemini/settings.json', JSON.stringify({ ...USER_SETTINGS, hooks: {}, hooksConfig }));
}
