import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../../../src/shared/chatState';
import { FindingContext, FollowingContext } from '../../folded';
import { hasModifier } from '../../keys';
import { ScrollKeeper } from '../../scrollKeeper';
import { useServices } from '../../services';
import { silentSecondsOf } from '../../text/silence';
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

/** So many turns are on the page at first, and more with each wish for earlier ones. */
const WINDOW = 50;

interface TranscriptProps {
  readonly chat: ChatState;
  /** The host has more messages, which come before those of `chat`. */
  readonly hasEarlier: boolean;
  /** The prompt that is being changed. */
  readonly edited: string | undefined;
  /** What is sent but not part of the conversation yet. */
  readonly outgoing: string | undefined;
  /** Shown in place of an empty conversation. */
  readonly children: ComponentChildren;
}

/** The conversation. Only the newest turns are on the page, and only the newest one can change. */
export function Transcript({ chat, hasEarlier, edited, outgoing, children }: TranscriptProps): VNode {
  const { host, ask } = useServices();
  const [count, setCount] = useState(WINDOW);
  const { isFinding, closeFind } = useFind();
  const turns = useMemo(() => turnsOf(chat.messages), [chat.messages]);
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
    // The button takes the focus with it when there is nothing left to ask for.
    const isLost = hasAsked.current && document.hasFocus() && document.activeElement === document.body;
    if (!hasMore && isLost) log.current?.focus({ preventScroll: true });
    if (!hasMore) hasAsked.current = false;
  }, [hasMore]);
  const jump = () => {
    setCount(WINDOW);
    toEnd();
    // The button is gone then; whoever pressed it by a key goes on where the next sentence is said.
    if (document.activeElement?.closest('.jump')) document.querySelector<HTMLElement>('.message')?.focus();
  };
  const strays = strayApprovals(chat);
  const silentSeconds = silentSecondsOf(chat);
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
          {silentSeconds !== undefined && <SilenceBanner seconds={silentSeconds} />}
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

/** Whether the find bar is open. Ctrl+F opens it from anywhere in the panel; closing it gives the focus back. */
function useFind() {
  const [isFinding, setFinding] = useState(false);
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !hasModifier(event) || event.shiftKey || event.altKey) return;
      // The editor would open its own bar otherwise.
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

const noCalls: CallContext['calls'] = {};

/** Older turns do not hear of live calls, so that output of a command renders one turn and not all of them. */
function contextOf(chat: ChatState, results: CallContext['results'], isNewest: boolean): CallContext {
  return {
    calls: isNewest ? chat.calls : noCalls,
    approvals: chat.approvals,
    results,
    isLive: isNewest && chat.isRunning,
    ...(chat.agents && { agents: chat.agents }),
  };
}

/** Follows the end of the conversation, and says when there is something new that is out of sight. */
function useScrolling(
  chat: ChatState,
  outgoing: string | undefined,
  firstTurn: string | undefined,
  onPrompt: () => void,
) {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const keeper = useRef<ScrollKeeper>(undefined);
  const isPinned = useRef(true);
  const height = useRef(0);
  const [hasNews, setNews] = useState(false);
  useLayoutEffect(() => {
    if (!log.current || !content.current) return;
    keeper.current = new ScrollKeeper(log.current, content.current, pinned => {
      isPinned.current = pinned;
      if (pinned) setNews(false);
    });
    return () => keeper.current?.dispose();
  }, []);
  // Before the paint: an effect after it would cost a frame of its own with each piece of an answer.
  useLayoutEffect(() => {
    if (!isPinned.current) setNews(true);
  }, [chat.messages, chat.live, chat.approvals]);
  // A prompt of one's own is always looked at.
  const lastPrompt = chat.messages.findLast(message => message.role === 'user')?.id;
  useLayoutEffect(() => {
    if (lastPrompt !== undefined || outgoing !== undefined) keeper.current?.toEnd();
    // Whoever goes on has no more use for what was shown of the beginning.
    onPrompt();
  }, [lastPrompt, outgoing]);
  useLayoutEffect(() => {
    if (log.current && height.current > 0) log.current.scrollTop += log.current.scrollHeight - height.current;
    height.current = 0;
  }, [firstTurn]);
  /** Lets turns come in above without pushing away what is looked at. */
  const keepPlace = (change: () => void) => {
    // A key may ask for them before it is known that the user has scrolled away from the end.
    keeper.current?.release();
    height.current = log.current?.scrollHeight ?? 0;
    change();
  };
  return { log, content, hasNews, isPinned, toEnd: () => keeper.current?.toEnd(), keepPlace };
}
