import type { AgentEvent, Emit, ToolCallState } from '../../shared/events';
import type { ToolCall } from '../../shared/messages';

/** Emits the states of calls as they are entered, and measures how long each call runs. */
export class CallStates {
  /** When each running call began to execute; time spent waiting for the user is excluded. */
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

  /** How many milliseconds an ended call ran; 0 if it never did. */
  end({ id }: ToolCall): number {
    const since = this.#since.get(id);
    this.#since.delete(id);
    return since === undefined ? 0 : this.now() - since;
  }
}
