import { ownCallId } from '../../shared/callAddress';
import type { ChatState } from '../../shared/chatState';
import type { AgentName, Emit } from '../../shared/events';
import type { Verdict } from '../../shared/proposals';
import { activityOf } from './activity';

/** The part of an agent's session that a chat uses. */
export interface ChildSession {
  readonly state: ChatState;
  subscribe(listener: Emit): () => void;
  decide(callId: string, verdict: Verdict): boolean;
  cancelCall(callId: string): boolean;
  writeInput(callId: string, line: string | null): boolean;
  retryNow(): void;
}

/** The sessions of the agents that work for a chat, by the calls that started them. */
export class ChildSessions {
  readonly #children = new Map<string, ChildSession>();

  constructor(
    private readonly emit: Emit,
    private readonly now: () => number,
  ) {}

  /**
   * Emits the child's events as its parent's, and routes answers to the child, until the returned function is called.
   */
  adopt(callId: string, agent: AgentName, child: ChildSession): () => void {
    this.#children.set(callId, child);
    this.emit({ type: 'agent-started', callId, agent });
    const unsubscribe = child.subscribe(event => {
      const seen = activityOf(event);
      if (seen) this.emit({ type: 'agent', callId, event: seen });
    });
    return () => {
      unsubscribe();
      // The child may be stuck in a tool; this shows the user that it is over.
      const event = { type: 'run-finished', reason: 'cancelled', at: this.now() } as const;
      if (child.state.isRunning) this.emit({ type: 'agent', callId, event });
      this.#children.delete(callId);
    };
  }

  decide(address: string, verdict: Verdict): boolean {
    return this.#at(address, (child, callId) => child.decide(callId, verdict));
  }

  cancelCall(address: string): boolean {
    return this.#at(address, (child, callId) => child.cancelCall(callId));
  }

  writeInput(address: string, line: string | null): boolean {
    return this.#at(address, (child, callId) => child.writeInput(callId, line));
  }

  retryNow(): void {
    for (const child of this.#children.values()) child.retryNow();
  }

  /** Calls `act` with the child that made the call at that address; false if there is none. */
  #at(address: string, act: (child: ChildSession, callId: string) => boolean): boolean {
    for (const [callId, child] of this.#children) {
      const own = ownCallId(address, callId);
      if (own !== undefined) return act(child, own);
    }
    return false;
  }
}
