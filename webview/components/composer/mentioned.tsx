import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MentionView } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { tokens } from '../../text/format';
import { Icon } from '../ui/icon';

/** Delay after the last key before the host is asked. */
const WEIGH_AFTER_MS = 250;

/** What the text mentions, and about how many tokens each mention takes. */
export const Mentioned = memo(function Mentioned(props: { readonly list: readonly MentionView[] }): VNode | null {
  if (props.list.length === 0) return null;
  return (
    <ul class="attachments mentioned" aria-label={l10n.t('Mentioned')}>
      {props.list.map(({ label, tokens: weight }) => (
        <li key={label} class="chip chip-open" title={label}>
          <Icon name="mention" />
          <span class="chip-label">{label.replace(/^@/, '')}</span>
          {weight !== undefined && <span class="chip-weight">{l10n.t('about {0}', tokens(weight))}</span>}
        </li>
      ))}
    </ul>
  );
});

/**
 * Asks the host what a text mentions: shortly after its last change, or immediately when it no longer mentions
 * anything.
 */
export function useWeighing(): (text: string) => void {
  const { host, ask } = useServices();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isAsked = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return text => {
    clearTimeout(timer.current);
    const has = text.includes('@');
    if (!has && !isAsked.current) return;
    isAsked.current = has;
    timer.current = setTimeout(() => ask(host.weigh(text)), has ? WEIGH_AFTER_MS : 0);
  };
}
