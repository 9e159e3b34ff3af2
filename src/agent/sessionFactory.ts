import type { ChatState } from '../shared/chatState';
import type { Emit } from '../shared/events';
import type { AgentHost } from './agents/agentSource';
import { childPorts, childSettings } from './agents/childSession';
import { trackedAround, trackedFiles, trackedTerminal } from './calls/changeTracking';
import { trackedReview } from './calls/trackedReview';
import { withCheckpoints, type ChangingPorts } from './calls/checkpointing';
import { recordedHooks } from './hooks/recordedHooks';
import type { Agents } from './ports/agents';
import type { Checkpoints } from './ports/checkpoints';
import type { FileLocks } from './ports/fileLocks';
import type { SessionSettings } from './ports/sessionSettings';
import { realTimers, type Timers } from './ports/timers';
import { Session, type SessionStart } from './session';
import type { ToolSource } from './ports/toolSource';
import type { SessionPorts } from './sessionPorts';
import type { Tool } from './tool';

/** Receives every event of a session in order, from the first one; must not throw. */
export type Subscriber = (sessionId: string) => Emit;

export interface SessionParts {
  readonly ports: SessionPorts;
  readonly settings: SessionSettings;
  /** Keep other windows and runs away while a file is edited. */
  readonly locks: FileLocks;
  /** Records the files' states before and after each change, while `isEnabled`. */
  readonly checkpoints: { readonly store: Checkpoints; readonly isEnabled: () => boolean };
  /** Stores, outputs, logs: whatever follows every session. */
  readonly subscribers?: readonly Subscriber[];
  /** Absent: no agents are available. */
  readonly agents?: Agents;
  /** How agents' time passes; by default, as it does. */
  readonly timers?: Timers;
}

/** Creates a session: the part that both hosts have in common. */
export function createSession(parts: SessionParts, start: SessionStart = {}): Session {
  const { ports, settings, locks, checkpoints, subscribers = [], agents, timers = realTimers } = parts;
  const state = (): ChatState => session.state;
  /**
   * The ports that can change something, with recording and review around them. `child`: the state of a session that an
   * agent call has started.
   */
  const changing = (child?: () => ChatState): ChangingPorts & Pick<SessionPorts, 'around' | 'review'> => {
    const tracked = ports.changes && { tracking: ports.changes, state, now: ports.now, ...(child && { child }) };
    const files = tracked ? trackedFiles(ports.files, tracked) : ports.files;
    const recorded = withCheckpoints({ ...ports, files, locks }, checkpoints.store, state, checkpoints.isEnabled);
    if (!tracked) return recorded;
    const { terminal, around } = recorded;
    return {
      ...recorded,
      terminal: trackedTerminal(terminal, tracked),
      around: trackedAround(around, tracked),
      ...(ports.review && { review: trackedReview(ports.review, tracked) }),
    };
  };
  const record: Checkpoints['record'] = (origin, files, change, signal) =>
    checkpoints.isEnabled() ? checkpoints.store.record(origin, files, change, signal) : change();
  const openHooks = ports.hooks;
  const hooks = async (sessionId: string) => {
    const opened = await openHooks?.(sessionId);
    return opened && recordedHooks(opened, { state, now: ports.now, tracking: ports.changes, record });
  };
  const own: SessionPorts = { ...ports, ...changing(), ...(openHooks && { hooks }) };
  const toolSources = [...ports.toolSources, ...(agents ? [agentSource(agents, () => hostOf(session))] : [])];
  const hostOf = ({ shared }: Session): AgentHost => ({
    shared,
    timers,
    open: child => {
      const its: SessionPorts = { ...own, ...changing(() => opened.state) };
      const opened: Session = new Session(childPorts(its, child, shared), childSettings(settings, child), {
        agent: child.role,
      });
      return opened;
    },
  });
  const session: Session = new Session({ ...own, toolSources }, settings, start);
  for (const subscriber of subscribers) session.subscribe(subscriber(session.state.sessionId));
  return session;
}

/** Imported lazily: it loads a lot, and a chat that is only viewed needs none of it. */
function agentSource(agents: Agents, host: () => AgentHost): ToolSource {
  let list: Promise<() => Promise<readonly Tool[]>> | undefined;
  return {
    name: 'agents',
    async list() {
      list ??= import('./agents/agentSource').then(({ agentTools }) => agentTools(agents, host));
      return (await list)();
    },
  };
}
