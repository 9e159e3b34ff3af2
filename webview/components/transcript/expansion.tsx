import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { Part } from '../../../src/shared/messages';
import { FindingContext } from '../../folded';
import { Output } from '../calls/output';
import { Icon } from '../ui/icon';

/** The text that a typed command or skill stands for, folded; nothing for a prompt that was sent as typed. */
export function Expansion({ parts }: { readonly parts: readonly Part[] }): VNode | null {
  const [isShown, setShown] = useState(false);
  const isFinding = useContext(FindingContext);
  const texts = parts.flatMap(expandedText);
  if (texts.length === 0) return null;
  return (
    <details class="thought expansion" onToggle={event => setShown(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" />
        <span>{l10n.t('What was sent to the model')}</span>
      </summary>
      {(isShown || isFinding) && <Output text={texts.join('\n\n')} />}
    </details>
  );
}

function expandedText(part: Part): string[] {
  if (part.type === 'text' && part.typed !== undefined) return [part.text];
  return part.type === 'file' && part.source === 'skill' ? [part.text] : [];
}
