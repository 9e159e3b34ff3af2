import type { AgentEvent } from '../../../src/shared/events';
import { answer, asked, begin, call, editApproval, results, started, state, text, user } from './sampleChat';

const at = 1_790_000_000_000;

/** What happens in the session of the agent that works on a call. */
export function within(callId: string, ...events: readonly AgentEvent[]): AgentEvent[] {
  return events.map(event => ({ type: 'agent', callId, event }));
}

/** A call that has set an agent to work, with its task. */
export function agentStarted(callId: string, title: string, task: string): AgentEvent[] {
  return [
    { type: 'part', messageId: 'a1', part: call(callId, 'invoke_agent') },
    state(callId, 'validating', { name: 'invoke_agent', title: `${title}: ${task}`, icon: 'agent' }),
    state(callId, 'executing'),
    { type: 'agent-started', callId, agent: { name: title.toLowerCase(), title } },
    ...within(callId, started, user(`${callId}-u`, task)),
  ];
}

/** A read that the agent has done. */
export function agentRead(callId: string, path: string): AgentEvent[] {
  const id = `${callId}-${path}`;
  const title = `Read ${path}`;
  return within(
    callId,
    ...answer(`${id}-a`, text(`I look into \`${path}\`.`), call(id, 'read_file')),
    state(id, 'validating', { name: 'read_file', title, icon: 'file' }),
    state(id, 'executing'),
    state(id, 'success'),
    results(`${id}-r`, { callId: id, name: 'read_file', title, status: 'success', content: '' }),
  );
}

/** A change that the agent asks about. */
export function agentAsks(callId: string, path: string): AgentEvent[] {
  const id = `${callId}-edit`;
  return within(callId, begin(`${id}-a`), ...asked(`${id}-a`, 'replace', `Edit ${path}`, editApproval(id)));
}

/** The end of the agent's run, and of the call. */
export function agentDone(callId: string, result: string): AgentEvent[] {
  return [
    ...within(callId, { type: 'run-finished', reason: 'done', at }),
    state(callId, 'success', { display: { type: 'text', text: result } }),
  ];
}

/** Two agents side by side, one of which asks. */
export const agentsAtWork: readonly AgentEvent[] = [
  user('u1', 'Why is the queue slow? Mend it.'),
  started,
  begin('a1'),
  ...agentStarted('c1', 'Codebase investigator', 'Find out who waits for whom in src/queue and how tasks are started'),
  ...agentStarted('c2', 'Gardener', 'Mend the scheduler'),
  ...agentRead('c1', 'src/queue/scheduler.ts'),
  ...agentRead('c1', 'src/queue/task.ts'),
  ...agentAsks('c2', 'src/queue/scheduler.ts'),
];
