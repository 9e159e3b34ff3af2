import * as l10n from '@vscode/l10n';
import { ToolError } from '../../shared/errors';
import { withArguments } from '../../shared/skillText';
import type { AgentDefinition, Agents } from '../ports/agents';
import type { ReadTool, Tool } from '../tool';
import { runAgentTask, type AgentTask } from './agentTask';
import { reportOf, type AgentOutcome } from './outcome';

interface Args {
  readonly agent_name: string;
  readonly prompt: string;
}

/** What starting an agent needs besides the model's arguments. */
export type AgentHost = Pick<AgentTask, 'shared' | 'open' | 'timers'>;

const TITLE_LENGTH = 100;

/** The tools for starting agents: one, or none if there are no agents. The same array while the agents are the same. */
export function agentTools(agents: Agents, host: () => AgentHost): () => Promise<readonly Tool[]> {
  let before: readonly AgentDefinition[] = [];
  let tools: readonly Tool[] = [];
  return async () => {
    const now = await agents.list();
    if (now !== before) tools = now.length > 0 ? [createInvokeAgent(now, host)] : [];
    before = now;
    return tools;
  };
}

/** A read, because agents that run at the same time never write a file simultaneously: file locks ensure that. */
export function createInvokeAgent(agents: readonly AgentDefinition[], host: () => AgentHost): ReadTool<Args> {
  const find = (name: string) => agents.find(each => each.name === name.trim());
  return {
    kind: 'read',
    needsWritten: true,
    origin: { kind: 'agent' },
    name: 'invoke_agent',
    icon: 'agent',
    description: describe(agents),
    parameters: {
      type: 'object',
      properties: {
        agent_name: { type: 'string', description: 'The name of the agent.' },
        prompt: { type: 'string', minLength: 1, description: 'The task, with all that the agent has to know.' },
        wait_for_previous: { type: 'boolean', description: 'True: begin when the calls before it have ended.' },
      },
      required: ['agent_name', 'prompt'],
    },
    adapt: args => ({ ...args }),
    rulesFor: ({ agent_name }) => [agent_name],
    title: ({ agent_name, prompt }) => l10n.t('{0}: {1}', find(agent_name)?.title ?? agent_name, firstLine(prompt)),
    async run({ agent_name, prompt }, { callId, signal }) {
      const found = find(agent_name);
      if (!found) throw unknownAgent(agent_name, agents);
      const own = found.isSkill ? withArguments(found.instructions, prompt) : found.instructions;
      const more = await found.brief?.();
      const definition = { ...found, instructions: more === undefined ? own : `${own}\n\n${more}` };
      const outcome = await runAgentTask({ callId, definition, prompt, ...host() }, signal);
      const report = reportOf(definition.name, outcome);
      if (outcome.end === 'GOAL') return { content: report, display: { type: 'text', text: outcome.result } };
      const isCancelled = outcome.end === 'ABORTED' || signal.aborted;
      const type = isCancelled ? 'cancelled' : 'execution_failed';
      throw new ToolError(type, report, endText(outcome, definition));
    },
  };
}

function describe(agents: readonly AgentDefinition[]): string {
  const told = agents.filter(({ isForUserOnly }) => !isForUserOnly);
  const lines = told.map(({ name, description }) => `- ${name}: ${description}`);
  return `Has an agent work on a task on its own, with a context of its own; you get its result and nothing else. Use it for work \
that fits one of these and would otherwise fill your context. It knows nothing of this conversation. Calls of one answer run side by side.
${lines.join('\n')}`;
}

/** How an agent ended without a result, for the user. */
function endText(
  { end, detail }: Exclude<AgentOutcome, { readonly end: 'GOAL' }>,
  { maxTurns, maxMinutes }: AgentDefinition,
): string {
  switch (end) {
    case 'TIMEOUT':
      return l10n.t('It reached its time limit (minutes: {0}) and gave no result.', maxMinutes);
    case 'MAX_TURNS':
      return l10n.t('It reached its limit of turns ({0}) and gave no result.', maxTurns);
    case 'ERROR_NO_COMPLETE_TASK_CALL':
      return l10n.t('It stopped working without giving a result.');
    case 'ABORTED':
      return l10n.t('It was stopped before it had a result.');
    case 'ERROR':
      return l10n.t('It ended without a result: {0}', detail);
    default:
      return end satisfies never;
  }
}

function firstLine(prompt: string): string {
  const line = prompt.trim().split('\n', 1)[0] ?? '';
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)}…` : line;
}

function unknownAgent(name: string, agents: readonly AgentDefinition[]): ToolError {
  const names = agents.flatMap(each => (each.isForUserOnly ? [] : [each.name])).join(', ');
  return new ToolError(
    'invalid_tool_params',
    `There is no agent "${name}". There are: ${names}.`,
    l10n.t('There is no agent “{0}”.', name),
  );
}
