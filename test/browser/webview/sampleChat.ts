import type { AgentEvent } from '../../../src/shared/events';
import type { Message, Part, ToolResult } from '../../../src/shared/messages';
import type { Approval } from '../../../src/shared/proposals';

const at = 1_790_000_000_000;

export function user(id: string, text: string, parts: readonly Part[] = []): AgentEvent {
  return { type: 'message', message: { role: 'user', id, at, parts: [{ type: 'text', text }, ...parts] } };
}

/** A finished answer of these parts. */
export function answer(id: string, ...parts: readonly Part[]): AgentEvent[] {
  return [
    begin(id),
    ...parts.map((part): AgentEvent => ({ type: 'part', messageId: id, part })),
    {
      type: 'message-finished',
      messageId: id,
      end: 'stop',
      usage: { input: 8100, output: 420, cached: 6000, thoughts: 130, total: 8650 },
    },
  ];
}

export function begin(id: string): AgentEvent {
  return { type: 'message', message: { role: 'assistant', id, at, model: 'gemini-3.8-flash', parts: [] } };
}

export function delta(messageId: string, text: string): AgentEvent {
  return { type: 'delta', messageId, text };
}

export const text = (value: string): Part => ({ type: 'text', text: value });
export const thought = (value: string): Part => ({ type: 'thought', text: value });
export const call = (id: string, name: string): Part => ({ type: 'toolCall', call: { id, name, args: {} } });

export function results(id: string, ...list: readonly ToolResult[]): AgentEvent {
  return { type: 'message', message: { role: 'tool', id, at, results: list } };
}

export function notice(message: Omit<Extract<Message, { role: 'notice' }>, 'role' | 'at'>): AgentEvent {
  return { type: 'message', message: { role: 'notice', at, ...message } };
}

export function state(
  callId: string,
  name: Extract<AgentEvent, { type: 'tool-state' }>['state'],
  more: Partial<Extract<AgentEvent, { type: 'tool-state' }>> = {},
): AgentEvent {
  return { type: 'tool-state', callId, state: name, at, ...more };
}

export const started: AgentEvent = { type: 'run-started', at };
export const finished: AgentEvent = { type: 'run-finished', reason: 'done', at };

export const editApproval = (callId: string, more: Partial<Approval> = {}): Approval => ({
  callId,
  proposal: {
    kind: 'edit',
    path: 'src/queue/scheduler.ts',
    isNew: false,
    added: 4,
    removed: 2,
    isCut: false,
    diff: [
      '@@ -12,7 +12,9 @@',
      ' export class Scheduler {',
      '   private readonly pending: Task[] = [];',
      '-  run() {',
      '-    for (const task of this.pending) task.start();',
      '+  /** Starts what is pending, quick tasks first. */',
      '+  run(signal: AbortSignal) {',
      '+    const order = this.pending.toSorted((a, b) => a.weight - b.weight);',
      '+    for (const task of order) if (!signal.aborted) task.start();',
      '   }',
      ' }',
    ].join('\n'),
  },
  reason: 'Edits are asked for in this mode.',
  remember: [{ id: 'allowEdits', scope: 'session', rule: 'Edit freely: all edits in this window' }],
  ...more,
});

export const commandApproval = (callId: string, command: string): Approval => ({
  callId,
  proposal: { kind: 'command', command, cwd: '/home/ada/work/queue', description: 'Runs the tests of the scheduler' },
  reason: 'No rule allows npm test.',
  remember: [],
});

/** Asks for a call that waits for the person. */
export function asked(id: string, name: string, title: string, approval: Approval): AgentEvent[] {
  return [
    { type: 'part', messageId: id, part: call(approval.callId, name) },
    state(approval.callId, 'validating', { name, title, ...(approval.proposal.kind === 'edit' && { icon: 'edit' }) }),
    state(approval.callId, 'awaitingApproval'),
    { type: 'approval-requested', approval },
  ];
}

export const richAnswer = `The scheduler walks the queue **in order**, so a slow task holds up the quick ones. Three things to know:

1. \`src/queue/scheduler.ts:14\` reads the whole list before it starts anything.
2. Weights are there, but nothing sorts by them.
   - They come from *configuration*.
3. See [the notes](https://example.com/notes) for why.

### What I would change

\`\`\`ts
/** Starts what is pending, quick tasks first. */
export function run(tasks: readonly Task[], limit = 4): Map<string, number> {
  const started = new Map<string, number>();
  for (const task of tasks.slice(0, limit)) started.set(task.name, Date.now());
  return started; // nothing waits
}
\`\`\`

| Step | Before | After |
|:-----|-------:|------:|
| Sort | 0 ms | 1 ms |
| Wait | 940 ms | 12 ms |

> Sorting is stable, so equal weights keep their order.

- [x] Read the tests
- [ ] Change \`run\`
`;

/** A conversation with something of everything. */
export const sampleChat: readonly AgentEvent[] = [
  user('u1', 'Why does the queue stall when one task is slow? Please fix it.', [
    { type: 'file', path: 'src/queue/scheduler.ts', text: '', startLine: 12, endLine: 20 },
  ]),
  started,
  ...answer(
    'a1',
    thought('**Looking at the scheduler**\n\nIt reads the list first.'),
    text("I'll look at the scheduler and its tests first."),
    call('c1', 'read_file'),
    call('c2', 'search_file_content'),
  ),
  results(
    't1',
    {
      callId: 'c1',
      name: 'read_file',
      title: 'Read src/queue/scheduler.ts',
      icon: 'file',
      status: 'success',
      content: 'export class Scheduler {}',
      durationMs: 12,
    },
    {
      callId: 'c2',
      name: 'search_file_content',
      title: 'Search for "pending"',
      icon: 'search',
      status: 'success',
      content: '3 matches',
      durationMs: 1240,
    },
  ),
  ...answer('a2', text(richAnswer), call('c3', 'replace'), call('c4', 'run_shell_command')),
  results(
    't2',
    {
      callId: 'c3',
      name: 'replace',
      title: 'Edit src/queue/scheduler.ts',
      icon: 'edit',
      status: 'success',
      content: 'ok',
      durationMs: 40,
      display: { type: 'edit', path: 'src/queue/scheduler.ts', added: 4, removed: 2 },
    },
    {
      callId: 'c4',
      name: 'run_shell_command',
      title: 'Run npm test',
      icon: 'terminal',
      status: 'error',
      content: '',
      error: 'The command failed.',
      errorType: 'shell',
      durationMs: 4300,
      display: {
        type: 'command',
        exitCode: 1,
        output:
          '\u001b[1mscheduler\u001b[22m\n  \u001b[32m✔\u001b[39m starts in order\n  \u001b[31m1) keeps a limit\u001b[39m\n\n  1 passing\n  1 failing\n',
      },
    },
  ),
  ...answer(
    'a3',
    text('One test still expects the old order. I can update it, or keep the old order behind an option.'),
  ),
  finished,
];
