import type { ToolDisplay, ToolIcon } from '../../../src/shared/messages';
import type { IconName } from '../../icons';
import type { CallFacts } from './callStatus';

const ICONS: Readonly<Record<ToolIcon, IconName>> = {
  agent: 'robot',
  comment: 'comment',
  edit: 'edit',
  file: 'file',
  folder: 'folder',
  list: 'checklist',
  memory: 'bookmark',
  question: 'question',
  search: 'search',
  skill: 'book',
  terminal: 'terminal',
  web: 'globe',
};

/** Of results that were stored without the icon of their tool. */
const BY_DISPLAY: Readonly<Record<ToolDisplay['type'], ToolIcon | undefined>> = {
  text: undefined,
  edit: 'edit',
  edits: 'edit',
  command: 'terminal',
  todos: 'list',
};

/** The icon of a call: what its tool says. A stored session may hold a word that there is no icon for. */
export function toolIcon({ icon, display }: Pick<CallFacts, 'icon' | 'display'>): IconName {
  const told = icon ?? (display && BY_DISPLAY[display.type]);
  return told !== undefined && Object.hasOwn(ICONS, told) ? ICONS[told] : 'symbol-event';
}
