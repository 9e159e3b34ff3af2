import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Approval } from '../../../src/shared/proposals';
import { strayTitle } from '../../strayTitle';
import { ApprovalCard } from './approvalCard';

/** A question that is about no call. Whoever answers it by a key goes on where the next sentence is said. */
export function StrayQuestion({ approval }: { readonly approval: Approval }): VNode {
  const hadFocus = useRef(false);
  useLayoutEffect(
    () => () => {
      // Not before it is gone: until then it may still be read.
      if (!hadFocus.current) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('.message')?.focus();
      });
    },
    [],
  );
  return (
    <section
      class="tool tool-waiting"
      role="group"
      aria-label={strayTitle(approval)}
      onFocusCapture={() => (hadFocus.current = true)}
      onBlurCapture={event => (hadFocus.current = event.relatedTarget === null)}
    >
      <div class="tool-body">
        <ApprovalCard approval={approval} title="" />
      </div>
    </section>
  );
}
