// The icons in use, each as the text of its SVG file; the whole icon font would weigh 160 kB.
import add from '@vscode/codicons/src/icons/add.svg';
import arrowDown from '@vscode/codicons/src/icons/arrow-down.svg';
import arrowRight from '@vscode/codicons/src/icons/arrow-right.svg';
import arrowUp from '@vscode/codicons/src/icons/arrow-up.svg';
import attach from '@vscode/codicons/src/icons/attach.svg';
import bell from '@vscode/codicons/src/icons/bell.svg';
import book from '@vscode/codicons/src/icons/book.svg';
import bookmark from '@vscode/codicons/src/icons/bookmark.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import checklist from '@vscode/codicons/src/icons/checklist.svg';
import chevronDown from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronRight from '@vscode/codicons/src/icons/chevron-right.svg';
import circleLarge from '@vscode/codicons/src/icons/circle-large.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import comment from '@vscode/codicons/src/icons/comment.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import debugStop from '@vscode/codicons/src/icons/debug-stop.svg';
import discard from '@vscode/codicons/src/icons/discard.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import file from '@vscode/codicons/src/icons/file.svg';
import folder from '@vscode/codicons/src/icons/folder.svg';
import globe from '@vscode/codicons/src/icons/globe.svg';
import history from '@vscode/codicons/src/icons/history.svg';
import robot from '@vscode/codicons/src/icons/robot.svg';
import info from '@vscode/codicons/src/icons/info.svg';
import insert from '@vscode/codicons/src/icons/insert.svg';
import loading from '@vscode/codicons/src/icons/loading.svg';
import mention from '@vscode/codicons/src/icons/mention.svg';
import question from '@vscode/codicons/src/icons/question.svg';
import repoForked from '@vscode/codicons/src/icons/repo-forked.svg';
import search from '@vscode/codicons/src/icons/search.svg';
import symbolEvent from '@vscode/codicons/src/icons/symbol-event.svg';
import sync from '@vscode/codicons/src/icons/sync.svg';
import terminal from '@vscode/codicons/src/icons/terminal.svg';
import thinking from '@vscode/codicons/src/icons/thinking.svg';
import trash from '@vscode/codicons/src/icons/trash.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';

const FILES = {
  add,
  'arrow-down': arrowDown,
  'arrow-right': arrowRight,
  'arrow-up': arrowUp,
  attach,
  bell,
  book,
  bookmark,
  check,
  checklist,
  'chevron-down': chevronDown,
  'chevron-right': chevronRight,
  'circle-large': circleLarge,
  'circle-slash': circleSlash,
  close,
  comment,
  copy,
  'debug-stop': debugStop,
  discard,
  edit,
  error,
  file,
  folder,
  globe,
  history,
  robot,
  info,
  insert,
  loading,
  mention,
  question,
  'repo-forked': repoForked,
  search,
  'symbol-event': symbolEvent,
  sync,
  terminal,
  thinking,
  trash,
  warning,
} as const;

export type IconName = keyof typeof FILES;

/** The icon's `viewBox`; not all icons are 16 by 16. */
export function boxOf(name: IconName): string {
  return / viewBox="([^"]+)"/.exec(FILES[name])?.[1] ?? '0 0 16 16';
}

/** All outlines of an icon, as one path. */
export function outlineOf(name: IconName): string {
  return [...FILES[name].matchAll(/ d="([^"]+)"/g)].map(([, path]) => path).join('');
}

/** An icon as a DOM element, for use outside Preact; hidden from assistive technology. */
export function icon(name: IconName): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', boxOf(name));
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', outlineOf(name));
  svg.append(path);
  return svg;
}
