import * as l10n from '@vscode/l10n';
import { ToolError } from '../../shared/errors';
import type { AgentResultShape } from '../ports/agents';
import type { ReadTool } from '../tool';

const TEXT: AgentResultShape = {
  name: 'result',
  description: 'Your findings or what you did, complete: all that your caller will read.',
  schema: { type: 'string', minLength: 1 },
};

/** The only way for an agent to end its task: submits a result that was validated against its schema. */
export class CompleteTask {
  readonly tool: ReadTool;
  #result: string | undefined;

  constructor(shape: AgentResultShape = TEXT) {
    const { name, description, schema } = shape;
    this.tool = {
      kind: 'read',
      name: 'complete_task',
      icon: 'list',
      isOfChat: true,
      description: 'Hands over your result and ends your task. There is no other way to end it.',
      parameters: {
        type: 'object',
        properties: { [name]: { ...schema, description } },
        required: [name],
        additionalProperties: false,
      },
      title: () => l10n.t('Submit the result'),
      run: async (args: Readonly<Record<string, unknown>>) => {
        if (this.#result !== undefined) throw new ToolError('invalid_tool_params', 'Your task is complete already.');
        const given = args[name];
        const result = typeof given === 'string' ? given.trim() : JSON.stringify(given, undefined, 2);
        if (result === '')
          throw new ToolError('invalid_tool_params', `"${name}" must not be empty: say what you found.`);
        this.#result = result;
        return { content: 'Done.', display: { type: 'text', text: result } };
      },
    };
  }

  /** Undefined until it was submitted. */
  get result(): string | undefined {
    return this.#result;
  }
}
