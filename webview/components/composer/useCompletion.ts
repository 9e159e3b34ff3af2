import { useRef, useState } from 'preact/hooks';
import type { Completion } from '../../../src/shared/protocol';
import { isTyped, placeOfCompletion, triggerAt, type Trigger } from '../../completing';
import type { PanelState } from '../../panelState';
import { useServices } from '../../services';

interface Asked {
  readonly trigger: Trigger;
  readonly request: number;
}

const NOTHING: PanelState['completions'] = { request: 0, items: [] };

/** The last request's number; increases for as long as the page lives. */
let last = 0;

/** The completions for the message box, and their keys. `changed` is called when text was inserted. */
export function useCompletion(answered: PanelState['completions'], changed: () => void) {
  const { host, ask } = useServices();
  const [asked, setAsked] = useState<Asked>();
  const [moved, setMoved] = useState<{ readonly request: number; readonly to: string }>();
  /** Where the user closed the list: it stays closed for this trigger. */
  const closedAt = useRef<number>(undefined);
  const shown = useRef<PanelState['completions']>(NOTHING);
  // Until the answer arrives, the previous key's answer stays on the page, so that the list does not flicker.
  if (!asked) shown.current = NOTHING;
  else if (answered.request >= asked.request) shown.current = answered;
  const { items, request: shownFor } = shown.current;
  // More items may arrive while the user moves through the list.
  const chosen =
    moved?.request === shownFor
      ? Math.max(
          0,
          items.findIndex(({ insert }) => insert === moved.to),
        )
      : 0;

  const close = () => setAsked(undefined);
  const look = (area: HTMLTextAreaElement) => {
    const isCaret = area.selectionStart === area.selectionEnd;
    const trigger = isCaret ? triggerAt(area.value, area.selectionStart) : undefined;
    if (trigger?.start !== closedAt.current) closedAt.current = undefined;
    if (!trigger || closedAt.current !== undefined) {
      close();
      return;
    }
    const before = asked?.trigger;
    if (before?.kind === trigger.kind && before.start === trigger.start && before.typed === trigger.typed) return;
    if (before?.start !== trigger.start) shown.current = NOTHING;
    const request = ++last;
    setAsked({ trigger, request });
    ask(host.complete(request, trigger.kind, trigger.typed));
  };
  const choose = (area: HTMLTextAreaElement, item: Completion) => {
    if (!asked) return;
    const { trigger } = asked;
    const [start, end] = placeOfCompletion(area.value, area.selectionStart, trigger);
    const isSpaced = item.insert.endsWith(' ') && /^\s/.test(area.value.slice(end));
    area.setRangeText(isSpaced ? item.insert.trimEnd() : item.insert, start, end, 'end');
    if (isSpaced) area.setSelectionRange(area.selectionEnd + 1, area.selectionEnd + 1);
    close();
    changed();
    if (item.isOpen) look(area);
  };
  /** Returns true if the list handled the key. */
  const onKey = (event: KeyboardEvent, area: HTMLTextAreaElement): boolean => {
    const item = items[chosen];
    if (!asked || !item || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.shiftKey) {
      if (event.key !== 'Tab') return false;
      // Shift+Tab would move into the list, which closes when the box loses focus.
      closedAt.current = asked.trigger.start;
      return (close(), true);
    }
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const to = items[(chosen + step + items.length) % items.length] ?? item;
        setMoved({ request: shownFor, to: to.insert });
        return true;
      }
      case 'Enter':
        // A completely typed item is sent, not completed.
        if (isTyped(item, asked.trigger)) return (close(), false);
        return (choose(area, item), true);
      case 'Tab':
        return (choose(area, item), true);
      case 'Escape':
        closedAt.current = asked.trigger.start;
        return (close(), true);
      default:
        return false;
    }
  };
  return { kind: asked?.trigger.kind ?? ('mention' as const), items, chosen, look, close, choose, onKey };
}
