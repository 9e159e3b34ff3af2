import * as l10n from '@vscode/l10n';
import type { ReadTool, Tool } from '../../agent/tool';
import { ToolError } from '../../shared/errors';

export const EDITOR_ACTION = 'editor_action';
/** Used so often that it is declared to the model as a tool of its own. */
const APART = 'get_diagnostics';
/** Fewer tools are declared individually. */
const LEAST = 3;

/**
 * Puts most of the editor's tools behind a single one that the model calls: declared individually, they would take up
 * more than twice as much of each request. Each can still be called by its own name, and rules for either name apply.
 */
export function gatherEditorTools(tools: readonly Tool[]): readonly Tool[] {
  const gathered = tools.filter(({ name }) => name !== APART);
  if (gathered.length < LEAST) return tools;
  return [...tools.filter(({ name }) => name === APART), createEditorAction(gathered), ...gathered.map(behind)];
}

function behind(tool: Tool): Tool {
  const rulesFor = (args: never) => [...(tool.rulesFor?.(args) ?? []), EDITOR_ACTION];
  return { ...tool, isUndeclared: true, rulesFor };
}

function createEditorAction(tools: readonly Tool[]): ReadTool<{ readonly action: string }> {
  const names = tools.map(({ name }) => name);
  const properties = Object.assign({}, ...tools.map(propertiesOf).reverse()) as Readonly<Record<string, unknown>>;
  return {
    kind: 'read',
    name: EDITOR_ACTION,
    icon: 'search',
    description: ["Calls on the editor's language extensions. Actions and their arguments:", ...tools.map(lineOf)].join(
      '\n',
    ),
    parameters: {
      type: 'object',
      properties: { action: { type: 'string', enum: names }, ...properties },
      required: ['action'],
      additionalProperties: false,
    },
    title: ({ action }) => l10n.t('Ask the editor: {0}', action),
    redirect: ({ action, ...args }) => ({ name: action, args }),
    // Reached only for an unknown action: otherwise `redirect` makes the named tool run instead.
    run: async ({ action }) => {
      throw new ToolError('invalid_tool_params', `There is no action "${action}". There are: ${names.join(', ')}.`);
    },
  };
}

function lineOf({ name, description, parameters }: Tool): string {
  const { required = [] } = parameters as { readonly required?: readonly string[] };
  const optional = Object.keys(propertiesOf({ parameters })).filter(key => !required.includes(key));
  const args = [...required, ...optional.map(key => `${key}?`)].join(', ');
  return `- ${name}(${args}): ${description}`;
}

function propertiesOf({ parameters }: Pick<Tool, 'parameters'>): Readonly<Record<string, unknown>> {
  return (parameters as { readonly properties?: Readonly<Record<string, unknown>> }).properties ?? {};
}
