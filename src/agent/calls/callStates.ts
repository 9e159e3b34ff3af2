import type { AgentEvent, Emit, ToolCallState } from '../../shared/events';
import type { ToolCall } from '../../shared/messages';

/** Tells the states of calls as they are entered, and how long each call runs. */
export class CallStates {
  /** Since when each running call runs, waiting for the person left out. */
  readonly #since = new Map<string, number>();

  constructor(
    private readonly emit: Emit,
    private readonly now: () => number,
  ) {}

  enter(call: ToolCall, state: ToolCallState, more: Partial<Extract<AgentEvent, { type: 'tool-state' }>> = {}): void {
    const at = this.now();
    if (state === 'executing') this.#since.set(call.id, at);
    this.emit({ ...more, type: 'tool-state', callId: call.id, state, at });
  }

  /** Milliseconds that a call which has ended ran; 0: it did not. */
  end({ id }: ToolCall): number {
    const since = this.#since.get(id);
    this.#since.delete(id);
    return since === undefined ? 0 : this.now() - since;
  }
}
