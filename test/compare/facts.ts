import { call, type Reply } from '../support/gemini/replies';
import type { GeminiRequest } from '../support/gemini/request';
import type { Scratch } from '../support/scratch';
import { withoutHooks } from './folder';
import { runProgram, type Program } from './programs';

/** What was found, by what it is about; insertion order is that of the table. */
export type Facts = Map<string, string>;

export type Part = (program: Program, scratch: Scratch) => Promise<Facts>;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? null));

/** The names under which Gemini CLI's tools go here. */
const SAME_TOOL: Readonly<Record<string, string>> = { search_file_content: 'grep_search' };

/** What the first request takes where nothing is configured. */
export const sizeFacts: Part = async (program, scratch) => {
  const facts: Facts = new Map();
  for (const mode of ['default', 'yolo']) {
    const { requests } = await runProgram(program, scratch, ['-p', 'Hi', '--approval-mode', mode]);
    const body = requests[0]?.body;
    facts.set(`bytes of the first request, ${mode}`, String(bytesOf(body)));
    facts.set(`bytes of its instructions, ${mode}`, String(bytesOf(body?.systemInstruction)));
    facts.set(`bytes of its tools, ${mode}`, String(bytesOf(body?.tools)));
  }
  return facts;
};

const MARKS = [
  ...['MEMORY-HOME', 'IMPORT-HOME', 'MEMORY-EXTENSION', 'MEMORY-ROOT', 'IMPORT-A', 'IMPORT-B', 'IMPORT-CODE'],
  ...['IMPORT-OUTSIDE', 'MEMORY-FOLDER', 'MEMORY-BELOW', 'MCP-INSTRUCTIONS', 'MCP-query', 'MCP-drop'],
  ...['DISCOVERED-ADD', 'SKILL-HOME', 'SKILL-EXTENSION', 'SKILL-PROJECT', 'SKILL-HOME-BODY', 'AGENT-HOME'],
  ...['IMPORT-BARE', 'IMPORT-DOT', 'IMPORT-FENCE', 'IMPORT-BRACKET', 'IMPORT-UP', 'SKILL-COMMON', 'SKILL-HOMELY'],
  ...[1, 2, 3, 4, 5, 6].map(depth => `IMPORT-DEEP${depth}`),
  ...[
    'AGENT-PROJECT',
    'HOOK-SESSION',
    'HOOK-AGENT',
    'AGENT-EXTENSION',
    'HOOK-EXTENSION',
    'BETA-INSTRUCTIONS',
    'BETA-drop',
  ],
];

/** Which of what is configured reaches the model with its first request, and which tools it has. */
export const contextFacts: Part = async (program, scratch) => {
  const { requests } = await runProgram(program, scratch, ['-p', 'Hi', '--approval-mode', 'yolo']);
  const text = textOf(requests[0]);
  const facts: Facts = new Map(
    MARKS.map(mark => [`told of ${mark}`, `${text.split(new RegExp(`${mark}\\b(?!-)`)).length - 1}×`]),
  );
  for (const name of requests[0]?.toolNames ?? []) facts.set(`has the tool ${SAME_TOOL[name] ?? name}`, 'yes');
  const order = ['MEMORY-HOME', 'MEMORY-EXTENSION', 'MEMORY-ROOT', 'MEMORY-FOLDER'];
  facts.set('order of memory', [...order].sort((a, b) => text.indexOf(a) - text.indexOf(b)).join(' '));
  return facts;
};

export const shell = (command: string): Reply => call('run_shell_command', { command });

/** Calls, and a text that only a call that ran gives back. */
const CALLS: readonly (readonly [string, Reply, string])[] = [
  // The text of a call that is refused may come back, so what is printed is not in it.
  ['a command that a rule allows', shell("printf 'RA%s' N"), 'RAN'],
  ['two commands that a rule allows', shell("git status && printf 'RA%s' N"), 'RAN'],
  ['a substitution in one', shell("printf 'RA%s' $(printf N)"), 'RAN'],
  ['a command that a rule denies', shell("git push; printf 'RA%s' N"), 'RAN'],
  ['allowed and denied in one', shell("printf 'RA%s' N && git push"), 'RAN'],
  ['a command without a rule', shell("node -p \"'RA' + 'N'\""), 'RAN'],
  ['a redirection in an allowed one', shell("touch x > y.txt; printf 'RA%s' N"), 'RAN'],
  ['reading a file', call('read_file', { file_path: 'note.txt' }), 'CONTENT-NOTE'],
  ['what a hook adds to a result', call('read_file', { file_path: 'note.txt' }), 'HOOK-AFTER'],
  ['reading an ignored file', call('read_file', { file_path: 'ignored.txt' }), 'CONTENT-IGNORED'],
  ['reading outside', call('read_file', { file_path: '../../outside.md' }), 'IMPORT-OUTSIDE'],
  ['memory below that a tool comes upon', call('read_file', { file_path: 'below/x.txt' }), 'MEMORY-BELOW'],
  ['listing that a hook denies', call('list_directory', { dir_path: '.' }), 'note.txt'],
  ['its reason', call('list_directory', { dir_path: '.' }), 'HOOK-DENIES'],
  ['the reason of a rule', shell('git push'), 'RULE-DENIES'],
  ['a tool of a server by a rule', call('mcp_db_query', {}), 'MCP-ANSWERS query'],
  ['a tool of a server that is not included', call('mcp_db_drop', {}), 'MCP-ANSWERS drop'],
  ['a discovered tool', call('discovered_tool_add', { a: 1 }), 'DISCOVERED-ANSWERS add'],
  ['a tool that an extension excludes', call('glob', { pattern: '*.txt' }), 'note.txt'],
  ['a tool that settings exclude', call('google_web_search', { query: 'x' }), 'Done.'],
  ['the reason of a rule of an extension', shell('hostname'), 'RULE-EXTENSION'],
  ['a command that a rule of an extension allows', shell("node -e \"console.log('RA' + 'N')\""), 'RAN'],
  ['a tool of a server of an extension', call('mcp_extra_query', {}), 'BETA-ANSWERS query'],
  ['a skill', call('activate_skill', { name: 'mail' }), 'SKILL-HOME-BODY'],
];

/** Files that a call writes, and whether they are there then. */
const WRITES: readonly (readonly [string, string])[] = [
  ['writing a file', 'new.txt'],
  ['writing what a rule denies', 'secrets/key.txt'],
  ['writing outside', '../../new.txt'],
];

/** Which calls are carried out, in two modes. All of them are made in one conversation, one after the other. */
export const ruleFacts: Part = async (program, scratch) => {
  const facts: Facts = new Map();
  for (const mode of ['default', 'yolo']) {
    const writes = WRITES.map(([, path]) => {
      return call('write_file', { file_path: scratch.absolute(`home/work/app/${path}`), content: mode });
    });
    const replies = [...CALLS.map(([, reply]) => [reply]), ...writes.map(write => [write])];
    const { requests } = await runProgram(program, scratch, ['-p', 'Hi', '--approval-mode', mode], replies);
    for (const [i, [about, , mark]] of CALLS.entries()) {
      // What came of a call is at the end of the next request, memory that was found on the way behind it.
      const contents = requests[i + 1]?.contents ?? [];
      const since = contents.slice(requests[i]?.contents.length ?? 0);
      facts.set(
        `${mode}: ${about}`,
        JSON.stringify(since.filter(({ role }) => role !== 'model')).includes(mark) ? 'yes' : 'no',
      );
    }
    for (const [about, path] of WRITES) {
      const written = String(await scratch.bytes(`home/work/app/${path}`)) === mode;
      facts.set(`${mode}: ${about}`, written ? 'yes' : 'no');
    }
  }
  return facts;
};

const PROMPTS = [
  '/plain',
  '/plain with more',
  '/hello Ada',
  '/user.hello Ada',
  '/thing x',
  '/git:review "a b"',
  '/fails',
  '/folder',
  '/gone x',
  '/twice a b',
  '/twice',
  '/braces',
  '/denied',
  '/asked',
  "/injected $(printf COMMAND-RUN) 'b",
  '/ignored',
  '/outside',
  '/broken',
  '/none x',
  '@note.txt',
  'Read @note.txt now',
  'Read @ignored.txt',
  'Write to a@b.c',
  '@missing.txt',
  '@below',
];

/** What of a prompt reaches the model: marks of files and commands, and how the run ends. */
export const commandFacts: Part = async (program, scratch) => {
  const facts: Facts = new Map();
  await withoutHooks(scratch);
  for (const prompt of PROMPTS) {
    const { requests, code } = await runProgram(program, scratch, ['-p', prompt]);
    const said =
      requests[0]?.contents
        .at(-1)
        ?.parts?.map(({ text }) => text ?? '')
        .join('\n') ?? '';
    const marks = said.match(/(?:COMMAND|CONTENT)-[A-Z]+(?: (?:to|with|x|Ada|and|'?a|"a|b|\\{a).*)?/g) ?? [];
    facts.set(
      `prompt ${prompt}`,
      requests.length === 0 ? `no request, ${code ?? 'killed'}` : [...new Set(marks)].join(' | '),
    );
  }
  return facts;
};

export function textOf(request: GeminiRequest | undefined): string {
  const { systemInstruction, contents, tools } = request?.body ?? {};
  return JSON.stringify([systemInstruction, contents, tools]);
}
