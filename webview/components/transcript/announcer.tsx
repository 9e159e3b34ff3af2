import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../../../src/shared/chatState';
import type { ToolResult } from '../../../src/shared/messages';
import { memo } from '../../memo';
import { strayTitle } from '../../strayTitle';
import { titleOfCall } from '../../turns';
import { waitingChatsText } from '../../text/waitingChats';
import { failedWith } from '../calls/callStatus';

interface Announcement {
  readonly text: string;
  readonly isUrgent: boolean;
}

/** Announces events to assistive technology in whole sentences, never the words of an answer as they stream. */
export const Announcer = memo(function Announcer(props: Watched): VNode {
  const before = useRef(props);
  const count = useRef(0);
  const [said, setSaid] = useState<Announcement>({ text: '', isUrgent: false });
  useEffect(() => {
    const next = announcementFor(before.current, props);
    before.current = props;
    if (!next) return;
    count.current++;
    setSaid(next);
  });
  // A new element each time, since assistive technology would ignore the same words in the same element.
  const text = <span key={count.current}>{said.text}</span>;
  return (
    <div class="visually-hidden">
      <div aria-live="polite">{!said.isUrgent && text}</div>
      <div aria-live="assertive">{said.isUrgent && text}</div>
    </div>
  );
});

function hasFailed({ status, display }: ToolResult): boolean {
  return status === 'error' || failedWith(status, display) !== undefined;
}

function describeFailure({ title, status, display }: ToolResult): string {
  const exitCode = failedWith(status, display);
  return exitCode === undefined
    ? l10n.t('Failed: {0}.', title)
    : l10n.t('Failed with exit code {0}: {1}.', exitCode, title);
}

interface Watched extends Pick<ChatState, 'messages' | 'approvals' | 'isRunning' | 'calls' | 'agents'> {
  /** That the service is silent. */
  readonly silence?: string | undefined;
  /** How many other chats wait for approval. */
  readonly waitingChats?: number | undefined;
}

/** The announcement for the transition between two states; undefined if there is nothing to announce. */
export function announcementFor(before: Watched, after: Watched): Announcement | undefined {
  const asked = after.approvals.filter(approval => !before.approvals.some(({ callId }) => callId === approval.callId));
  if (asked.length > 0) {
    const titles = asked.map(approval => titleOfCall(after, approval.callId) ?? strayTitle(approval));
    return { text: l10n.t('Approval needed: {0}', titles.join(', ')), isUrgent: true };
  }
  const waiting = Object.values(after.calls).filter(({ id, awaited }) => awaited && !before.calls[id]?.awaited);
  if (waiting.length > 0) {
    const titles = waiting.map(({ title }) => title);
    return { text: l10n.t('The command waits for input: {0}', titles.join(', ')), isUrgent: true };
  }
  // Not by count: earlier messages may have been added above.
  const last = before.messages.at(-1);
  const added = last ? after.messages.slice(after.messages.lastIndexOf(last) + 1) : [];
  const failure = added.findLast(message => message.role === 'notice' && message.level === 'error');
  // A restored conversation is not news: without a previous message, nothing counts as added.
  if (failure?.role === 'notice') return { text: failure.text, isUrgent: true };
  const failed = added.flatMap(message => (message.role === 'tool' ? message.results.filter(hasFailed) : []));
  if (failed.length > 0) {
    return { text: failed.map(describeFailure).join(' '), isUrgent: false };
  }
  if (after.silence !== undefined && before.silence === undefined) return { text: after.silence, isUrgent: false };
  const waitingChats = after.waitingChats ?? 0;
  if (waitingChats > (before.waitingChats ?? 0)) return { text: waitingChatsText(waitingChats), isUrgent: false };
  if (before.isRunning && !after.isRunning) return { text: l10n.t('Pollux has finished.'), isUrgent: false };
  return undefined;
}
