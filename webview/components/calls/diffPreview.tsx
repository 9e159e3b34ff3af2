import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { FindingContext } from '../../folded';
import { memo } from '../../memo';
import { type DiffLine, type Hunk, hunksOf } from '../../text/diffLines';
import { moreLines, number } from '../../text/format';
import { type BlankPiece, markBlanks, onlyBlanksChanged } from '../../text/shownBlanks';
import { VisibleText } from '../ui/visibleText';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '−', same: ' ', note: '' };

/** How many lines are shown initially; up to `SPARE` more don't justify a button. */
const SHOWN = 30;
const SPARE = 5;

/**
 * The changes of one file, by hunk; as high as its content, so that it doesn't scroll. Unlike a folded command, a
 * folded diff doesn't prevent acceptance: the diff editor has it all, and a change can be undone.
 */
export const DiffPreview = memo(function DiffPreview(props: { readonly diff: string; readonly path: string }): VNode {
  const all = hunksOf(props.diff);
  const count = all.reduce((sum, { lines }) => sum + lines.length, 0);
  const [isFull, setFull] = useState(count <= SHOWN + SPARE);
  const isFinding = useContext(FindingContext);
  const root = useRef<HTMLDivElement>(null);
  const hunks = isFull || isFinding ? all : firstLines(all);
  const showAll = () => {
    setFull(true);
    // The button no longer exists then.
    root.current?.focus({ preventScroll: true });
  };
  return (
    <div class="diff" tabIndex={0} role="group" aria-label={l10n.t('Changes in {0}', props.path)} ref={root}>
      <div class="diff-hunks">
        {hunks.map((hunk, i) => (
          <div class="diff-hunk" role="group" aria-label={nameOf(hunk, i + 1, all.length)}>
            <Lines lines={hunk.lines} />
          </div>
        ))}
        {hunks !== all && (
          <button type="button" class="link-button diff-more" onClick={showAll}>
            {moreLines(count - SHOWN)}
          </button>
        )}
      </div>
    </div>
  );
});

function Lines({ lines }: { readonly lines: readonly DiffLine[] }): VNode {
  const alike = onlyBlanksChanged(lines);
  return (
    <>
      {lines.map(line => (
        <div class={`diff-line diff-${line.kind}`}>
          <span class="diff-number" aria-hidden="true">
            {line.new ?? line.old ?? ''}
          </span>
          <span class="diff-sign">{SIGNS[line.kind]}</span>
          <span class="diff-text">
            {line.kind === 'added' || line.kind === 'removed' ? (
              markBlanks(line.text, alike.has(line)).map(shownPiece)
            ) : (
              <VisibleText text={line.text} />
            )}
          </span>
        </div>
      ))}
    </>
  );
}

function shownPiece({ text, isMark }: BlankPiece): VNode {
  return isMark ? <span class="diff-blanks">{text}</span> : <VisibleText text={text} />;
}

/** The first hunks, up to `SHOWN` lines with the last hunk cut; their names still count all lines. */
function firstLines(hunks: readonly Hunk[]): Hunk[] {
  let left = SHOWN;
  return hunks.flatMap(hunk => {
    const lines = hunk.lines.slice(0, Math.max(0, left));
    left -= lines.length;
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
}

function nameOf(hunk: Hunk, place: number, count: number): string {
  return l10n.t('Change {0} of {1}: {2}, {3}', place, count, addedText(hunk.added), removedText(hunk.removed));
}

function addedText(count: number): string {
  return count === 1 ? l10n.t('1 line added') : l10n.t('{0} lines added', number(count));
}

function removedText(count: number): string {
  return count === 1 ? l10n.t('1 line removed') : l10n.t('{0} lines removed', number(count));
}
