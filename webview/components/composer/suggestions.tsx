import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Completion, CompletionKind } from '../../../src/shared/protocol';
import type { IconName } from '../../icons';
import { Icon } from '../ui/icon';

export const SUGGESTIONS = 'suggestions';

export function suggestionId(index: number): string {
  return `${SUGGESTIONS}-${index}`;
}

export interface SuggestionsProps {
  readonly kind: CompletionKind;
  readonly items: readonly Completion[];
  readonly chosen: number;
  readonly onChoose: (item: Completion) => void;
}

const ICONS: Readonly<Partial<Record<Completion['kind'], IconName>>> = { file: 'file', folder: 'folder' };

/** Completions for the typed text. The focus stays in the message box, whose keys move through the list. */
export function Suggestions({ kind, items, chosen, onChoose }: SuggestionsProps): VNode {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen, items]);
  return (
    <ul
      ref={list}
      id={SUGGESTIONS}
      class="completions"
      role="listbox"
      aria-label={listName(kind)}
      // Scrollable elements must be reachable by keyboard, but Tab never gets here: leaving the message box closes
      // the list.
      tabIndex={0}
      // Scrolling with the mouse keeps the focus where it is.
      onMouseDown={event => event.preventDefault()}
    >
      {items.map((item, i) => {
        const icon = ICONS[item.kind];
        return (
          <li
            key={item.insert}
            id={suggestionId(i)}
            class={`completion completion-${item.kind}`}
            role="option"
            aria-selected={i === chosen}
            onClick={() => onChoose(item)}
          >
            {icon && <Icon name={icon} />}
            <span class="completion-label">{item.kind === 'source' ? withSign(item.label) : item.label}</span>
            {item.hint !== undefined && <span class="completion-hint">{item.hint}</span>}
            {item.detail !== undefined && <span class="completion-detail">{item.detail}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** The `@` stands where other rows have their icon, so that all names begin in one column. */
function withSign(label: string): VNode {
  return (
    <>
      <span class="completion-sign">@</span>
      {label.replace(/^@/, '')}
    </>
  );
}

function listName(kind: CompletionKind): string {
  if (kind === 'argument') return l10n.t('Arguments');
  return kind === 'command' ? l10n.t('Commands') : l10n.t('Mentions');
}
