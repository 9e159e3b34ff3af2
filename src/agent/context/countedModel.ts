import type { Emit } from '../../shared/events';
import type { UtilityModel } from '../ports/utilityModel';

/** The model, telling with an event what each question took: an answer that could not be used costs as much. */
export function countedModel(model: UtilityModel, emit: Emit): UtilityModel {
  return {
    async ask(request, signal) {
      const reply = await model.ask(request, signal);
      const { model: asked = '', usage, repeats } = reply;
      if (usage) emit({ type: 'asked', job: request.job, model: asked, usage, ...(repeats && { repeats }) });
      return reply;
    },
  };
}
