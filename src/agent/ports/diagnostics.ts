import type { Problem } from '../../shared/problems';

/** Follows the problems that the editor reports while files change. */
export interface Diagnostics {
  /** Makes the editor check files that are not open, so that their problems are known before they change. */
  prepare(files: readonly string[]): void;
  /** Starts following; call it right before these files (absolute, resolved) change, and call `end` afterwards. */
  watch(files: readonly string[]): DiagnosticsWatch;
}

export interface DiagnosticsWatch {
  /** The problems of all files, as known at the start. */
  readonly before: readonly Problem[];
  /** The watched files whose problems were known at the start; problems found in the others may be old. */
  readonly known: ReadonlySet<string>;
  /**
   * Resolves when the editor has finished checking the files, when it takes too long, or when `signal` aborts.
   * `unanswered`: files that a language extension should have checked but reported nothing about.
   */
  settled(
    signal: AbortSignal,
  ): Promise<{ readonly problems: readonly Problem[]; readonly unanswered: readonly string[] }>;
  end(): void;
}
