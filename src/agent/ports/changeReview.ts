import type { EditProposal } from '../../shared/proposals';

/** A change under review, which the user may edit before deciding. */
export interface StagedChange {
  /** A setting of the user's already opens it where all of it is visible. */
  readonly isShown?: boolean;
  /** Resolves when the change is stored, or can't be: only then may it be shown. Absent: nothing stores it. */
  readonly stored?: Promise<void>;
  /** The text with the user's edits so far. */
  text(): string;
  /**
   * Removes the change and everything that shows it. `returns`: its call is about to stage it again, for another text of
   * the file; then it is shown where it was.
   */
  close(returns?: boolean): void;
}

/** Several changes that are decided together. */
export interface StagedChanges extends Pick<StagedChange, 'close' | 'isShown' | 'stored'> {
  /** The texts with the user's edits so far, in the order of the edits. */
  texts(): readonly string[];
}

/** Shows edits to the user; decides nothing. */
export interface ChangeReview {
  /**
   * `onEdit` is called after the user has edited the text, though not for each keystroke; never before this returns.
   * `typed`: the text with the user's edits so far; by default there are none.
   */
  stage(callId: string, edit: EditProposal, onEdit?: () => void, typed?: string): StagedChange;
  stageAll(callId: string, edits: readonly EditProposal[], onEdit?: () => void): StagedChanges;
}
