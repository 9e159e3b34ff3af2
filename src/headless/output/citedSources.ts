import type { AgentEvent } from '../../shared/events';

/** The sources that the answers of a run quote, as fields of its result. */
export class CitedSources {
  readonly #lines = new Set<string>();

  take(event: AgentEvent): void {
    if (event.type !== 'message' || event.message.role !== 'notice') return;
    for (const line of event.message.citations ?? []) this.#lines.add(line);
  }

  /** `citations`: each source once, sorted; nothing if there are none. */
  toFields(): { readonly citations?: readonly string[] } {
    return this.#lines.size === 0 ? {} : { citations: [...this.#lines].sort() };
  }
}
