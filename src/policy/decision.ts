import type { Effects, Proposal, RememberChoice } from '../shared/proposals';
import type { Confinement, SandboxTier } from '../shared/sandbox';

/** One call that policy decides about. `proposal` is absent for a tool that only reads. */
export interface PolicyRequest {
  readonly toolName: string;
  /** Other names of the same tool: a rule about any of them applies to this call. */
  readonly otherNames?: readonly string[];
  /** The tool writes the user's memory and nothing else. */
  readonly isMemory?: true;
  /** The MCP server that the tool comes from. */
  readonly serverName?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly proposal?: Proposal;
  /** The name of the agent that makes the call, if it is not the main agent of the chat. */
  readonly agent?: string;
}

/** The reason for a decision; `command`, `edit`, `fetch`, `skill` and `server` are the usual reasons to ask. */
export type ReasonKind =
  | 'readOnly'
  | 'mode'
  | 'rule'
  | 'command'
  | 'edit'
  | 'fetch'
  | 'skill'
  | 'server'
  /** The tool is itself a question to the user. */
  | 'question'
  /** A file that governs the editor or the agent, or that is outside the workspace. */
  | 'protected'
  | 'outside'
  /** A file that runs on its own or with an everyday command. */
  | 'selfRunning'
  /** A file that looks like a secret. */
  | 'secret'
  /** There are files that look like secrets where a command searches. */
  | 'secretBelow'
  /** There are too many files where a command searches to know whether any is a secret. */
  | 'unknownBelow'
  /** An edit whose position was guessed because the text it replaces is not in the file. */
  | 'guessed'
  /** A command that destroys something that can't be recovered. */
  | 'destructive'
  /** A command that could not be parsed completely. */
  | 'unparsed'
  /** Characters that hide what a command does. */
  | 'hidden'
  | 'redirection'
  /** A program that could run or write anything, such as an interpreter or a launcher. */
  | 'indirect'
  | 'planMode'
  | 'untrusted'
  /** Rules could not be read, so no rule allows anything. */
  | 'brokenRules'
  /** A hook requires that the user is asked. */
  | 'hook'
  /** The sandbox confines the command, so it needs no approval. */
  | 'sandbox'
  /** The sandbox blocked this command before, or is known to block it. */
  | 'sandboxBlocked'
  /** A sandbox is required, but there is none here. */
  | 'noSandbox';

export interface PolicyReason {
  readonly kind: ReasonKind;
  /** The rule's own message, a path, or the part of the command. */
  readonly detail?: string;
  /** Denied only because it required approval and there was no user to ask. */
  readonly isUnasked?: true;
}

/** A rule as the user can find it: file and line, or the setting that defines it. */
export interface RuleReference {
  readonly name: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

export interface PartDecision {
  /** One simple command of the line, as written. */
  readonly text: string;
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly reason: PolicyReason;
  readonly rule?: RuleReference;
}

export interface Decision {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly reason: PolicyReason;
  readonly rule?: RuleReference;
  /** `askedBy`: the hook that requires asking. `changedBy`: the hook that changed the arguments. */
  readonly askedBy?: string;
  readonly changedBy?: string;
  readonly parts?: readonly PartDecision[];
  readonly effects?: Effects;
  /** The command's text shows that it can't change any file. */
  readonly onlyLooks?: true;
  /** For a command that only looks and records in git: the folders whose repositories it records in. */
  readonly records?: readonly string[];
  /** Where a command runs; absent if there is no sandbox. */
  readonly sandbox?: SandboxDecision;
  /** What may be remembered if the user accepts. */
  readonly remember?: readonly RememberChoice[];
}

export interface SandboxDecision {
  readonly tier: SandboxTier | 'none';
  readonly confinement: Confinement;
  /** Hosts and folders in the confinement that no rule grants. */
  readonly adds?: readonly string[];
  /** By id of a choice that may be remembered: where the command runs if the user takes that choice. */
  readonly byChoice?: Readonly<Record<string, Confinement>>;
}

/** Decides which calls are allowed, denied or asked about. */
export interface Policy {
  /** Never rejects: a call that can't be evaluated is asked about, or denied if there is no user to ask. */
  decide(request: PolicyRequest): Promise<Decision>;
  /** Makes the rule of an offered choice apply from now on. Rejects if it can't be saved. */
  remember(choice: RememberChoice): Promise<void>;
}
