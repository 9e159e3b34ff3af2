import type { Effects, Proposal, RememberChoice } from '../shared/proposals';
import type { Confinement, SandboxTier } from '../shared/sandbox';

/** What policy is asked about: one call. `proposal` is absent for a tool that only reads. */
export interface PolicyRequest {
  readonly toolName: string;
  /** Other names of the same tool: a rule about any of them is about this call. */
  readonly otherNames?: readonly string[];
  /** The tool writes the user's memory, and nothing else. */
  readonly isMemory?: true;
  /** The MCP server that the tool comes from. */
  readonly serverName?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly proposal?: Proposal;
  /** The name of the agent that makes the call, where it is not the one of the chat. */
  readonly agent?: string;
}

/** Why it was decided so; `command`, `edit`, `fetch`, `skill` and `server` are the ordinary question about such a change. */
export type ReasonKind =
  | 'readOnly'
  | 'mode'
  | 'rule'
  | 'command'
  | 'edit'
  | 'fetch'
  | 'skill'
  | 'server'
  /** The tool is itself a question to the person. */
  | 'question'
  /** A file that governs the editor or the agent, or is outside of the workspace. */
  | 'protected'
  | 'outside'
  /** A file that runs on its own, or with an everyday command. */
  | 'selfRunning'
  /** A file that looks like a secret. */
  | 'secret'
  /** Such files lie where a command searches. */
  | 'secretBelow'
  /** There are too many files where a command searches to know that. */
  | 'unknownBelow'
  /** An edit whose place was guessed, because the text it replaces is not in the file. */
  | 'guessed'
  /** A command that destroys what can't be brought back. */
  | 'destructive'
  /** A command that could not be parsed whole. */
  | 'unparsed'
  /** Characters that hide what a command does. */
  | 'hidden'
  | 'redirection'
  /** A program that could run or write anything, such as an interpreter or a launcher. */
  | 'indirect'
  | 'planMode'
  | 'untrusted'
  /** Rules could not be read, so nothing is allowed by them. */
  | 'brokenRules'
  /** A hook wants the person to be asked. */
  | 'hook'
  /** The sandbox holds a command, so that it needs no question. */
  | 'sandbox'
  /** The sandbox kept the same command from what it wants, or is known to. */
  | 'sandboxBlocked'
  /** A sandbox must be, and there is none here. */
  | 'noSandbox';

export interface PolicyReason {
  readonly kind: ReasonKind;
  /** A rule's own words, a path, or the part of the command. */
  readonly detail?: string;
  /** It is denied only because what should have been asked about was met where nobody can be asked. */
  readonly isUnasked?: true;
}

/** A rule as people find it: file and line, or what sets it. */
export interface RuleReference {
  readonly name: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

export interface PartDecision {
  /** One simple command of the whole, as written. */
  readonly text: string;
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly reason: PolicyReason;
  readonly rule?: RuleReference;
}

export interface Decision {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly reason: PolicyReason;
  readonly rule?: RuleReference;
  /** The hook that wants it to be asked about, and the one that changed the arguments. */
  readonly askedBy?: string;
  readonly changedBy?: string;
  readonly parts?: readonly PartDecision[];
  readonly effects?: Effects;
  /** A command that can change no file, by what it says. */
  readonly onlyLooks?: true;
  /** Of a command that looks and records in git, and does nothing else: the folders in which it records. */
  readonly records?: readonly string[];
  /** Where a command runs; absent: there is no sandbox. */
  readonly sandbox?: SandboxDecision;
  /** What may be remembered if the person accepts. */
  readonly remember?: readonly RememberChoice[];
}

export interface SandboxDecision {
  readonly tier: SandboxTier | 'none';
  readonly confinement: Confinement;
  /** Hosts and folders in it that no rule gives. */
  readonly adds?: readonly string[];
  /** By the id of a choice that may be remembered: where it runs if the user takes that. */
  readonly byChoice?: Readonly<Record<string, Confinement>>;
}

/** Who may do what. */
export interface Policy {
  /** Never rejects: what can't be evaluated is asked about, or denied where nobody can be asked. */
  decide(request: PolicyRequest): Promise<Decision>;
  /** Makes the rule of a choice that a decision offered hold from now on. Rejects if it can't be saved. */
  remember(choice: RememberChoice): Promise<void>;
}
