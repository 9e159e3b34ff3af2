import type { ApprovalMode } from '../shared/protocol';

export type RuleDecision = 'allow' | 'ask' | 'deny';

/** One rule, as its file defines it. */
export interface Rule {
  /** Names of tools; a `*` at the end matches any rest, a `*` alone any tool. */
  readonly toolNames: readonly string[];
  readonly serverName?: string;
  /** Only calls made by this agent. */
  readonly agent?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly argsPattern?: RegExp;
  /** For a fetch: every address is on this host. */
  readonly fetchHost?: string;
  /** Each is the beginning of a shell command, in whole words. */
  readonly commandPrefixes?: readonly string[];
  readonly commandRegex?: RegExp;
  /** Only commands that name an ignored file; such a rule never allows. */
  readonly ignoredFiles?: true;
  readonly decision: RuleDecision;
  /** Tier and priority as one number: 4.2 is priority 200 of the user's rules. */
  readonly rank: number;
  readonly modes?: readonly ApprovalMode[];
  readonly isInteractive?: boolean;
  readonly allowsRedirection: boolean;
  readonly denyMessage?: string;
  /** Such as `team.toml:12`. */
  readonly name: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/** A problem in a rule file. `line` is 1-based. */
export interface RuleProblem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
  /** The problem loses no rule that denies or asks, so the other rules still allow. */
  readonly isHarmless?: true;
}

/** Additional permission in the sandbox: one host, one directory, or one command that runs without it. */
export interface SandboxGrant {
  readonly host?: string;
  readonly folder?: string;
  /** Exactly this text. */
  readonly command?: string;
}

export interface RuleFile {
  readonly rules: readonly Rule[];
  readonly grants?: readonly SandboxGrant[];
  readonly problems: readonly RuleProblem[];
}
