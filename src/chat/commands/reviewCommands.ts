import * as l10n from '@vscode/l10n';
import type { Verdict } from '../../shared/proposals';
import type { EditWalk } from '../../vscode/review/editWalk';
import { stepInDiffs } from '../../vscode/changes/stepInDiffs';
import { showInformationMessage, showInputBox, showWarningMessage } from '../../vscode/plainWindow';

/**
 * The parts of the review that the commands need. A `callId` here is a `callKey`, since the changes are from all
 * chats.
 */
export interface Reviewed {
  /** The change whose menu was opened, or the one in the active tab. */
  activeCallId(resource?: unknown): string | undefined;
  pending(): readonly { readonly callId: string; readonly path: string }[];
  readonly walk: Pick<EditWalk, 'goOn' | 'next' | 'previous'>;
}

/** Leaving out parts of a change. */
export interface PartsReviewed {
  leaveOut(): Promise<boolean>;
  /**
   * Resolves with the call whose change now consists of the chosen part only; null: nothing was chosen, and the user
   * was told.
   */
  leaveOthersOut(): Promise<string | null>;
}

/** Answers the question about a call; false if none is open. */
type Decide = (callKey: string, verdict: Verdict) => boolean;

/** The same decisions as on the chat's cards, for the diff editor's title bar and the palette. */
export function createReviewCommands(
  review: Reviewed,
  parts: PartsReviewed,
  decide: Decide,
  /** Leads through the edits of the open chat, from the first. False: none is waiting there. */
  begin: () => Promise<boolean>,
) {
  const target = (resource: unknown) => review.activeCallId(resource) ?? review.pending()[0]?.callId;
  const settle = (callId: string | undefined, verdict: Verdict) => {
    if (callId === undefined || !decide(callId, verdict)) {
      void showInformationMessage(l10n.t('No change is waiting for a decision.'));
    }
  };
  /** The next edit is shown only after a decision in the diff, by someone who is reviewing them one after another. */
  const settleHere = async (callId: string | undefined, verdict: Verdict) => {
    const isHere = callId !== undefined && callId === review.activeCallId();
    const shown = isHere ? review.walk.goOn(callId) : undefined;
    settle(callId, verdict);
    await shown;
  };
  const settleAll = async (question: string, action: string, verdict: Verdict) => {
    const waiting = review.pending();
    const detail = waiting.map(({ path }) => path).join('\n');
    const isSure = waiting.length < 2 || (await showWarningMessage(question, { modal: true, detail }, action));
    if (!isSure) return;
    if (waiting.length === 0) settle(undefined, verdict);
    for (const { callId } of waiting) settle(callId, verdict);
  };
  return {
    acceptEdit: async (resource?: unknown) => settleHere(target(resource), { decision: 'accept' }),
    rejectEdit: async (resource?: unknown) => settleHere(target(resource), { decision: 'reject' }),
    rejectEditWithReason: async (resource?: unknown) => {
      const callId = target(resource);
      if (callId === undefined) {
        settle(callId, { decision: 'reject' });
        return;
      }
      const reason = await showInputBox({
        title: l10n.t('Reject the change'),
        placeHolder: l10n.t('Why? (Pollux reads this.)'),
      });
      if (reason === undefined) return;
      await settleHere(callId, { decision: 'reject', ...(reason.trim() && { reason: reason.trim() }) });
    },
    acceptAllEdits: async () =>
      settleAll(l10n.t('Accept all {0} changes?', review.pending().length), l10n.t('Accept all'), {
        decision: 'accept',
      }),
    rejectAllEdits: async () =>
      settleAll(l10n.t('Reject all {0} changes?', review.pending().length), l10n.t('Reject all'), {
        decision: 'reject',
      }),
    leaveChangeOut: async () => {
      if (await parts.leaveOut()) await stepInDiffs(1);
    },
    acceptChangeOnly: async () => {
      const callId = await parts.leaveOthersOut();
      if (callId !== null) await settleHere(callId, { decision: 'accept' });
    },
    nextChange: async () => (review.activeCallId() === undefined && (await begin())) || review.walk.next(),
    previousChange: () => review.walk.previous(),
  };
}
