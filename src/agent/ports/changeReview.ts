import type { EditProposal } from '../../shared/proposals';

/** A change under review: the person may edit it before they decide. */
export interface StagedChange {
  /** It opens where the user sees all of it, by their own setting. */
  readonly isShown?: boolean;
  /** The text as the person has left it. */
  text(): string;
  /** Takes the change away, with whatever shows it. */
  close(): void;
}

/** Several changes that are decided as one. */
export interface StagedChanges extends Pick<StagedChange, 'close' | 'isShown'> {
  /** The texts as the person has left them, in the order of the edits. */
  texts(): readonly string[];
}

/** Puts edits where the person can look at them; decides nothing. */
export interface ChangeReview {
  /** `onEdit` is called after the person has changed the text, though not at each letter; never before this returns. */
  stage(callId: string, edit: EditProposal, onEdit?: () => void): StagedChange;
  stageAll(callId: string, edits: readonly EditProposal[], onEdit?: () => void): StagedChanges;
}
