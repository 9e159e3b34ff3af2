import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Todo } from '../../../src/shared/messages';
import type { IconName } from '../../icons';
import { Icon } from '../ui/icon';
import { VisibleText } from '../ui/visibleText';

/** The model's own list of steps; each has its status in words for users who can't see the icon. */
export function TodoList({ todos }: { readonly todos: readonly Todo[] }): VNode {
  return (
    <ul class="todos">
      {todos.map(({ text, status }) => (
        <li class={`todo todo-${status}`}>
          <Icon name={ICONS[status]} />
          <span class="visually-hidden">{statusName(status)}: </span>
          <span class="todo-text">
            <VisibleText text={text} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Such as "2 of 5". */
export function progressOf(todos: readonly Todo[]): string {
  const wanted = todos.filter(({ status }) => status !== 'cancelled');
  return l10n.t('{0} of {1}', wanted.filter(({ status }) => status === 'completed').length, wanted.length);
}

const ICONS: Readonly<Record<Todo['status'], IconName>> = {
  pending: 'circle-large',
  in_progress: 'arrow-right',
  completed: 'check',
  cancelled: 'circle-slash',
  blocked: 'warning',
};

function statusName(status: Todo['status']): string {
  switch (status) {
    case 'pending':
      return l10n.t('To do');
    case 'in_progress':
      return l10n.t('In progress');
    case 'completed':
      return l10n.t('Done');
    case 'cancelled':
      return l10n.t('Cancelled');
    case 'blocked':
      return l10n.t('Blocked');
    default:
      return status satisfies never;
  }
}
