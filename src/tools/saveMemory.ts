import * as l10n from '@vscode/l10n';
import type { MemoryScope } from '../agent/ports/workspace';
import type { ChangeTool } from '../agent/tool';
import { ToolError } from '../shared/errors';
import { objectSchema, renameArgs } from './args';
import { proposeEdit, type FileEdit } from './fileEdit';
import { countChanges } from './text/diffText';
import { addMemory, plainFact } from './text/memory';
import { shorten } from './text/truncate';

interface Args {
  readonly fact: string;
  readonly scope?: MemoryScope;
}

export interface MemoryEdit extends FileEdit {
  readonly fact: string;
}

export const saveMemory: ChangeTool<Args, MemoryEdit> = {
  kind: 'change',
  changes: 'edit',
  name: 'save_memory',
  isMemory: true,
  icon: 'memory',
  description:
    'Remembers a fact about the user or their wishes for all later conversations. Only what they ask you to remember, ' +
    'or what clearly holds beyond this task.',
  parameters: objectSchema(
    {
      fact: { type: 'string', description: 'One short sentence that stands on its own.' },
      scope: { type: 'string', enum: ['global', 'project'], description: 'Default: global.' },
    },
    ['fact'],
  ),
  adapt: args => renameArgs(args, { memory: 'fact', content: 'fact' }, ['modified_by_user', 'modified_content']),
  title: ({ fact, scope }) =>
    scope === 'project'
      ? l10n.t('Remember in this project: {0}', shorten(plainFact(fact), 80))
      : l10n.t('Remember: {0}', shorten(plainFact(fact), 80)),
  async propose(args, { workspace }) {
    const fact = plainFact(args.fact);
    if (fact === '') throw new ToolError('invalid_tool_params', 'fact must not be empty.');
    const path = await workspace.memoryFile(args.scope ?? 'global');
    if (!path) throw failed(args.scope === 'project' ? 'No folder is open.' : 'There is no memory file here.');
    const stat = await workspace.stat(path);
    if (stat && stat.type !== 'file') throw failed(`Not a regular file: ${path.absolute}`);
    const before = stat && (await workspace.readText(path).catch(refuse));
    return { ...proposeEdit({ path, stat }, before, addMemory(before?.text ?? '', fact), 1), fact };
  },
  async apply(approved, { files }) {
    const { text } = await files.write(approved).catch(refuse);
    const { before, after, proposed, path } = approved;
    const isAsProposed = before === proposed.before && after === proposed.after;
    const message = isAsProposed
      ? `Okay, I've remembered that: "${approved.fact}"`
      : "Okay, I've updated the memory file with your modifications.";
    return {
      content: JSON.stringify({ success: true, message }),
      remembered: shorten(approved.fact, 80),
      display: { type: 'edit', path, ...countChanges(before ?? '', text) },
    };
  },
};

function refuse(error: unknown): never {
  throw error instanceof ToolError ? failed(error.message, error.forPeople) : error;
}

function failed(detail: string, forPeople?: string): ToolError {
  const error = `Failed to save memory. Detail: ${detail}`;
  return new ToolError('memory_tool_execution_error', JSON.stringify({ success: false, error }), forPeople ?? error);
}
