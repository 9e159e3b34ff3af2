import type { VNode } from 'preact';
import type { AssistantMessage, NoticeMessage } from '../../../src/shared/messages';
import { earlierSteps } from '../../text/format';
import { Answer, type CallContext } from './answer';
import { Notice } from './notice';

interface StepsProps extends CallContext {
  readonly items: readonly (AssistantMessage | NoticeMessage)[];
  /** How many of the oldest steps are left out. */
  readonly hidden: number;
  /** How many more are shown with each request for earlier ones. */
  readonly atOnce: number;
  readonly onEarlier: () => void;
}

/** Answers and notices, below a button for earlier ones. */
export function Steps({ items, hidden, atOnce, onEarlier, ...context }: StepsProps): VNode {
  return (
    <>
      {hidden > 0 && (
        <button type="button" class="link-button steps-more" onClick={onEarlier}>
          {earlierSteps(Math.min(hidden, atOnce))}
        </button>
      )}
      {items
        .slice(hidden)
        .map(item =>
          item.role === 'notice' ? (
            <Notice key={item.id} notice={item} />
          ) : (
            <Answer key={item.id} message={item} {...context} />
          ),
        )}
    </>
  );
}
