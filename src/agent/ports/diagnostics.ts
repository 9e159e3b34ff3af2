import type { Problem } from '../../shared/problems';

/** Follows the problems that the editor reports while files change. */
export interface Diagnostics {
  /** Makes the editor check files that are not open, so that their problems are known before they change. */
  prepare(files: readonly string[]): void;
  /** Starts following; call it right before these files (absolute, resolved) change, and call `end` afterwards. */
  watch(files: readonly string[]): DiagnosticsWatch;
  /** Absent: nothing here can check texts that are not written. */
  readonly checkTexts?: CheckTexts;
}

/** Files (absolute, resolved) with texts that are neither on disk nor in an editor. */
export type UnwrittenTexts = ReadonlyMap<string, string>;

/** The problems of these files, and of others that use them or are open, with the texts of before and of after. */
export interface TextProblems {
  readonly before: readonly Problem[];
  readonly after: readonly Problem[];
  /** The files that were to be checked and were. */
  readonly checked: ReadonlySet<string>;
}

/**
 * Checks what would be, without writing anything and without a sign in the editor. `also`: more files to check with
 * these texts. Resolves to undefined if nothing answers in time or `signal` aborts.
 */
export type CheckTexts = (
  texts: { readonly before: UnwrittenTexts; readonly after: UnwrittenTexts; readonly also?: readonly string[] },
  signal: AbortSignal,
) => Promise<TextProblems | undefined>;

export interface DiagnosticsWatch {
  /** The problems of all files, as known at the start. */
  readonly before: readonly Problem[];
  /** The watched files whose problems were known at the start; problems found in the others may be old. */
  readonly known: ReadonlySet<string>;
  /** The watched files that the editor doesn't check, because no tab shows them, but that `checkTexts` can. */
  readonly unseen: ReadonlySet<string>;
  /**
   * Resolves when the editor has finished checking the files except `checked`, when it takes too long, or when `signal`
   * aborts. `unanswered`: files that a language extension should have checked but reported nothing about.
   */
  settled(
    signal: AbortSignal,
    options?: { readonly checked?: ReadonlySet<string> },
  ): Promise<{ readonly problems: readonly Problem[]; readonly unanswered: readonly string[] }>;
  end(): void;
}
