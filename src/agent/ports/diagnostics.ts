import type { Problem } from '../../shared/problems';

/** Follows what the editor finds wrong while files change. */
export interface Diagnostics {
  /** Has the editor look at files that nobody has open, so that their problems are known before they change. */
  prepare(files: readonly string[]): void;
  /** Begins to follow; to be called right before these files (absolute, resolved) change, and ended. */
  watch(files: readonly string[]): DiagnosticsWatch;
}

export interface DiagnosticsWatch {
  /** Of all files, as they were known at the beginning. */
  readonly before: readonly Problem[];
  /** The watched files whose problems were known then; what is found in the others may be old. */
  readonly known: ReadonlySet<string>;
  /**
   * Resolves when the editor has settled on the files as they are now, when it has taken too long, or when `signal`
   * aborts. `unanswered` are those that a language extension should have looked at and said nothing about.
   */
  settled(
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly unanswered: readonly string[] }>;
  end(): void;
}
