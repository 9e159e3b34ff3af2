import * as l10n from '@vscode/l10n';
import type { FileText } from '../agent/ports/workspace';
import type { ChangeTool, ReadContext } from '../agent/tool';
import { ToolError } from '../shared/errors';
import { objectSchema, renameArgs, type RawArgs } from './args';
import { applyEdit, proposeEdit, type FileEdit } from './fileEdit';
import { fixEscapes } from './fixEscapes';
import { fileTarget, type Target } from './paths';
import { commonEnding } from './text/lines';
import { findOmission } from './text/omissions';
import { looksOverEscaped } from './text/overEscaped';

interface Args {
  readonly file_path: string;
  readonly content: string;
}

const base = {
  kind: 'change' as const,
  changes: 'edit' as const,
  name: 'write_file',
  icon: 'edit' as const,
  description:
    'Writes a whole file, creating it and its parent directories if missing. For a change in an existing file prefer replace.',
  parameters: objectSchema(
    {
      file_path: { type: 'string', description: 'File, absolute or relative to the workspace.' },
      content: { type: 'string', description: 'The complete content; never leave parts out.' },
    },
    ['file_path', 'content'],
  ),
  adapt: (args: RawArgs) =>
    renameArgs(args, { path: 'file_path', absolute_path: 'file_path' }, ['modified_by_user', 'ai_proposed_content']),
  reads: async ({ file_path }: Args, { workspace }: ReadContext) => [await workspace.resolve(file_path)],
  title: ({ file_path }: Args, path: (path: string) => string) => l10n.t('Write {0}', path(file_path)),
};

export interface WriteFileOptions {
  /** Whether a model is asked to undo excess escapes in content that looks escaped once too often. */
  readonly usesModel: () => boolean;
}

export function createWriteFile({ usesModel }: WriteFileOptions): ChangeTool<Args, FileEdit> {
  return {
    ...base,
    async propose({ file_path, content }, context) {
      const { workspace } = context;
      const target = await fileTarget(workspace, file_path, { git: false });
      const before = target.stat && (await workspace.readText(target.path));
      refuseOmission(content, before?.text ?? '');
      // A file that already looks that way is meant to.
      const isSuspect = looksOverEscaped(content) && !(before && looksOverEscaped(before.text));
      const fixed = isSuspect && usesModel() ? await fixIn(target, content, context) : null;
      const wanted = fixed ?? content;
      refuseOmission(wanted, before?.text ?? '');
      const after = before ? withEndingsOf(before.text, withoutSecondMark(before, wanted)) : wanted;
      return {
        ...proposeEdit(target, before, after, 0),
        ...(wanted !== content && { correction: 'escapes' as const }),
        ...(isSuspect && fixed === null && { note: warning(content) }),
      };
    },
    async apply(approved, context) {
      const { before, path, file, proposed } = approved;
      if (proposed.after === proposed.before) {
        const content = `Nothing to do: ${file} already has exactly this content.`;
        return { content, display: { type: 'edit', path, added: 0, removed: 0 } };
      }
      const isNew = before === null;
      const done = isNew ? 'Successfully created and wrote to new file' : 'Successfully overwrote file';
      return applyEdit(approved, context, `${done}: ${file}`, false);
    },
  };
}

/** The tool without settings: it doesn't ask a model. */
export const writeFile = createWriteFile({ usesModel: () => false });

function fixIn({ path }: Target, content: string, { model, signal }: ReadContext): Promise<string | null> {
  return fixEscapes(path.relative, content, model, signal);
}

function refuseOmission(content: string, before: string): void {
  const omission = findOmission(content, before);
  if (omission === null) return;
  throw new ToolError(
    'invalid_tool_params',
    `content has a placeholder instead of text: "${omission}". Give the complete content of the file.`,
  );
}

function warning(content: string): string {
  const count = content.split('\\n').length - 1;
  return (
    `Warning: content has no newline, but the two characters \\n ${count} times, and was written exactly so, as one ` +
    'line. If newlines were meant, write the file again with content that is not escaped.'
  );
}

/** Removes a byte-order mark from `content` if the file already has one, which is preserved anyway. */
function withoutSecondMark({ text, encoding }: FileText, content: string): string {
  const isMarked = encoding !== 'utf8' && encoding.startsWith('utf');
  return isMarked && content.startsWith('\uFEFF') && !text.startsWith('\uFEFF') ? content.slice(1) : content;
}

/** Models write `\n`; a file that uses `\r\n` keeps it. */
function withEndingsOf(before: string, content: string): string {
  if (content.includes('\r\n') || commonEnding(before) === '\n') return content;
  return content.replaceAll('\n', '\r\n');
}
