import * as l10n from '@vscode/l10n';
import type { ChangeTool } from '../agent/tool';
import { ToolError } from '../shared/errors';
import { objectSchema, renameArgs } from './args';
import { applyEdit, proposeEdit, type FileEdit } from './fileEdit';
import { fileTarget } from './paths';
import { commonEnding } from './text/lines';
import { findOmission } from './text/omissions';

interface Args {
  readonly file_path: string;
  readonly content: string;
}

export const writeFile: ChangeTool<Args, FileEdit> = {
  kind: 'change',
  changes: 'edit',
  name: 'write_file',
  description:
    'Writes a whole file, creating it and its parent directories if missing. For a change in an existing file prefer replace.',
  parameters: objectSchema(
    {
      file_path: { type: 'string', description: 'File, absolute or relative to the workspace.' },
      content: { type: 'string', description: 'The complete content; never leave parts out.' },
    },
    ['file_path', 'content'],
  ),
  adapt: args =>
    renameArgs(args, { path: 'file_path', absolute_path: 'file_path' }, ['modified_by_user', 'ai_proposed_content']),
  title: ({ file_path }, path) => l10n.t('Write {0}', path(file_path)),
  async propose({ file_path, content }, { workspace }) {
    const target = await fileTarget(workspace, file_path);
    const before = target.stat && (await workspace.readText(target.path));
    const omission = findOmission(content, before?.text ?? '');
    if (omission !== null) {
      throw new ToolError(
        'invalid_tool_params',
        `content has a placeholder instead of text: "${omission}". Give the complete content of the file.`,
      );
    }
    const after = before ? withEndingsOf(before.text, content) : content;
    if (after === before?.text) {
      throw new ToolError('edit_no_change', `No change: ${target.path.absolute} already has exactly this content.`);
    }
    return proposeEdit(target, before, after, 0);
  },
  async apply(approved, context) {
    const isNew = approved.before === null;
    const done = isNew ? 'Successfully created and wrote to new file' : 'Successfully overwrote file';
    return applyEdit(approved, context, `${done}: ${approved.file}`, false);
  },
};

/** Models send `\n`; a file with `\r\n` keeps it. */
function withEndingsOf(before: string, content: string): string {
  if (content.includes('\r\n') || commonEnding(before) === '\n') return content;
  return content.replaceAll('\n', '\r\n');
}
