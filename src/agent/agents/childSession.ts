import { innerCallId } from '../../shared/callAddress';
import type { ChangeReview } from '../ports/changeReview';
import type { DayLedger } from '../ports/dayLedger';
import type { HookEvent, Hooks } from '../ports/hooks';
import type { SessionModels } from '../ports/models';
import type { SessionSettings } from '../ports/sessionSettings';
import type { SessionPorts } from '../sessionPorts';
import type { AgentDefinition } from '../ports/agents';
import type { ChildStart } from './agentTask';
import type { SharedWithAgents } from './sharedWithAgents';

/**
 * The ports of an agent's session: those of its parent, restricted. Hooks, rules and mode are the parent's; its usage
 * is counted there, and its changes belong to the parent's prompt.
 */
export function childPorts(
  ports: SessionPorts,
  { callId, definition, tools }: ChildStart,
  shared: SharedWithAgents,
): SessionPorts {
  const { review, policy } = ports;
  const { name } = definition;
  return {
    ...ports,
    ledger: NO_LEDGER,
    models: modelsFor(definition, ports.models),
    toolSources: [{ name: `agent ${name}`, list: async () => tools() }],
    policy: {
      decide: request => policy.decide({ ...request, agent: name }),
      remember: choice => policy.remember(choice),
    },
    ...(review && { review: reviewFor(callId, review) }),
    hooks: async () => hooksFor(shared.hooks()),
  };
}

export function childSettings(settings: SessionSettings, { maxTurns }: ChildStart): SessionSettings {
  return {
    ...settings,
    get maxTurns() {
      return maxTurns();
    },
    // The mode belongs to the chat.
    setMode: () => undefined,
    // Its parent waits for its result.
    workAheadAfter: () => 0,
    checksNextSpeaker: false,
    compression: () => ({ ...settings.compression(), review: false }),
  };
}

const NO_LEDGER: DayLedger = {
  add: () => undefined,
  sum: () => ({ ok: true, spent: { tokens: 0, money: 0, requests: 0, ms: 0 } }),
  grant: () => undefined,
};

function modelsFor({ model, temperature }: AgentDefinition, models: SessionModels): SessionModels {
  const { route: _route, generation, ...rest } = models;
  const named = () => (model === undefined ? undefined : models.named?.(model));
  const own = temperature !== undefined || (model !== undefined && models.named !== undefined);
  return {
    ...rest,
    model: () => named()?.model ?? model ?? models.model(),
    ...((own || generation) && {
      generation: () => ({
        ...(named()?.generation ?? generation?.()),
        ...(temperature !== undefined && { temperature }),
      }),
    }),
  };
}

function reviewFor(callId: string, review: ChangeReview): ChangeReview {
  return {
    stage: (own, edit, onEdit, typed) => review.stage(innerCallId(callId, own), edit, onEdit, typed),
    stageAll: (own, edits, onEdit) => review.stageAll(innerCallId(callId, own), edits, onEdit),
  };
}

/** The other events are about a chat and its prompts. */
const OF_AGENTS: ReadonlySet<HookEvent> = new Set<HookEvent>([
  ...(['BeforeTool', 'AfterTool', 'BeforeModel', 'AfterModel', 'BeforeToolSelection'] as const),
  ...(['Notification', 'PreCompress'] as const),
]);

function hooksFor(hooks: Hooks | undefined): Hooks | undefined {
  return (
    hooks && {
      has: event => OF_AGENTS.has(event) && hooks.has(event),
      fire: (event, input, signal) => hooks.fire(event, input, signal),
    }
  );
}
