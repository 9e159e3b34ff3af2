import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { AttachmentView } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { useServices } from '../../services';
import { placeOf } from '../../text/format';
import { Icon } from '../ui/icon';

/** The attachments of the next prompt. */
export const Attachments = memo(function Attachments(props: {
  readonly list: readonly AttachmentView[];
}): VNode | null {
  const { host, ask } = useServices();
  if (props.list.length === 0) return null;
  return (
    <ul class="attachments" aria-label={l10n.t('Attachments')}>
      {props.list.map(attachment => (
        <li
          key={attachment.id}
          class="chip"
          onKeyDown={event => {
            if (event.key === 'Delete' || event.key === 'Backspace') ask(host.detach(attachment.id));
          }}
        >
          {attachment.isImage ? (
            <span class="chip-open">
              <span class="chip-label">{attachment.label}</span>
            </span>
          ) : (
            <button
              type="button"
              class="chip-open"
              title={placeOf(attachment.path, attachment.startLine, attachment.endLine)}
              onClick={() => ask(host.openFile(attachment.path, attachment.startLine ?? null))}
            >
              <Icon name="file" />
              <span class="chip-label">{attachment.label}</span>
            </button>
          )}
          <button
            type="button"
            class="chip-remove"
            aria-label={l10n.t('Remove {0}', attachment.label)}
            onClick={() => ask(host.detach(attachment.id))}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
});
