import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Approval } from '../../../src/shared/proposals';
import { strayTitle } from '../../strayTitle';
import { ApprovalCard } from './approvalCard';

/** What a prompt may ask for; the other questions say themselves what they are about. */
const OF_PROMPTS: ReadonlySet<Approval['proposal']['kind']> = new Set(['command', 'fetch', 'read']);

/** A question that belongs to no call. If it had the focus when answered, the focus moves to the message field. */
export function StrayQuestion({ approval }: { readonly approval: Approval }): VNode {
  const hadFocus = useRef(false);
  useLayoutEffect(
    () => () => {
      // Only after removal: until then the user may still be reading it.
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
        {OF_PROMPTS.has(approval.proposal.kind) && (
          <p>
            <strong>{strayTitle(approval)}</strong>
          </p>
        )}
        <ApprovalCard approval={approval} title="" />
      </div>
    </section>
  );
}
