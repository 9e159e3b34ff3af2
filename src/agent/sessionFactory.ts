import type { ChatState } from '../shared/chatState';
import type { Emit } from '../shared/events';
import { withCheckpoints } from './calls/checkpointing';
import type { Checkpoints } from './ports/checkpoints';
import type { FileLocks } from './ports/fileLocks';
import type { SessionSettings } from './ports/sessionSettings';
import { Session, type SessionStart } from './session';
import type { SessionPorts } from './sessionPorts';

/** Hears every event of a session in the order they happen, beginning with the first; must not throw. */
export type Subscriber = (sessionId: string) => Emit;

export interface SessionParts {
  readonly ports: SessionPorts;
  readonly settings: SessionSettings;
  /** Hold off other windows and runs while a file is edited. */
  readonly locks: FileLocks;
  /** What a change does to files is recorded here first, while `isEnabled`. */
  readonly checkpoints: { readonly store: Checkpoints; readonly isEnabled: () => boolean };
  /** Stores, outputs, logs: whoever follows a session without being asked. */
  readonly subscribers?: readonly Subscriber[];
}

/** Makes a session: what both hosts have in common. */
export function createSession(parts: SessionParts, start: SessionStart = {}): Session {
  const { ports, settings, locks, checkpoints, subscribers = [] } = parts;
  const state = (): ChatState => session.state;
  const recorded = withCheckpoints({ ...ports, locks }, checkpoints.store, state, checkpoints.isEnabled);
  const session = new Session({ ...ports, ...recorded }, settings, start);
  for (const subscriber of subscribers) session.subscribe(subscriber(session.state.sessionId));
  return session;
}
