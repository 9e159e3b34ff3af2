import type { Log } from '../agent/ports/log';
import type { HostFact, NoteFact } from '../agent/ports/telemetry';
import type { AgentEvent, Emit } from '../shared/events';
import type { Exported } from './openTelemetry';

export interface TelemetryOptions {
  /** Checked with each event: settings load late and can change. */
  readonly isOn: () => boolean;
  /** Loads the exporter; called when it is first needed. */
  readonly open: () => Promise<Exported>;
  readonly now: () => number;
  /** Resolves after this many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
}

/** The number of events that may wait while the exporter loads. */
const MAX_WAITING = 5000;
/** How long the end of a session or of the process may be delayed. */
const FLUSH_MS = 2000;

/** Subscribes to the events of sessions and exports them if telemetry is on; otherwise loads and does nothing. */
export class Telemetry {
  #exported: Exported | undefined;
  #opening: Promise<void> | undefined;
  #waiting: ((exported: Exported) => void)[] = [];
  #isBroken = false;

  constructor(private readonly options: TelemetryOptions) {}

  /** Subscribes to a session. */
  readonly subscriber = (sessionId: string): Emit => {
    return (event: AgentEvent) => {
      if (this.#isWanted(event)) this.#pass((exported, at) => exported.take(sessionId, event, at));
    };
  };

  readonly note: NoteFact = (sessionId: string, fact: HostFact) => {
    if (this.options.isOn()) this.#pass((exported, at) => exported.note(sessionId, fact, at));
  };

  /** Resolves when everything is sent, but after two seconds at the latest. */
  async flush(): Promise<void> {
    if (!this.#opening) return;
    const sent = this.#opening.then(() => this.#exported?.flush());
    await Promise.race([sent.catch(() => undefined), this.options.wait(FLUSH_MS)]);
  }

  /** Flushes, and then exports nothing more. */
  async close(): Promise<void> {
    await this.flush();
    this.#isBroken = true;
    void this.#exported?.close().catch(() => undefined);
    this.#exported = undefined;
  }

  /** Deltas arrive by the hundreds and are never exported. */
  #isWanted({ type }: AgentEvent): boolean {
    return type !== 'delta' && type !== 'part' && type !== 'tool-output' && this.options.isOn();
  }

  #pass(deliver: (exported: Exported, at: number) => void): void {
    if (this.#isBroken) return;
    const at = this.options.now();
    if (this.#exported) deliver(this.#exported, at);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(exported => deliver(exported, at));
    this.#opening ??= this.#open();
  }

  async #open(): Promise<void> {
    try {
      const exported = await this.options.open();
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const deliver of waiting) deliver(exported);
      this.#exported = exported;
    } catch (error) {
      this.#isBroken = true;
      this.#waiting = [];
      this.options.log.error('Telemetry could not be started', error);
    }
  }
}
