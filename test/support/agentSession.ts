import type { AgentDefinition } from '../../src/agent/ports/agents';
import type { Checkpoints } from '../../src/agent/ports/checkpoints';
import { createSession } from '../../src/agent/sessionFactory';
import type { Timers } from '../../src/agent/ports/timers';
import type { FileLocks } from '../../src/agent/ports/fileLocks';
import type { AgentEvent } from '../../src/shared/events';
import type { SessionStart } from '../../src/agent/session';
import { sessionOptions, type TestSessionOptions } from './testSession';

export interface AgentSessionOptions extends TestSessionOptions {
  readonly agents: readonly AgentDefinition[];
  readonly locks?: FileLocks;
  readonly start?: SessionStart;
  readonly timers?: Timers;
}

/** Holds nobody off. */
export const openLocks: FileLocks = { holding: (_files, work) => work() };

/** Records nothing. */
export const noCheckpoints: Checkpoints = {
  record: (_origin, _files, change) => change(),
  list: async () => [],
  all: async () => [],
  preview: async () => [],
  planOf: async () => [],
  restore: async () => [],
  forget: async () => undefined,
};

/** An agent with the usual limits. */
export function agentNamed(name: string, more: Partial<AgentDefinition> = {}): AgentDefinition {
  const instructions = `You are the agent ${name}.`;
  return {
    name,
    title: name,
    description: `Does ${name}.`,
    instructions,
    maxTurns: 10,
    maxMinutes: 3,
    source: 'builtIn',
    ...more,
  };
}

/** A session that may set agents to work, put together as the hosts do. */
export function createAgentSession({ agents, locks = openLocks, start, timers, ...options }: AgentSessionOptions) {
  const events: AgentEvent[] = [];
  const errors: unknown[] = [];
  const own = sessionOptions(options, errors);
  const session = createSession(
    {
      ports: { ...own, models: own, toolSources: [{ name: 'test', list: async () => own.tools }] },
      settings: own,
      locks,
      agents: { list: async () => agents },
      checkpoints: { store: noCheckpoints, isEnabled: () => false },
      ...(timers && { timers }),
      subscribers: [() => event => events.push(event)],
    },
    start,
  );
  /** Resolves with the first event, past or to come, that passes the test. */
  const event = (test: (event: AgentEvent) => boolean) =>
    new Promise<AgentEvent>(resolve => {
      const past = events.find(test);
      if (past) resolve(past);
      else session.subscribe(each => test(each) && resolve(each));
    });
  const say = (text: string) => session.submit([{ type: 'text', text }]);
  return { session, events, errors, event, say };
}
