import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { type FoldedText, type FoldSize, foldText, linesIn, type TextRow } from '../../text/foldedText';
import { moreLines, number } from '../../text/format';
import { FOLDING, useFolded, useWhole } from './whole';

interface WholeTextProps {
  readonly text: string;
  /** How much is visible initially. */
  readonly size: FoldSize;
  readonly class?: string;
  /** The accessible name. */
  readonly label?: string;
}

/**
 * A text to approve: its beginning and end first, the rest on request. Long runs of blanks and empty lines are
 * counted.
 */
export function WholeText({ text, size, class: className = 'whole-text', label }: WholeTextProps): VNode {
  const { first, between, last } = useMemo(() => foldText(text, size), [text, size]);
  const { showAll } = useWhole();
  const isFolded = useFolded(between.length > 0);
  const root = useRef<HTMLPreElement>(null);
  const unfold = () => {
    showAll();
    // The button no longer exists then.
    root.current?.focus();
  };
  return (
    <pre class={className} ref={root} {...FOLDING} {...(label !== undefined && { role: 'group', 'aria-label': label })}>
      <Rows rows={first} />
      {isFolded ? (
        <>
          {!endsLine(first) && '\n'}
          <MoreButton text={describeMore(between)} onClick={unfold} />
          {'\n'}
        </>
      ) : (
        <Rows rows={between} />
      )}
      <Rows rows={last} />
    </pre>
  );
}

/** Unfolds the omitted part in place. */
export function MoreButton({ text, onClick }: { readonly text: string; readonly onClick: () => void }): VNode {
  return (
    <button type="button" class="link-button command-more" onClick={onClick}>
      {text}
    </button>
  );
}

export function describeMore(between: FoldedText['between']): string {
  const lines = linesIn(between);
  if (lines > 0) return moreLines(lines);
  const length = between.reduce((sum, row) => sum + (row.kind === 'text' ? row.text.length : row.count), 0);
  return l10n.t('+{0} more characters: show all', number(length));
}

function endsLine(rows: readonly TextRow[]): boolean {
  const row = rows.at(-1);
  return row?.kind === 'emptyLines' || (row?.kind === 'text' && row.text.endsWith('\n'));
}

function Rows({ rows }: { readonly rows: readonly TextRow[] }): VNode {
  return <>{rows.map(rowOf)}</>;
}

function rowOf(row: TextRow): VNode | string {
  switch (row.kind) {
    case 'text':
      return row.text;
    case 'hidden':
      return <span class="hidden-character">{row.count === 1 ? row.text : `${row.text} × ${number(row.count)}`}</span>;
    case 'blanks':
      return <span class="hidden-character">{l10n.t('{0} spaces or tabs', number(row.count))}</span>;
    case 'emptyLines':
      return (
        <>
          <span class="hidden-character">{l10n.t('{0} empty lines', number(row.count))}</span>
          {'\n'}
        </>
      );
    default:
      return row satisfies never;
  }
}
