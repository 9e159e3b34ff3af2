import type { VNode } from 'preact';
import type { IconName } from '../../icons';
import { VisibleText } from '../ui/visibleText';

/** A title up to this many characters always fits. */
const SHORT = 16;
/** The piece with the name without its end, and how short that may be to be never cut. */
const [NAME, STUB] = [2, 5];
const PLACES: readonly IconName[] = ['edit', 'file', 'folder'];

interface CallTitleProps {
  /** The icon next to the title. */
  readonly icon: IconName;
  readonly title: string;
  /** Show the whole title, on as many lines as necessary. */
  readonly isWhole: boolean;
}

/**
 * The title of a call. If space is short, the action and the file name stay visible and the directories are
 * shortened.
 */
export function CallTitle({ icon, title, isWhole }: CallTitleProps): VNode {
  const pieces = !isWhole && title.length > SHORT && PLACES.includes(icon) ? piecesOf(title) : undefined;
  return (
    <span class={pieces ? 'tool-title tool-title-path' : 'tool-title'} title={title}>
      {pieces?.map((piece, i) => (
        <span class={i === NAME && piece.length <= STUB ? 'tool-title-stub' : undefined}>
          <VisibleText text={piece} isPath />
        </span>
      )) ?? <VisibleText text={title} isPath={isWhole && icon !== 'terminal'} />}
    </span>
  );
}

/**
 * The first word, the directories, the file name, and its end, which distinguishes `a.test.ts` from `a.ts`. A browser
 * never cuts the first character of a piece; for the directories, that is the space before them.
 */
function piecesOf(title: string): readonly string[] | undefined {
  return /^(\S+)( .*[/\\])(.*?)([^/\\]{1,8})$/s.exec(title)?.slice(1);
}
