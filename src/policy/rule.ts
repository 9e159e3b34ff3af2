import type { ApprovalMode } from '../shared/protocol';

export type RuleDecision = 'allow' | 'ask' | 'deny';

/** One rule, as its file has it. */
export interface Rule {
  /** Names of tools; `*` at the end stands for any rest, alone for any tool. */
  readonly toolNames: readonly string[];
  readonly serverName?: string;
  /** Only calls that this agent makes. */
  readonly agent?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly argsPattern?: RegExp;
  /** Of a fetch: every address goes to this host. */
  readonly fetchHost?: string;
  /** Each the beginning of a shell command, in words. */
  readonly commandPrefixes?: readonly string[];
  readonly commandRegex?: RegExp;
  /** Only commands that name an ignored file; such a rule allows nothing. */
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

/** What is wrong with a file of rules. `line` is 1-based. */
export interface RuleProblem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
  /** No rule that forbids or asks is lost by it, so the others go on allowing. */
  readonly isHarmless?: true;
}

/** What the sandbox of commands gives besides: one host, one directory, or one command that runs without it. */
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
