import * as l10n from '@vscode/l10n';
import type { UtilityModel } from '../ports/utilityModel';
import type { SessionHooks } from './sessionHooks';

/** The model for one-off questions, with hooks: they see these requests too, which may quote the conversation. */
export function hookedUtility(
  model: UtilityModel,
  { fire }: Pick<SessionHooks, 'fire'>,
  nameOf: () => string,
): UtilityModel {
  return {
    async ask(request, signal) {
      const seen = { model: nameOf(), messages: [{ role: 'user', content: request.prompt }] } as const;
      const before = await fire('BeforeModel', { request: seen }, signal);
      if (!before) return model.ask(request, signal);
      // A hook's answer is meant for the conversation; it can't stand in where JSON is expected.
      if (before.answer && !before.stops && !request.responseSchema) return { ok: true, text: before.answer.text };
      const messages = before.request?.messages;
      const refused = before.blocked ?? before.stops ?? (before.answer && { by: before.answer.by });
      if (refused ?? messages?.length === 0) {
        const message = l10n.t('The hook {0} stopped this.', refused?.by ?? '');
        return { ok: false, failure: { kind: 'blocked', message, isPermanent: true } };
      }
      const prompt = messages ? messages.map(({ content }) => content).join('\n\n') : request.prompt;
      return model.ask({ ...request, prompt }, signal);
    },
  };
}
