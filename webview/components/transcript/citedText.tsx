import { Fragment, type VNode } from 'preact';
import type { NoticeMessage } from '../../../src/shared/messages';

interface CitedTextProps {
  readonly notice: Pick<NoticeMessage, 'text'>;
  /** The lines of the text that name a source: an address, possibly after a title in parentheses. */
  readonly sources: readonly string[];
}

/** A list of sources whose addresses are links; the transcript opens them as those in answers. */
export function CitedText({ notice, sources }: CitedTextProps): VNode {
  return (
    <>
      {notice.text.split('\n').map((line, i) => (
        <Fragment key={i}>
          {i > 0 && '\n'}
          {sources.includes(line) ? linked(line) : line}
        </Fragment>
      ))}
    </>
  );
}

/** Only web addresses work; everything else remains text. */
function linked(line: string): VNode | string {
  const [, title = '', address] = /^(.*?)(https?:\/\/[^\s/?#]\S*)$/i.exec(line) ?? [];
  if (address === undefined) return line;
  return (
    <>
      {title}
      <span class="link" role="link" tabIndex={0} data-link={address} title={address}>
        {address}
      </span>
    </>
  );
}
