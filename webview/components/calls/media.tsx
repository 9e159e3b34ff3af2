import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { AttachedSource, FilePart, ImagePart } from '../../../src/shared/messages';
import { isInlineImage } from '../../markdown/addresses';
import { useServices } from '../../services';
import { placeOf, size } from '../../text/format';
import type { IconName } from '../../icons';
import { Icon } from '../ui/icon';
import { Output } from './output';

/** An image or file that belongs to a message; of a command that the user ran, what it printed. */
export function Media({ part }: { readonly part: ImagePart | FilePart }): VNode {
  const { host, ask } = useServices();
  if (part.type === 'file') {
    const place = placeOf(part.path, part.startLine, part.endLine);
    // If it isn't a file, there is nothing to open.
    if (part.source === 'command') return <Output text={part.text} />;
    if (part.source !== undefined) {
      return (
        <span class="chip chip-open" title={place}>
          <Icon name={iconOf(part.source)} />
          <span class="chip-label">{place}</span>
        </span>
      );
    }
    return (
      <button
        type="button"
        class="chip chip-open"
        title={place}
        onClick={() => ask(host.openFile(part.path, part.startLine ?? null))}
      >
        <Icon name="file" />
        <span class="chip-label">{place}</span>
      </button>
    );
  }
  const address = `data:${part.mimeType};base64,${part.data}`;
  return isInlineImage(address) ? (
    <img class="picture" src={address} alt={l10n.t('Image')} />
  ) : (
    <span class="chip chip-open">
      <Icon name="file" />
      <span class="chip-label">
        {part.mimeType}, {size(part.data.length * 0.75)}
      </span>
    </span>
  );
}

function iconOf(source: AttachedSource): IconName {
  if (source === 'skill') return 'book';
  if (source === 'agent') return 'robot';
  return source === 'folder' ? 'folder' : 'mention';
}
