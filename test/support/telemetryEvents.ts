import type { HostFact } from '../../src/agent/ports/telemetry';
import type { AgentEvent } from '../../src/shared/events';
import type { ToolResult } from '../../src/shared/messages';

const usage = { input: 1000, output: 20, cached: 100, thoughts: 5, total: 1030 };
const state = (
  callId: string,
  name: string,
  states: readonly ('validating' | 'scheduled' | 'executing' | 'success')[],
) =>
  states.map((each, i): AgentEvent => ({
    type: 'tool-state',
    callId,
    state: each,
    at: 10 + i,
    ...(i === 0 && { name }),
  }));
const answer = (
  id: string,
  end: 'stop' | 'failed' = 'stop',
  failure?: { kind: string; status?: number },
): AgentEvent[] => [
  { type: 'message', message: { id, at: 2, role: 'assistant', model: 'gemini-3.8-flash', parts: [] } },
  { type: 'message-finished', messageId: id, end, usage, ...(failure && { failure }) },
];
const results = (...all: readonly Partial<ToolResult>[]): AgentEvent => ({
  type: 'message',
  message: {
    ...{ id: 't', at: 20, role: 'tool' },
    results: all.map(each => ({ callId: 'c', name: 'replace', title: '', status: 'success', content: '', ...each })),
  },
});
const retry = { type: 'retry', messageId: 'a', maxAttempts: 4, delayMs: 10, at: 5, reason: '' } as const;

/** Everything that is told of happens in it once at least. */
export const EVERY_EVENT: readonly AgentEvent[] = [
  { type: 'run-started', at: 1 },
  { type: 'message', message: { id: 'u', at: 1, role: 'user', parts: [{ type: 'text', text: 'Hello there' }] } },
  { type: 'asked', job: 'classifier', model: 'small', usage },
  { type: 'message', message: { id: 'a', at: 2, role: 'assistant', model: 'gemini-3.8-flash', parts: [] } },
  { ...retry, attempt: 2, failure: { kind: 'badStream' } },
  { ...retry, attempt: 3, model: 'gemini-flash-lite', failure: { kind: 'overloaded', status: 503 } },
  { type: 'message-finished', messageId: 'a', end: 'stop', usage },
  ...state('c', 'replace', ['validating', 'scheduled']),
  {
    type: 'approval-requested',
    approval: {
      ...{ callId: 'c', remember: [] },
      proposal: {
        ...{ kind: 'edit', path: 'a.ts', isNew: false, added: 1, removed: 1, diff: '', isCut: false },
        correction: 'model',
      },
    },
  },
  { type: 'approval-settled', callId: 'c', verdict: { decision: 'accept', edited: '' } },
  ...state('c', 'replace', ['executing', 'success']),
  ...state('p', 'exit_plan_mode', ['validating']),
  {
    type: 'approval-requested',
    approval: { callId: 'p', remember: [], proposal: { kind: 'mode', mode: 'default', plan: 'Do it.' } },
  },
  { type: 'approval-settled', callId: 'p', verdict: { decision: 'accept', mode: 'autoEdit' } },
  { type: 'agent-started', callId: 'g', agent: { name: 'codebase_investigator', title: 'Investigator' } },
  { type: 'agent', callId: 'g', event: { type: 'run-started', at: 11 } },
  ...answer('g1').map((event): AgentEvent => ({ type: 'agent', callId: 'g', event })),
  { type: 'agent', callId: 'g', event: { type: 'run-finished', at: 12, reason: 'done' } },
  { type: 'agent', callId: 'g', event: { type: 'run-started', at: 13 } },
  { type: 'agent', callId: 'g', event: { type: 'run-finished', at: 14, reason: 'turnLimit' } },
  results(
    { display: { type: 'edit', path: 'src/a.ts', added: 3, removed: 1 } },
    { callId: 'r', name: 'read_file', content: 'x\n... [500 characters omitted; in a file] ...\ny' },
    { callId: 'p', name: 'exit_plan_mode' },
    { callId: 'g', name: 'codebase_investigator' },
    { callId: 'm', name: 'made_up', status: 'error', errorType: 'tool_not_registered' },
  ),
  { type: 'asked', job: 'loopCheck', model: 'small', usage, repeats: 1 },
  { type: 'asked', job: 'nextSpeaker', model: 'small', usage },
  { type: 'asked', job: 'editFixer', model: 'small', usage },
  { type: 'compressing' },
  { type: 'compressed', compacted: { snapshot: { text: '', through: 'a' }, maskedThrough: 'a' }, usage },
  ...answer('b'),
  ...answer('c', 'failed', { kind: 'badStream' }),
  { type: 'rewound', messageId: 'u', at: 30 },
  { type: 'run-finished', at: 40, reason: 'loop' },
];

export const EVERY_FACT: readonly HostFact[] = [
  { type: 'config', model: 'auto', approvalMode: 'default', extensions: 0, hasHooks: false },
  { type: 'startup', durationMs: 12 },
  { type: 'slashCommand', name: 'help', isOwn: true, isDone: true },
  { type: 'modelChosen', model: 'auto' },
  { type: 'hook', event: 'BeforeTool', durationMs: 3, isBlocked: true },
  ...(['install', 'uninstall', 'update', 'enable', 'disable'] as const).map(change => {
    return { type: 'extension', change, isDone: true } as const;
  }),
  { type: 'ideConnection', change: 'session' },
  { type: 'routingFailed', strategy: 'classifier' },
  { type: 'ripgrepFallback' },
  { type: 'webFetchFallback', reason: 'private' },
  { type: 'keychain', isAvailable: true },
  { type: 'onboarding', step: 'start' },
  { type: 'onboarding', step: 'success', authType: 'apiKey' },
];
