import type { AgentEvent } from '../../shared/events';

/** Collects the sources that a run's answers cite, for its result. */
export class CitedSources {
  readonly #lines = new Set<string>();

  take(event: AgentEvent): void {
    if (event.type !== 'message' || event.message.role !== 'notice') return;
    for (const line of event.message.citations ?? []) this.#lines.add(line);
  }

  /** Each source once, sorted; no field if there are none. */
  toFields(): { readonly citations?: readonly string[] } {
    return this.#lines.size === 0 ? {} : { citations: [...this.#lines].sort() };
  }
}
