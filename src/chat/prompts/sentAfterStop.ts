import type { StopReason } from '../../shared/events';

/** Whether the user has stopped the run in progress, and sent a prompt since, which then needn't be sent again. */
export class SentAfterStop {
  #state: 'no' | 'stopped' | 'sent' = 'no';

  /** Must be called when the user stops a run. */
  stopped(): void {
    if (this.#state === 'no') this.#state = 'stopped';
  }

  /** Must be called when the first prompt is queued. */
  queued(): void {
    if (this.#state === 'stopped') this.#state = 'sent';
  }

  /**
   * Call this with the end of a run: whether the queued prompt is sent now. It is after success, and if it was sent
   * after Stop. After any other end, the user decides whether it still makes sense.
   */
  sendsQueued(reason: StopReason): boolean {
    const isSent = reason === 'done' || (reason === 'cancelled' && this.#state === 'sent');
    this.#state = 'no';
    return isSent;
  }
}
