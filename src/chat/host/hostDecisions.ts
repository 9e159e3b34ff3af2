import * as l10n from '@vscode/l10n';
import { callKey } from '../../shared/callAddress';
import type { ChatHost } from '../../shared/protocol';
import type { ChatHostOptions } from './chatHostOptions';
import { expectChoice, expectLine, expectText, expectTexts, expectVerdict } from '../expectArguments';
import type { PanelFocus } from '../surfaces/panelFocus';
import type { AskedChat } from './askedChat';
import { proposedEdits, reviewEdits } from './reviewEdits';

/** What a surface may ask about calls and their changes. */
export function hostDecisions(options: ChatHostOptions, focus: PanelFocus, { chat, session }: AskedChat) {
  const { review, changes } = options;
  return {
    async decide(callId, verdict) {
      session().decide(expectText(callId, 'callId'), expectVerdict(verdict));
    },
    async decideEdits(decision) {
      const verdict = { decision: expectChoice(decision, ['accept', 'reject']) };
      for (const callId of proposedEdits(session())) session().decide(callId, verdict);
    },
    async reviewEdits() {
      await reviewEdits(review, { id: chat().id, session: session() }, focus);
    },
    async decideChanges(choice, file) {
      const only = file === null ? undefined : expectText(file, 'file');
      await changes.decide(chat().id, expectChoice(choice, ['keep', 'undo']), only);
    },
    async reviewChanges() {
      await changes.review(chat().id);
    },
    async sendReview() {
      await options.reviewing.send();
    },
    async takeChangesBack() {
      await changes.takeBack();
    },
    async writeInput(callId, line) {
      const given = line === null ? null : expectLine(line, 'line');
      if (!session().writeInput(expectText(callId, 'callId'), given)) {
        throw new Error(l10n.t('The command no longer waits for input.'));
      }
    },
    async openDiff(callId) {
      const key = callKey({ sessionId: chat().id, callId: expectText(callId, 'callId') });
      review.walk.end();
      focus.leaveFor(review.filesOf(key).map(({ after }) => after));
      if (await review.open(key)) return;
      const isKnown = await options.openDecided(chat(), callId, uris => focus.leaveFor(uris));
      if (!isKnown) throw new Error(l10n.t('The content of this edit is no longer stored.'));
    },
    async cancelCall(callId) {
      session().cancelCall(expectText(callId, 'callId'));
    },
    async saveAnswers(callId, texts) {
      chat().forms.save(expectText(callId, 'callId'), expectTexts(texts, 'texts'));
    },
  } satisfies Partial<ChatHost>;
}
