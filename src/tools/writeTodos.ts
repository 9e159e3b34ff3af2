import * as l10n from '@vscode/l10n';
import type { ReadTool } from '../agent/tool';
import { ToolError } from '../shared/errors';
import type { Todo } from '../shared/messages';
import { objectSchema, renameArgs, type RawArgs } from './args';

interface Args {
  readonly todos: readonly { readonly description: string; readonly status: Todo['status'] }[];
}

const STATUSES: readonly Todo['status'][] = ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'];

const todo = objectSchema({ description: { type: 'string', minLength: 1 }, status: { enum: STATUSES } }, [
  'description',
  'status',
]);

export const writeTodos: ReadTool<Args> = {
  kind: 'read',
  name: 'write_todos',
  icon: 'list',
  isOfChat: true,
  description:
    'Replaces the list of steps that the user sees for a task of several steps. Keep it current; one in_progress at most.',
  parameters: objectSchema({ todos: { type: 'array', items: todo, description: 'The whole list.' } }, ['todos']),
  adapt: args => (Array.isArray(args.todos) ? { ...args, todos: args.todos.map(adaptTodo) } : { ...args }),
  title: () => l10n.t('Update the steps'),
  async run({ todos }) {
    const active = todos.filter(({ status }) => status === 'in_progress');
    if (active.length > 1) {
      throw new ToolError('invalid_tool_params', `Only one todo may be in_progress, but ${active.length} are.`);
    }
    return {
      content: describe(todos),
      display: { type: 'todos', todos: todos.map(({ description, status }) => ({ text: description, status })) },
    };
  },
};

/** Renames the fields that other agents use. */
function adaptTodo(todo: unknown): unknown {
  if (typeof todo !== 'object' || todo === null) return todo;
  return renameArgs(todo as RawArgs, { content: 'description', text: 'description', title: 'description' }, [
    'id',
    'priority',
    'activeForm',
  ]);
}

function describe(todos: Args['todos']): string {
  if (todos.length === 0) return 'Successfully cleared the todo list.';
  const lines = todos.map(({ description, status }, at) => `${at + 1}. [${status}] ${description}`);
  return `Successfully updated the todo list. The current list is now:\n${lines.join('\n')}`;
}
