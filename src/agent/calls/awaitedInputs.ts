import type { AwaitedInput, Emit } from '../../shared/events';
import type { WriteInput } from '../ports/terminal';

/** How to answer the commands that wait for the user to type something. */
export class AwaitedInputs {
  readonly #waiting = new Map<string, WriteInput>();

  constructor(private readonly emit: Emit) {}

  /** Null: it no longer waits. */
  set(callId: string, awaited: AwaitedInput | null, write: WriteInput): void {
    const wasWaiting = this.#waiting.delete(callId);
    if (awaited) this.#waiting.set(callId, write);
    if (awaited || wasWaiting) this.emit({ type: 'tool-input', callId, awaited });
  }

  /** Gives a line to a command that waits for input; null closes its input. False if the command is not waiting. */
  write(callId: string, line: string | null): boolean {
    return this.#waiting.get(callId)?.(line) ?? false;
  }

  /** Call this when the call has ended. */
  end(callId: string): void {
    this.#waiting.delete(callId);
  }
}
