import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../../../src/shared/chatState';
import { FindingContext, FollowingContext } from '../../folded';
import { hasModifier } from '../../keys';
import { useServices } from '../../services';
import { silenceText } from '../../text/silence';
import { resultsOf, strayApprovals, turnsOf, withLive } from '../../turns';
import type { CallContext } from './answer';
import { StrayQuestion } from '../approvals/strayQuestion';
import { Button } from '../ui/controls';
import { FindBar } from './findBar';
import { Guard } from '../ui/guard';
import { Icon } from '../ui/icon';
import { followAddress, moveByTurn } from './logKeys';
import { RetryBanner } from './retryBanner';
import { SilenceBanner } from './silenceBanner';
import { AgentTurn, OutgoingTurn, UserTurn } from './turn';
import { useScrolling } from './useScrolling';

/** How many turns are rendered initially, and how many more with each request for earlier ones. */
const WINDOW = 50;

interface TranscriptProps {
  readonly chat: ChatState;
  /** The host has more messages, from before those of `chat`. */
  readonly hasEarlier: boolean;
  /** The id of the prompt that is being edited. */
  readonly edited: string | undefined;
  /** A prompt that was sent but isn't part of the conversation yet. */
  readonly outgoing: string | undefined;
  /** Shown in place of an empty conversation. */
  readonly children: ComponentChildren;
}

/** The conversation. Only the newest turns are rendered, and only the newest one can change. */
export function Transcript({ chat, hasEarlier, edited, outgoing, children }: TranscriptProps): VNode {
  const { host, ask, memory } = useServices();
  const { isFinding, closeFind } = useFind();
  const turns = useMemo(() => turnsOf(chat.messages), [chat.messages]);
  const [count, setCount] = useState(() => {
    const read = turns.findIndex(({ key }) => key === memory.placeOf(chat.sessionId)?.turn);
    return read < 0 ? WINDOW : Math.max(WINDOW, turns.length - read);
  });
  const results = useMemo(() => resultsOf(chat.messages), [chat.messages]);
  const shown = withLive(turns, chat.live).slice(-count);
  const isCut = turns.length > count;
  const hasMore = isCut || hasEarlier;
  const { log, content, hasNews, isPinned, toEnd, keepPlace } = useScrolling(chat, outgoing, shown[0]?.key, () =>
    setCount(WINDOW),
  );
  const hasAsked = useRef(false);
  const showEarlier = () => {
    hasAsked.current = true;
    const first = chat.messages[0];
    if (hasEarlier && first && turns.length <= count) ask(host.showEarlier(first.id));
    keepPlace(() => setCount(count + WINDOW));
  };
  useLayoutEffect(() => {
    // The button loses the focus when it disappears because there are no more earlier messages.
    const isLost = hasAsked.current && document.hasFocus() && document.activeElement === document.body;
    if (!hasMore && isLost) log.current?.focus({ preventScroll: true });
    if (!hasMore) hasAsked.current = false;
  }, [hasMore]);
  const jump = () => {
    setCount(WINDOW);
    toEnd();
    // The button no longer exists then; a keyboard user continues in the message box.
    if (document.activeElement?.closest('.jump')) document.querySelector<HTMLElement>('.message')?.focus();
  };
  const strays = strayApprovals(chat);
  const silence = silenceText(chat);
  const transcript = (
    <div class="transcript">
      <div
        ref={log}
        class="log"
        role="log"
        aria-label={l10n.t('Conversation')}
        aria-live="off"
        tabIndex={0}
        onClick={event => followAddress(event, host, ask)}
        onKeyDown={event => {
          followAddress(event, host, ask);
          moveByTurn(event);
        }}
      >
        <div ref={content} class="turns">
          {hasMore && (
            <div class="earlier">
              <Button onClick={showEarlier}>{l10n.t('Show earlier messages')}</Button>
            </div>
          )}
          {shown.length === 0 && !hasEarlier && outgoing === undefined && children}
          {shown.map((turn, i) => (
            <Guard key={turn.key}>
              {turn.kind === 'user' ? (
                <UserTurn message={turn.message} isEdited={turn.key === edited} />
              ) : (
                <AgentTurn items={turn.items} {...contextOf(chat, results, i === shown.length - 1)} />
              )}
            </Guard>
          ))}
          {outgoing !== undefined && <OutgoingTurn text={outgoing} />}
          {strays.map(approval => (
            <StrayQuestion key={approval.callId} approval={approval} />
          ))}
          {chat.retry && <RetryBanner retry={chat.retry} />}
          {silence !== undefined && <SilenceBanner text={silence} />}
        </div>
      </div>
      {hasNews && (
        <div class="jump" onMouseDown={event => event.preventDefault()}>
          <Button onClick={jump}>
            <Icon name="arrow-down" /> {l10n.t('Jump to latest')}
          </Button>
        </div>
      )}
    </div>
  );
  return (
    <>
      {isFinding && (
        <FindBar
          content={() => content.current}
          isPartial={hasMore}
          version={`${chat.messages.length}.${count}`}
          onClose={closeFind}
        />
      )}
      <FollowingContext.Provider value={isPinned}>
        <FindingContext.Provider value={isFinding}>{transcript}</FindingContext.Provider>
      </FollowingContext.Provider>
    </>
  );
}

/** Whether the find bar is open. Ctrl+F opens it from anywhere in the panel; closing it restores the focus. */
function useFind() {
  const [isFinding, setFinding] = useState(false);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !hasModifier(event) || event.shiftKey || event.altKey) return;
      // Otherwise, the editor would open its own find bar.
      event.preventDefault();
      event.stopPropagation();
      const bar = document.querySelector<HTMLInputElement>('.find-text');
      bar?.select();
      bar?.focus();
      if (bar) return;
      before.current = document.activeElement;
      setFinding(true);
    };
    document.addEventListener('keydown', open, true);
    return () => document.removeEventListener('keydown', open, true);
  }, []);
  const closeFind = () => {
    setFinding(false);
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return { isFinding, closeFind };
}

const NO_CALLS: CallContext['calls'] = {};

/** Older turns don't get live calls, so that a command's output renders one turn and not all. */
function contextOf(chat: ChatState, results: CallContext['results'], isNewest: boolean): CallContext {
  return {
    calls: isNewest ? chat.calls : NO_CALLS,
    approvals: chat.approvals,
    results,
    isLive: isNewest && chat.isRunning,
    ...(chat.agents && { agents: chat.agents }),
  };
}
