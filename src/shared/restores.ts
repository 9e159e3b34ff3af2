// Restoring a file: from a checkpoint, or by undoing a change under review.
import type { Approved } from './proposals';

/**
 * The content that a path should have again; null: nothing should exist there. `Content` is how the restoring store
 * refers to contents: by their text or by their hash.
 */
export interface RestoreProposal<Content = unknown> {
  readonly kind: 'restore';
  /** Absolute. */
  readonly file: string;
  /** The current content. */
  readonly before: Content | null;
  readonly after: Content | null;
}

export type ApprovedRestore<Content = unknown> = Approved<RestoreProposal<Content>>;

/** `rule`: the rule that denies changing the file. `unnamed`: the file may be restored only if the user names it. */
export type RefusedRestore =
  | { readonly file: string; readonly because: 'rule'; readonly rule: string }
  | { readonly file: string; readonly because: 'unnamed' };

/** Decides what may be restored; the view of policy for code that carries out the user's choice. */
export interface RestorePolicy {
  /** Whether the user has to name the file: it governs the editor or the agent, or is outside the workspace. */
  needsNaming(file: string): boolean;
  /**
   * Approves exactly this restore, once, as the user chose; `isNamed`: they named the file explicitly. Never rejects.
   */
  approve<Content>(
    proposal: RestoreProposal<Content>,
    isNamed: boolean,
  ): Promise<{ readonly approved: ApprovedRestore<Content> } | { readonly refused: RefusedRestore }>;
}
