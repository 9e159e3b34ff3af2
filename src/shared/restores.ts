// Putting a file back: what a checkpoint restores, and what undoing a change under review writes.
import type { Approved } from './proposals';

/**
 * What one path is to hold again; null: nothing is there. `Content` is what the store that restores it knows contents by: a
 * text, or the hash of one.
 */
export interface RestoreProposal<Content = unknown> {
  readonly kind: 'restore';
  /** Absolute. */
  readonly file: string;
  /** What it holds now. */
  readonly before: Content | null;
  readonly after: Content | null;
}

export type ApprovedRestore<Content = unknown> = Approved<RestoreProposal<Content>>;

/** `rule`: that denies changing the file, by its name. `unnamed`: only a user who names this file may put it back. */
export type RefusedRestore =
  | { readonly file: string; readonly because: 'rule'; readonly rule: string }
  | { readonly file: string; readonly because: 'unnamed' };

/** Who may put back what: policy, as those need it who carry out what the user chose. */
export interface RestorePolicy {
  /** Whether the user has to name a file: it governs the editor or the agent, or is outside of the workspace. */
  needsNaming(file: string): boolean;
  /** Approves putting back exactly this, once, as the user chose; `isNamed`: they named this file. Never rejects. */
  approve<Content>(
    proposal: RestoreProposal<Content>,
    isNamed: boolean,
  ): Promise<{ readonly approved: ApprovedRestore<Content> } | { readonly refused: RefusedRestore }>;
}
