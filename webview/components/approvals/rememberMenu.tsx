import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RememberChoice, RememberScope } from '../../../src/shared/proposals';
import { OUTSIDE_ONCE } from '../../../src/shared/sandbox';
import { placeMenu } from '../../menuPlace';
import { Button } from '../ui/controls';
import { VisibleText } from '../ui/visibleText';

interface RememberMenuProps {
  readonly remember: readonly RememberChoice[];
  readonly isDisabled: boolean;
  readonly onChoose: (id: string) => void;
}

/** The rules that can be remembered: each entry says for how long and names the exact rule. */
export function RememberMenu({ remember, isDisabled, onChoose }: RememberMenuProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const menu = list.current;
    const place = (event?: Event) => {
      if (menu && root.current && event?.target !== menu) placeMenu(menu, root.current);
    };
    // In the top layer, because the conversation scrolls and would clip the menu at its edges.
    menu?.showPopover();
    place();
    menu?.querySelector('button')?.focus({ preventScroll: true });
    document.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('vscode-button')?.focus();
  };
  return (
    <span class="remember" ref={root}>
      <Button isDisabled={isDisabled} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {l10n.t('Always allow…')}
      </Button>
      {isOpen && (
        <div
          class="menu"
          popover="manual"
          role="menu"
          ref={list}
          aria-label={l10n.t('Always allow…')}
          onKeyDown={event => onMenuKey(event, close)}
          onFocusOut={event => {
            if (event.relatedTarget && !root.current?.contains(event.relatedTarget as Node)) setOpen(false);
          }}
        >
          {groupsOf(remember).map(({ heading, choices }) =>
            heading === undefined ? (
              choices.map(choice => (
                <button
                  type="button"
                  role="menuitem"
                  key={choice.id}
                  class="menu-item remember-item"
                  onClick={() => onChoose(choice.id)}
                >
                  <span>{scopeName(choice.scope)}</span>
                  <code class="remember-rule">
                    <VisibleText text={choice.rule} />
                  </code>
                </button>
              ))
            ) : (
              <SandboxGroup heading={heading} choices={choices} onChoose={onChoose} />
            ),
          )}
        </div>
      )}
    </span>
  );
}

function onMenuKey(event: KeyboardEvent, close: () => void): void {
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === 'Escape') close();
  else if (to !== undefined) items[to % items.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

interface Heading {
  readonly text: string;
  /** The host or the folder; the card already shows the command. */
  readonly detail?: string;
}

interface ChoiceGroup {
  readonly heading: Heading | undefined;
  readonly choices: readonly RememberChoice[];
}

/** Heading for a choice about the command sandbox; undefined for any other choice. */
function headingOf({ rule }: RememberChoice): Heading | undefined {
  const [, kind, detail] = /^sandbox (host|folder|outside) = (?:"(.*)")?/.exec(rule) ?? [];
  if (rule === OUTSIDE_ONCE || kind === 'outside') return { text: l10n.t('Run outside the sandbox') };
  if (kind === undefined || detail === undefined) return undefined;
  return { text: kind === 'host' ? l10n.t('Allow this host') : l10n.t('Allow this folder'), detail };
}

/** Groups choices that allow the same thing for different durations. */
function groupsOf(remember: readonly RememberChoice[]): ChoiceGroup[] {
  const groups = new Map<string, { heading: Heading | undefined; choices: RememberChoice[] }>();
  for (const choice of remember) {
    const heading = headingOf(choice);
    const key = heading ? `${heading.text} ${heading.detail ?? ''}` : '';
    const group = groups.get(key);
    if (group) group.choices.push(choice);
    else groups.set(key, { heading, choices: [choice] });
  }
  return [...groups.values()];
}

function SandboxGroup({
  heading: { text, detail },
  choices,
  onChoose,
}: {
  readonly heading: Heading;
  readonly choices: readonly RememberChoice[];
  readonly onChoose: (id: string) => void;
}): VNode {
  return (
    <div role="group" class="remember-group" aria-label={detail === undefined ? text : `${text}: ${detail}`}>
      <div class="remember-heading">
        <span>{text}</span>
        {detail !== undefined && (
          <code class="remember-rule">
            <VisibleText text={detail} />
          </code>
        )}
      </div>
      {choices.map(({ id, scope }) => {
        const name = scope === 'answer' ? l10n.t('Once') : scopeName(scope);
        return (
          <button
            type="button"
            role="menuitem"
            key={id}
            class="menu-item"
            aria-label={`${text}: ${name}`}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}

function scopeName(scope: RememberScope): string {
  switch (scope) {
    case 'answer':
      return l10n.t('In this answer');
    case 'session':
      return l10n.t('In this chat');
    case 'folder':
      return l10n.t('In this folder');
    case 'user':
      return l10n.t('Everywhere');
    default:
      return scope satisfies never;
  }
}
