import type { Emit } from '../../shared/events';
import { noticeForReplaced, type Notice } from '../run/notices';
import type { UtilityModel } from '../ports/utilityModel';

/**
 * Wraps the model so that each question's usage is emitted as an event: unusable answers cost as much. `notify` reports
 * that another model answers than the one for the job.
 */
export function countedModel(model: UtilityModel, emit: Emit, notify: (notice: Notice) => void): UtilityModel {
  return {
    async ask(request, signal) {
      const reply = await model.ask(request, signal);
      const { model: asked = '', usage, repeats, replaced } = reply;
      if (usage) emit({ type: 'asked', job: request.job, model: asked, usage, ...(repeats && { repeats }) });
      if (replaced) notify(noticeForReplaced(replaced));
      return reply;
    },
  };
}
