// A change is a value before it happens: a tool proposes, policy or a person approves, only then is it applied.

/** `before` null: the file does not exist yet. Texts keep their own line endings; a byte-order mark is not part of them. */
export interface EditProposal {
  readonly kind: 'edit';
  /** As people read it: relative to its workspace folder, with the folder's name in front where there are several. */
  readonly path: string;
  /** Absolute, resolved and contained in a workspace folder. */
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

export interface CommandProposal {
  readonly kind: 'command';
  readonly command: string;
  /** Absolute path of the working directory, inside a workspace folder. */
  readonly cwd: string;
  readonly description?: string;
}

export type Proposal = EditProposal | CommandProposal;

declare const approved: unique symbol;

/** A proposal that policy or the person has approved. Only the policy layer makes one, so nothing else can be applied. */
export type Approved<P extends Proposal> = P & { readonly [approved]: true };

/** What may be remembered with an acceptance. */
export type Remember = 'allowEdits';

/**
 * What the person answered. `edited` is the text as they left it in the diff.
 * `merge` answers a conflict: apply the change on top of what the file holds now.
 */
export type Verdict =
  | {
      readonly decision: 'accept';
      readonly edited?: string;
      readonly remember?: Remember;
      readonly merge?: boolean;
    }
  | { readonly decision: 'reject'; readonly reason?: string };

/** A proposal as the panel shows it: never whole files. `diff` is a unified diff without headers, cut after some lines. */
export type ProposalView =
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly isNew: boolean;
      readonly added: number;
      readonly removed: number;
      readonly diff: string;
      readonly isCut: boolean;
    }
  | { readonly kind: 'command'; readonly command: string; readonly cwd: string; readonly description?: string };

/** A question that waits for the person. `conflict`: the file changed after the change was proposed. */
export interface Approval {
  readonly callId: string;
  readonly proposal: ProposalView;
  /** Why the person is asked, in one sentence. */
  readonly reason?: string;
  readonly remember: readonly Remember[];
  readonly conflict?: { readonly canMerge: boolean };
}
