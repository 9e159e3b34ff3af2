import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { foldText, PROSE } from '../../text/foldedText';
import { Markdown } from '../transcript/markdown';
import { FOLDING, useFolded, useWhole } from './whole';
import { describeMore, MoreButton } from './wholeText';

/**
 * A plan to approve. It is Markdown, so it can only be cut at the end of a line, and only its beginning can be shown
 * alone.
 */
export function PlanBody({ plan }: { readonly plan: string }): VNode {
  const { beginning, rest } = useMemo(() => beginningOf(plan), [plan]);
  const { showAll } = useWhole();
  const isFolded = useFolded(rest.length > 0);
  const root = useRef<HTMLDivElement>(null);
  const unfold = () => {
    showAll();
    // The button no longer exists then.
    root.current?.focus();
  };
  return (
    <div class="plan" ref={root} role="group" aria-label={l10n.t('The plan')} {...FOLDING}>
      <Markdown text={isFolded ? beginning : plan} isDone />
      {isFolded && <MoreButton text={describeMore(rest)} onClick={unfold} />}
    </div>
  );
}

function beginningOf(plan: string) {
  const { first, between, last } = foldText(plan, PROSE);
  const lines = first.reduce((sum, row) => {
    if (row.kind === 'emptyLines') return sum + row.count;
    return sum + (row.kind === 'text' && row.text.endsWith('\n') ? 1 : 0);
  }, 0);
  const beginning = lines > 0 ? plan.split('\n').slice(0, lines).join('\n') : plan.slice(0, PROSE.first * 60);
  return { beginning, rest: between.length > 0 ? [...between, ...last] : [] };
}
