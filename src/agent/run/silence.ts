import type { Emit } from '../../shared/events';
import type { OnSilence, Silence } from '../ports/model';
import type { UtilityModel } from '../ports/utilityModel';

/** The requests of a session that the service is currently not answering. */
export class SilentRequests {
  readonly #silent = new Set<Silence>();

  constructor(private readonly emit: Emit) {}

  /** Returns the silence callback for one request. */
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

  /** Wraps the model so that each request is watched for silence, and carries the current prompt's id. */
  watched(model: UtilityModel, promptId: () => string): UtilityModel {
    return {
      ask: (request, signal) => model.ask({ ...request, onSilence: this.watch(), promptId: promptId() }, signal),
    };
  }

  /** Immediately resends the unanswered requests. False if there are none. */
  retry(): boolean {
    const silent = [...this.#silent];
    for (const each of silent) each.retry();
    return silent.length > 0;
  }
}
