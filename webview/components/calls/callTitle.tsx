import type { VNode } from 'preact';
import type { IconName } from '../../icons';
import { VisibleText } from '../ui/visibleText';

/** A shorter title has room anywhere. */
const SHORT = 16;
const PLACES: readonly IconName[] = ['edit', 'file', 'folder'];

interface CallTitleProps {
  /** The icon beside it. */
  readonly icon: IconName;
  readonly title: string;
  /** All of it is shown, on as many lines as it takes. */
  readonly isWhole: boolean;
}

/** The line of a call. Where room is short, what it does and the name of the file stay, and the folders give way. */
export function CallTitle({ icon, title, isWhole }: CallTitleProps): VNode {
  const pieces = !isWhole && title.length > SHORT && PLACES.includes(icon) ? piecesOf(title) : undefined;
  return (
    <span class={pieces ? 'tool-title tool-title-path' : 'tool-title'} title={title}>
      {pieces?.map(piece => (
        <span>
          <VisibleText text={piece} />
        </span>
      )) ?? <VisibleText text={title} isPath={isWhole && icon !== 'terminal'} />}
    </span>
  );
}

/**
 * The first word, what leads to the name, the name, and its end, which tells `a.test.ts` from `a.ts`. A browser never cuts
 * the first character of a piece: of the folders that is the space in front of them.
 */
function piecesOf(title: string): readonly string[] | undefined {
  return /^(\S+)( .*[/\\])(.*?)([^/\\]{1,8})$/s.exec(title)?.slice(1);
}
