// What the model and the person are told when a call does not run.
import * as l10n from '@vscode/l10n';
import type { PolicyReason } from '../policy/engine';
import { BaselineChanged, ToolError } from '../shared/errors';
import type { ToolResult } from '../shared/messages';
import type { Tool } from './tool';
import { toolErrorText } from './toolErrorText';

/** How a call ended, before it becomes a result. */
export type Ending = Pick<ToolResult, 'status' | 'content' | 'images' | 'display' | 'error' | 'errorType'>;

export function cancelled(): Ending {
  const content = 'Cancelled by the user before it finished.';
  return { status: 'cancelled', content, errorType: 'cancelled' };
}

export function rejected(reason: string | undefined): Ending {
  const content = reason
    ? `The user rejected this and said: ${reason}`
    : 'The user rejected this. Do not try it again in another way; ask what they want instead, or go on without it.';
  return { status: 'rejected', content, errorType: 'rejected', ...(reason && { error: reason }) };
}

export function denied(reason: PolicyReason): Ending {
  const [content, error] = {
    planMode: [
      'Denied: in plan mode nothing is changed. Describe the change instead.',
      l10n.t('Plan mode changes nothing.'),
    ],
    untrusted: [
      'Denied: the workspace is not trusted, so nothing is changed.',
      l10n.t('The workspace is not trusted.'),
    ],
    protected: [
      'Denied by policy: this file governs the editor or the agent, so a person must approve the change, and nobody can be asked here.',
      l10n.t('A protected file needs approval, and nobody can be asked here.'),
    ],
    edit: ['Denied by policy: an edit needs approval, and nobody can be asked here.', needsApproval()],
    command: ['Denied by policy: a shell command needs approval, and nobody can be asked here.', needsApproval()],
  }[reason] as [string, string];
  return { status: 'error', content, error, errorType: 'policy_violation' };
}

/** Why the person is asked, where that isn't plain from what is proposed. */
export function whyAsked(reason: PolicyReason): string | undefined {
  return reason === 'protected'
    ? l10n.t('Always asked: this file controls which programs run or what Pollux may do.')
    : undefined;
}

function needsApproval(): string {
  return l10n.t('This needs approval, and nobody can be asked here.');
}

/** What a tool's failure tells the model; null if it is a bug of ours. */
export function failed(error: unknown): Ending | null {
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

export function unknownTool(name: string, tools: readonly Tool[]): ToolError {
  const nearest = tools
    .map(tool => ({ name: tool.name, distance: editDistance(name, tool.name) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(tool => tool.name);
  return new ToolError(
    'tool_not_registered',
    `There is no tool named "${name}". Did you mean one of: ${nearest.join(', ')}?`,
    l10n.t('There is no tool named {0}.', name),
  );
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
