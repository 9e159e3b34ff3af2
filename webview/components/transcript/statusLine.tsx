import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChatState } from '../../../src/shared/chatState';
import type { ProposalView } from '../../../src/shared/proposals';
import type { OutgoingView } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { duration } from '../../text/format';
import { titleOfCall } from '../../turns';
import { useNow } from '../ui/useNow';

const SLOW_MS = 10_000;

interface StatusLineProps {
  /** The agent's current activity; empty while it is idle. */
  readonly text: string;
  /** Whether it waits for the model. */
  readonly isModel: boolean;
  /** What Pollux itself failed to do for the user, such as opening a file. */
  readonly failure: string;
}

/**
 * The current activity, in a line that is always present. Seconds are hidden from screen readers, which would read
 * each one.
 */
export const StatusLine = memo(function StatusLine({ text, isModel, failure }: StatusLineProps): VNode {
  return (
    <div class={`status${text === '' ? '' : ' status-busy'}`}>
      <span class="status-text" role="status">
        {text}
      </span>
      {text !== '' && <Waited key={text} isModel={isModel} />}
      <span class="status-failure" role="alert">
        {failure}
      </span>
    </div>
  );
});

/** The seconds waited; after ten, also that the model is slow. */
function Waited({ isModel }: { readonly isModel: boolean }): VNode | null {
  const since = useRef(Date.now());
  const now = useNow(true);
  useEffect(() => {
    since.current = Date.now();
  }, []);
  const ms = now - since.current;
  if (ms < 3000) return null;
  const isSlow = isModel && ms >= SLOW_MS;
  return (
    <span class="status-waited" aria-hidden="true">
      {duration(Math.floor(ms / 1000) * 1000)}
      {isSlow && ` · ${l10n.t('still waiting for the model')}`}
    </span>
  );
}

/** Whether only the model's output is awaited. While text streams, the answer itself shows progress. */
export function isModelAwaited(chat: ChatState): boolean {
  const hasCall = Object.values(chat.calls).some(({ state }) => state === 'executing');
  const isWriting = chat.live?.parts.at(-1)?.type === 'text';
  return chat.isRunning && chat.approvals.length === 0 && !chat.retry && !hasCall && !isWriting;
}

/** Whether there is something to fill in or to visit, rather than something to allow. */
const asksForAnswers = ({ kind }: ProposalView) => kind === 'questions' || kind === 'form' || kind === 'page';

/** The most relevant description of the current activity. */
export function statusOf(chat: ChatState, isStopping: boolean, outgoing?: OutgoingView): string {
  if (!chat.isRunning && !outgoing) return '';
  if (isStopping) return l10n.t('Stopping…');
  if (outgoing?.isHeld) return l10n.t('Waiting for your organization’s rules…');
  if (!chat.isRunning) return l10n.t('Sending…');
  const [approval, ...others] = chat.approvals;
  if (approval) {
    const title = titleOfCall(chat, approval.callId);
    if (asksForAnswers(approval.proposal))
      return title === undefined ? l10n.t('Waiting for your answer') : l10n.t('Waiting for your answer: {0}', title);
    if (title !== undefined && others.length > 0)
      return l10n.t('Waiting for your approval: {0} and {1} more', title, others.length);
    return title === undefined ? l10n.t('Waiting for your approval') : l10n.t('Waiting for your approval: {0}', title);
  }
  if (chat.isCompressing) return l10n.t('Compressing the conversation…');
  if (chat.retry && chat.retry.model === undefined) return l10n.t('Waiting to try again');
  const running = Object.values(chat.calls).filter(({ state }) => state === 'executing');
  const call = running.at(-1);
  if (call && running.length > 1) return l10n.t('{0} and {1} more…', call.title, running.length - 1);
  if (call) return l10n.t('{0}…', call.title);
  const part = chat.live?.parts.at(-1);
  if (part?.type === 'text') return l10n.t('Writing…');
  if (part?.type === 'toolCall') return l10n.t('Preparing: {0}', part.call.name);
  return l10n.t('Thinking…');
}
