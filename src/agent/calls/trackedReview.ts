import type { EditProposal } from '../../shared/proposals';
import { isSecretFile } from '../../policy/secretFiles';
import type { ChangeReview } from '../ports/changeReview';
import type { ProposedEdits } from '../ports/changes';
import { sourceOf, type TrackedSession } from './changeTracking';

/** Wraps a review so that edits outlive the window while the user is asked about them. Secrets are not stored. */
export function trackedReview(review: ChangeReview, session: TrackedSession): ChangeReview {
  const propose = (callId: string, edits: readonly EditProposal[]): ProposedEdits | undefined => {
    if (edits.some(({ file }) => isSecretFile(file))) return undefined;
    const title = edits.map(({ path }) => path).join(', ');
    return session.tracking.proposed.propose(edits, sourceOf(session, title, callId));
  };
  return {
    stage: (callId, edit, onEdit, typed) => {
      const proposed = propose(callId, [edit]);
      if (typed !== undefined) proposed?.edited([typed]);
      const onEdited = () => {
        proposed?.edited([staged.text()]);
        onEdit?.();
      };
      const staged = review.stage(callId, edit, onEdited, typed);
      return closing(staged, proposed);
    },
    stageAll: (callId, edits, onEdit) => {
      const proposed = propose(callId, edits);
      const staged = review.stageAll(callId, edits, () => {
        proposed?.edited(staged.texts());
        onEdit?.();
      });
      return closing(staged, proposed);
    },
  };
}

function closing<T extends { close(returns?: boolean): void }>(staged: T, proposed: ProposedEdits | undefined): T {
  const close = staged.close.bind(staged);
  return Object.assign(staged, {
    ...(proposed && { stored: proposed.stored }),
    close: (returns?: boolean) => {
      proposed?.decided();
      close(returns);
    },
  });
}
