import { call, type Reply } from '../support/gemini/replies';
import { shell, type Facts, type Part } from './facts';
import { withHooks, withoutHooks } from './folder';
import { runProgram } from './programs';

const PASSED = { session_id: '', transcript_path: '', cwd: '', timestamp: '' };
type Hooks = Parameters<typeof withHooks>[1];
const output = (more: object): string => `say({ hookSpecificOutput: ${JSON.stringify(more)} })`;
export const reads = call('read_file', { file_path: 'note.txt' });

/** Hooks of one kind each, what the model calls, and a text that a later request then has. */
const HOOKS: readonly (readonly [string, Hooks, readonly Reply[], string])[] = [
  [
    'one that refuses the prompt',
    { BeforeAgent: { body: `say({ decision: 'deny', reason: 'HOOK-OWN' })` } },
    [],
    'HOOK-OWN',
  ],
  [
    'one that refuses the end',
    { AfterAgent: { body: `if (!told.stop_hook_active) say({ decision: 'deny', reason: 'HOOK-AGAIN' })` } },
    [],
    'HOOK-AGAIN',
  ],
  [
    'one that adds to a request',
    {
      BeforeModel: {
        body: output({
          hookEventName: 'BeforeModel',
          llm_request: { messages: [{ role: 'user', content: 'HOOK-INSTEAD' }] },
        }),
      },
    },
    [],
    'HOOK-INSTEAD',
  ],
  [
    'one that refuses a request',
    { BeforeModel: { body: `say({ decision: 'deny', reason: 'HOOK-OWN' })` } },
    [],
    'HOOK-OWN',
  ],
  [
    'one that answers for the model',
    {
      BeforeModel: {
        body: output({
          llm_response: { candidates: [{ content: { role: 'model', parts: ['HOOK-OWN'] }, finishReason: 'STOP' }] },
        }),
      },
    },
    [],
    'HOOK-OWN',
  ],
  [
    'one that leaves no tool',
    { BeforeToolSelection: { body: output({ toolConfig: { mode: 'NONE' } }) } },
    [],
    '"mode":"NONE"',
  ],
  [
    'one that leaves one tool',
    { BeforeToolSelection: { body: output({ toolConfig: { mode: 'ANY', allowedFunctionNames: ['read_file'] } }) } },
    [],
    '"allowedFunctionNames":["read_file"]',
  ],
  [
    'one that changes arguments',
    { BeforeTool: { matcher: 'read_file', body: output({ tool_input: { file_path: 'below/x.txt' } }) } },
    [reads],
    'CONTENT-BELOW',
  ],
  [
    'one that fails with code 2',
    { BeforeTool: { matcher: 'read_file', body: `console.error('HOOK-EXIT'); process.exitCode = 2;` } },
    [reads],
    'HOOK-EXIT',
  ],
  [
    'one that fails with code 1',
    { BeforeTool: { matcher: 'read_file', body: `console.error('HOOK-EXIT'); process.exitCode = 1;` } },
    [reads],
    'CONTENT-NOTE',
  ],
  [
    'one that replaces a result',
    { AfterTool: { matcher: 'read_file', body: `say({ decision: 'deny', reason: 'HOOK-RESULT' })` } },
    [reads],
    'HOOK-RESULT',
  ],
  [
    'one that calls another tool',
    {
      AfterTool: {
        matcher: 'read_file',
        body: output({ tailToolCallRequest: { name: 'list_directory', args: { dir_path: 'below' } } }),
      },
    },
    [reads],
    'x.txt',
  ],
  [
    'one that ends the run',
    { AfterTool: { matcher: 'read_file', body: `say({ continue: false, stopReason: 'HOOK-OWN' })` } },
    [reads],
    'HOOK-OWN',
  ],
  [
    'one for another tool',
    { BeforeTool: { matcher: 'write_file', body: `say({ decision: 'deny', reason: 'HOOK-NOT' })` } },
    [reads],
    'HOOK-NOT',
  ],
  [
    'one that allows what a rule denies',
    { BeforeTool: { matcher: 'run_shell_command', body: `say({ decision: 'allow' })` } },
    [shell('git push')],
    'RULE-DENIES',
  ],
];

const TOLD = [
  'SessionStart',
  'BeforeAgent',
  'BeforeModel',
  'BeforeToolSelection',
  'AfterModel',
  'BeforeTool',
  'AfterTool',
  'AfterAgent',
  'SessionEnd',
];

/** What hooks are told, and what comes of what they say: how many requests are made, and whether one has its text. */
export const hookFacts: Part = async (program, scratch) => {
  const facts: Facts = new Map();
  for (const [about, hooks, replies, mark] of HOOKS) {
    await withHooks(scratch, hooks);
    const queued = replies.map(reply => [reply]);
    const { requests, code } = await runProgram(program, scratch, ['-p', 'Hi', '--approval-mode', 'yolo'], queued);
    const has = requests.some(({ body }) => JSON.stringify([body.contents, body.toolConfig]).includes(mark));
    facts.set(`hook: ${about}`, `${requests.length} requests, ${has ? 'text' : 'no text'}, ${code ?? 'killed'}`);
  }
  const log = scratch.absolute('home/told');
  const body = `require('node:fs').appendFileSync(${JSON.stringify(log)}, told.hook_event_name + ' ' + Object.keys(told).sort() + '\\n')`;
  await scratch.put('home/told', '');
  await withHooks(scratch, Object.fromEntries(TOLD.map(event => [event, { body }])));
  await runProgram(program, scratch, ['-p', 'Hi', '--approval-mode', 'yolo'], [[reads]]);
  const lines = String(await scratch.bytes('home/told')).split('\n');
  for (const event of TOLD) {
    const told = [...new Set(lines.filter(line => line.startsWith(`${event} `)))].join(' or ');
    const own = told
      .slice(event.length + 1)
      .split(',')
      .filter(key => !(key in PASSED) && key !== 'hook_event_name');
    facts.set(`hook ${event} is told`, told === '' ? 'nothing' : own.join(' '));
  }
  await withoutHooks(scratch);
  return facts;
};
