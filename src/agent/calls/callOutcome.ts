// What the model and the user are told when a call does not run.
import * as l10n from '@vscode/l10n';
import type { PolicyReason, ReasonKind } from '../../policy/decision';
import { BaselineChanged, ToolError } from '../../shared/errors';
import type { ToolResult } from '../../shared/messages';
import type { Tool, ToolOutput } from '../tool';
import { toolErrorText } from './toolErrorText';

/** How a call ended, before it becomes a result. */
export type CallOutcome = Pick<ToolResult, 'status' | 'error' | 'errorType'> & ToolOutput;

/** The outcome of a call that the user stopped; a tool that throws an error of type `cancelled` says how far it got. */
export function cancelled(error?: unknown): CallOutcome {
  const isTold = error instanceof ToolError && error.type === 'cancelled';
  const content = isTold ? error.message : 'Cancelled by the user before it finished.';
  return { status: 'cancelled', content, errorType: 'cancelled' };
}

export function rejected(reason: string | undefined): CallOutcome {
  const content = reason
    ? `The user rejected this and said: ${reason}`
    : 'The user rejected this. Do not try it again in another way; ask what they want instead, or go on without it.';
  return { status: 'rejected', content, errorType: 'rejected', ...(reason && { error: reason }) };
}

/** The outcome of an edit that builds on one that the user rejected or changed. */
export function dropped(): CallOutcome {
  const content =
    'Not made: it was built on an edit of the same file that the user rejected or changed, and does not fit without it. ' +
    'Read the file again before you go on.';
  const error = l10n.t('Dropped: it builds on an edit that you rejected or changed.');
  return { status: 'rejected', content, error, errorType: 'rejected' };
}

/** The outcome of a call that policy denied; if the user could not be asked, says what about. */
export function denied(reason: PolicyReason): CallOutcome {
  const { kind, detail, isUnasked } = reason;
  const about = detail === undefined ? '' : ` (${detail})`;
  const refusal = isUnasked ? undefined : DENIALS[kind]?.(detail);
  const [content, error] = refusal ?? [
    `Denied by policy: ${NEEDS_APPROVAL[kind] ?? 'this'}${about} needs approval, and nobody can be asked here.`,
    (kind === 'rule' ? undefined : whyAsked(reason)) ??
      l10n.t('This requires approval, and there is no one to ask here.'),
  ];
  return { status: 'error', content, error, errorType: 'policy_violation' };
}

const DENIALS: Partial<Record<ReasonKind, (detail?: string) => readonly [content: string, error: string]>> = {
  planMode: () => [
    'Denied: in plan mode nothing is changed. Describe the change in your plan instead.',
    l10n.t('Plan mode changes nothing.'),
  ],
  noSandbox: () => [
    'Denied: commands have to run in a sandbox, and this machine has none. Do not try it in another way.',
    l10n.t('Commands must run in a sandbox, but this machine doesn’t support one.'),
  ],
  untrusted: () => [
    'Denied: the workspace is not trusted, so nothing is changed.',
    l10n.t('The workspace isn’t trusted.'),
  ],
  rule: detail => [
    `Denied by a policy rule${detail === undefined ? '' : `: ${detail}`}. Do not try it in another way.`,
    detail === undefined ? l10n.t('A policy rule denies this.') : l10n.t('A policy rule denies this: {0}', detail),
  ],
};

const NEEDS_APPROVAL: Partial<Record<ReasonKind, string>> = {
  edit: 'an edit',
  command: 'a shell command',
  fetch: 'a request to the network',
  skill: 'the use of a skill',
  server: 'a tool of a server',
  question: 'a question to the user',
  protected: 'a change of a file that governs the editor or the agent',
  outside: 'a path outside of the workspace',
  secret: 'reading a file that looks like a secret',
  guessed: 'an edit whose place was guessed because old_string is not in the file as given',
  destructive: 'a command that destroys things',
  hook: 'what a hook asks about',
  unparsed: "a command that couldn't be parsed",
  hidden: 'a command with characters that hide what it does',
  redirection: 'a command that is redirected to or from a file',
  indirect: 'a command that can run anything',
  sandboxBlocked: 'what the sandbox blocks',
  rule: 'what a policy rule asks about',
};

/** Why the decision was made, in one sentence, for a user who inspects the rules. */
export function whyDecided(decision: 'allow' | 'ask' | 'deny', reason: PolicyReason): string {
  const { kind, detail } = reason;
  if (decision === 'deny') return denied(reason).error ?? '';
  if (decision === 'ask') return whyAsked(reason) ?? l10n.t('No rule allows this.');
  if (kind === 'rule') return detail ?? l10n.t('A rule allows this.');
  if (kind === 'sandbox') return l10n.t('Runs in the sandbox.');
  return kind === 'mode' ? l10n.t('The approval mode allows this.') : l10n.t('It changes nothing.');
}

/** Why the user is asked, in one sentence, unless that is obvious from the proposal. */
export function whyAsked({ kind, detail = '' }: PolicyReason): string | undefined {
  switch (kind) {
    case 'protected':
      return l10n.t('Always asked: this file controls which programs run or what Pollux may do.');
    case 'selfRunning':
      return l10n.t('This file can run without you starting it: {0}', detail);
    case 'outside':
      return l10n.t('It reaches outside the workspace: {0}', detail);
    case 'secret':
      return l10n.t('This file looks like a secret.');
    case 'secretBelow':
      return l10n.t('It searches a file that looks like a secret: {0}', detail);
    case 'unknownBelow':
      return l10n.t('It searches too many folders to check them all for secrets: {0}', detail);
    case 'guessed':
      return l10n.t('The text to replace isn’t in the file exactly as given, so its place was guessed.');
    case 'destructive':
      return l10n.t('This can destroy data permanently: {0}', detail);
    case 'unparsed':
      return l10n.t('Part of this command couldn’t be parsed.');
    case 'hidden':
      return l10n.t('It contains characters that hide what it does: {0}', detail);
    case 'redirection':
      return l10n.t('It’s redirected to or from a file: {0}', detail);
    case 'indirect':
      return l10n.t('This can run anything: {0}', detail);
    case 'brokenRules':
      return l10n.t('A rules file is invalid: {0}', detail);
    case 'hook':
      return l10n.t('A hook requires approval: {0}', detail);
    case 'rule':
      return detail === '' ? l10n.t('A policy rule requires approval.') : detail;
    case 'sandboxBlocked':
      return l10n.t('Blocked by the sandbox: {0}', detail);
    case 'command':
    case 'edit':
    case 'fetch':
    case 'skill':
    case 'server':
    case 'question':
    case 'readOnly':
    case 'mode':
    case 'planMode':
    case 'untrusted':
    case 'sandbox':
    case 'noSandbox':
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** What the model is told about a tool's failure; null if the failure is a bug of Pollux. */
export function failed(error: unknown): CallOutcome | null {
  if (error instanceof ToolError) {
    const { type, message, forPeople } = error;
    return { status: 'error', content: message, error: forPeople ?? toolErrorText(type) ?? message, errorType: type };
  }
  if (error instanceof BaselineChanged) {
    const content = 'The file changed after you read it, so nothing was written. Read it again and repeat the edit.';
    return { status: 'error', content, error: l10n.t('The file changed in the meantime.'), errorType: 'file_changed' };
  }
  return null;
}

/** The error of a call beyond the `most` that one answer may make. */
export function tooManyCalls(most: number): ToolError {
  return new ToolError(
    'too_many_calls',
    `Not run: an answer may call ${most} tools at most. See what the others gave, then call this again if it is still needed.`,
    l10n.t('Not run: the model called more than {0} tools at once.', most),
  );
}

export function unknownTool(name: string, tools: readonly Tool[]): ToolError {
  const asked = name.slice(0, 100).toLowerCase();
  const nearest = tools
    .map(tool => ({ name: tool.name, distance: distanceTo(asked, tool) }))
    .filter(({ distance }) => distance <= asked.length * MOST_DIFFERENT)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(tool => tool.name);
  const hint =
    nearest.length > 0 ? `Did you mean one of: ${nearest.join(', ')}?` : 'Call only tools that are declared.';
  return new ToolError(
    'tool_not_registered',
    `There is no tool named "${name}". ${hint}`,
    l10n.t('There is no tool named {0}.', name),
  );
}

/** How much of a name may differ from that of a tool which is suggested. */
const MOST_DIFFERENT = 0.4;

/** The distance of a name from a tool's nearest name; 0 if one contains the other, as `grep` and `grep_search`. */
function distanceTo(asked: string, { name: own, otherNames = [] }: Tool): number {
  const distances = [own, ...otherNames].map(each => {
    const isPart = asked.length > 2 && (each.includes(asked) || (each.length > 2 && asked.includes(each)));
    return isPart ? 0 : editDistance(asked, each);
  });
  return Math.min(...distances);
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = a[i] === b[j] ? 0 : 1;
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + change));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
