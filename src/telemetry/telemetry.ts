import type { Log } from '../agent/ports/log';
import type { HostFact, NoteFact } from '../agent/ports/telemetry';
import type { AgentEvent, Emit } from '../shared/events';
import type { Exported } from './openTelemetry';

export interface TelemetryOptions {
  /** Asked again with each event until something is to be exported: settings come late, and can change. */
  readonly isOn: () => boolean;
  /** Loads what exports; called once it is needed. */
  readonly open: () => Promise<Exported>;
  readonly now: () => number;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
}

/** As much waits while what exports is loaded. */
const MAX_WAITING = 5000;
/** So long the end of a session or of the process may take. */
const FLUSH_MS = 2000;

/** Hears the events of sessions and exports them, where that is switched on; else it does nothing and loads nothing. */
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

  /** Resolves when everything is sent, and after two seconds in any case. */
  async flush(): Promise<void> {
    if (!this.#opening) return;
    const sent = this.#opening.then(() => this.#exported?.flush());
    await Promise.race([sent.catch(() => undefined), this.options.wait(FLUSH_MS)]);
  }

  /** The same, with nothing exported afterwards. */
  async close(): Promise<void> {
    await this.flush();
    this.#isBroken = true;
    void this.#exported?.close().catch(() => undefined);
    this.#exported = undefined;
  }

  /** Pieces of a text come by the hundred, and none is ever exported. */
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
