import type { Emit } from '../shared/events';
import type { UtilityModel } from './ports/utilityModel';

/** The model, telling with an event what each of its answers took. */
export function countedModel(model: UtilityModel, emit: Emit): UtilityModel {
  return {
    async ask(request, signal) {
      const reply = await model.ask(request, signal);
      if (reply.ok && reply.usage) {
        emit({ type: 'asked', job: request.job, model: reply.model ?? '', usage: reply.usage });
      }
      return reply;
    },
  };
}
