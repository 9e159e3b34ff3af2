import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { FindingContext } from '../../folded';
import { memo } from '../../memo';
import { duration } from '../../text/format';
import { Icon } from '../ui/icon';
import { Markdown } from './markdown';

interface ThoughtProps {
  readonly text: string;
  /** Whether the model is still thinking. */
  readonly isOpen: boolean;
  /** When the thinking began, in milliseconds since the epoch. */
  readonly since: number;
}

/** The model's thoughts, folded. Their duration is only known if this panel saw them start and end. */
export const Thought = memo(function Thought({ text, isOpen, since }: ThoughtProps): VNode {
  const began = useRef(isOpen ? since : undefined);
  const [took, setTook] = useState<number>();
  const [isShown, setShown] = useState(false);
  const isFinding = useContext(FindingContext);
  useEffect(() => {
    if (!isOpen && began.current !== undefined) setTook(Date.now() - began.current);
  }, [isOpen]);
  return (
    <details class="thought" onToggle={event => setShown(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" />
        <span>{summaryOf(text, isOpen, took)}</span>
      </summary>
      {(isShown || isFinding) && (
        <div class="thought-text">
          <Markdown text={text} isDone={!isOpen} />
        </div>
      )}
    </details>
  );
});

/** Thoughts begin with a bold title; while the model thinks, the latest title is shown. */
function summaryOf(text: string, isOpen: boolean, took: number | undefined): string {
  if (isOpen) {
    const title = [...text.matchAll(/^\*\*(.+?)\*\*\s*$/gm)].at(-1)?.[1];
    return title === undefined ? l10n.t('Thinking…') : l10n.t('Thinking: {0}', title);
  }
  return took === undefined ? l10n.t('Thought') : l10n.t('Thought for {0}', duration(Math.max(took, 1000)));
}
