import type { Emit } from '../../shared/events';
import type { OnSilence, Silence } from '../ports/model';
import type { UtilityModel } from '../ports/utilityModel';

/** The requests of a session that the service does not answer at present. */
export class SilentRequests {
  readonly #silent = new Set<Silence>();

  constructor(private readonly emit: Emit) {}

  /** For one request: what its model tells of silence. */
  watch(): OnSilence {
    let own: Silence | undefined;
    return silence => {
      if (own) this.#silent.delete(own);
      own = silence ?? undefined;
      if (own) this.#silent.add(own);
      if (own) this.emit({ type: 'silence', seconds: own.seconds });
      else if (this.#silent.size === 0) this.emit({ type: 'silence', seconds: null });
    };
  }

  /** The model, each of whose questions is watched, and asked for the prompt at hand. */
  watched(model: UtilityModel, promptId: () => string): UtilityModel {
    return {
      ask: (request, signal) => model.ask({ ...request, onSilence: this.watch(), promptId: promptId() }, signal),
    };
  }

  /** Sends what is not answered again, at once. False if there is nothing. */
  retry(): boolean {
    const silent = [...this.#silent];
    for (const each of silent) each.retry();
    return silent.length > 0;
  }
}
