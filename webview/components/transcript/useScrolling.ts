import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../../../src/shared/chatState';
import { placeIn, showPlace } from '../../readingPlace';
import { ScrollKeeper } from '../../scrollKeeper';
import { useServices } from '../../services';

/** How long scrolling must pause before the place is stored, in milliseconds. */
const PAUSE_MS = 200;

/**
 * Follows the end of the conversation, and reports when there is something new out of view. Begins where the user was
 * reading before the page was loaded.
 */
export function useScrolling(
  chat: ChatState,
  outgoing: string | undefined,
  firstTurn: string | undefined,
  onPrompt: () => void,
) {
  const { memory } = useServices();
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const keeper = useRef<ScrollKeeper>(undefined);
  const isPinned = useRef(true);
  const height = useRef(0);
  const [hasNews, setNews] = useState(false);
  /** Until the conversation is first drawn. */
  const place = useRef(memory.placeOf(chat.sessionId));
  useLayoutEffect(() => {
    const view = log.current;
    if (!view || !content.current) return;
    const kept = new ScrollKeeper(view, content.current, pinned => {
      isPinned.current = pinned;
      if (!pinned) return;
      setNews(false);
      memory.setPlace(chat.sessionId, undefined);
    });
    keeper.current = kept;
    const { current: start } = place;
    if (start) kept.hold(() => showPlace(view, start));
    const forget = onPause(view, 'scroll', () => {
      if (view.clientHeight > 0) memory.setPlace(chat.sessionId, isPinned.current ? undefined : placeIn(view));
    });
    return () => {
      forget();
      kept.dispose();
    };
  }, []);
  // Before the paint: an effect after it would cost an extra frame for each piece of an answer.
  useLayoutEffect(() => {
    if (!isPinned.current) setNews(true);
  }, [chat.messages, chat.live, chat.approvals]);
  // The user's own prompt is always scrolled into view.
  const lastPrompt = chat.messages.findLast(message => message.role === 'user')?.id;
  useLayoutEffect(() => {
    const isStart = place.current !== undefined;
    place.current = undefined;
    if (isStart) return;
    if (lastPrompt !== undefined || outgoing !== undefined) keeper.current?.toEnd();
    // With a new prompt, the earlier turns that were shown on request aren't needed anymore.
    onPrompt();
  }, [lastPrompt, outgoing]);
  useLayoutEffect(() => {
    if (log.current && height.current > 0) log.current.scrollTop += log.current.scrollHeight - height.current;
    height.current = 0;
  }, [firstTurn]);
  /** Lets turns be added above without moving what the user is looking at. */
  const keepPlace = (change: () => void) => {
    // The user may press the button by key before scrolling away from the end was noticed.
    keeper.current?.release();
    height.current = log.current?.scrollHeight ?? 0;
    change();
  };
  return { log, content, hasNews, isPinned, toEnd: () => keeper.current?.toEnd(), keepPlace };
}

/** Calls `then` when these events have paused; returns a function that ends this. */
function onPause(target: EventTarget, type: string, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(then, PAUSE_MS);
  };
  target.addEventListener(type, wait, { passive: true });
  return () => {
    clearTimeout(timer);
    target.removeEventListener(type, wait);
  };
}
