import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { memo } from '../../memo';
import { type DiffLine, type Hunk, hunksOf } from '../../text/diffLines';
import { VisibleText } from '../ui/visibleText';

const signs: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '−', same: ' ', note: '' };

/** The changes of one file, a stretch at a time; scrolls by itself. */
export const DiffPreview = memo(function DiffPreview(props: { readonly diff: string; readonly path: string }): VNode {
  const hunks = hunksOf(props.diff);
  return (
    <div class="diff" tabIndex={0} role="group" aria-label={l10n.t('Changes in {0}', props.path)}>
      <div class="diff-hunks">
        {hunks.map((hunk, i) => (
          <div class="diff-hunk" role="group" aria-label={nameOf(hunk, i + 1, hunks.length)}>
            {hunk.lines.map(line => (
              <div class={`diff-line diff-${line.kind}`}>
                <span class="diff-number" aria-hidden="true">
                  {line.new ?? line.old ?? ''}
                </span>
                <span class="diff-sign">{signs[line.kind]}</span>
                <span class="diff-text">
                  <VisibleText text={line.text} />
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
});

function nameOf(hunk: Hunk, place: number, count: number): string {
  return l10n.t('Change {0} of {1}: {2} lines added, {3} removed', place, count, hunk.added, hunk.removed);
}
