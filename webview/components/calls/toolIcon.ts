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

/** For results that were stored without their tool's icon. */
const BY_DISPLAY: Readonly<Record<ToolDisplay['type'], ToolIcon | undefined>> = {
  text: undefined,
  edit: 'edit',
  edits: 'edit',
  command: 'terminal',
  todos: 'list',
};

/** The icon that the call's tool declares. A stored session may contain a name for which there is no icon. */
export function toolIcon({ icon, display }: Pick<CallFacts, 'icon' | 'display'>): IconName {
  const told = icon ?? (display && BY_DISPLAY[display.type]);
  return told !== undefined && Object.hasOwn(ICONS, told) ? ICONS[told] : 'symbol-event';
}
