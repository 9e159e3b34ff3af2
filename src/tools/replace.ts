import * as l10n from '@vscode/l10n';
import type { ChangeTool, ReadContext } from '../agent/tool';
import { ToolError } from '../shared/errors';
import { isSecretFile } from '../policy/secretFiles';
import { objectSchema, renameArgs, type RawArgs } from './args';
import { applyEdit, proposeEdit, type FileEdit } from './fileEdit';
import { EditFixer } from './fixEdit';
import { fileTarget, type Target } from './paths';
import { lineAt, withLf } from './text/lines';
import { nearestRegion } from './text/nearestRegion';
import { findOmission } from './text/omissions';
import { placesOf } from './text/placesOf';
import { replaceText } from './text/replaceText';

interface Args {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly allow_multiple?: boolean;
  readonly expected_replacements?: number;
}

const MIN_QUOTED_LENGTH = 10;

const base = {
  kind: 'change' as const,
  changes: 'edit' as const,
  name: 'replace',
  advice:
    'Change files with `replace`, whose `old_string` must be exact and unique: copy it from what you read and ' +
    'take a few lines around the change with it. Write whole files with `write_file` only when they are new or mostly new.',
  icon: 'edit' as const,
  description:
    'Replaces text in a file. old_string must name one place: copy it exactly, with at least 3 lines of context ' +
    'before and after. An empty old_string creates a new file.',
  parameters: objectSchema(
    {
      file_path: { type: 'string', description: 'File, absolute or relative to the workspace.' },
      old_string: { type: 'string', description: 'The exact literal text to replace, not escaped.' },
      new_string: { type: 'string', description: 'The exact literal text to put there; complete, nothing left out.' },
      allow_multiple: { type: 'boolean', description: 'Replace every occurrence. Default false.' },
      expected_replacements: { type: 'integer', minimum: 1, description: 'Replace exactly so many occurrences.' },
    },
    ['file_path', 'old_string', 'new_string'],
  ),
  adapt: (args: RawArgs) =>
    renameArgs(args, { path: 'file_path', absolute_path: 'file_path', replace_all: 'allow_multiple' }, [
      'instruction',
      'modified_by_user',
      'ai_proposed_string',
    ]),
  reads: async ({ file_path }: Args, { workspace }: ReadContext) => [await workspace.resolve(file_path)],
  title: ({ file_path }: Args, path: (path: string) => string) => l10n.t('Edit {0}', path(file_path)),
};

export interface ReplaceOptions {
  /** Whether a model is asked to correct an edit whose old_string isn't in the file. */
  readonly usesModel: () => boolean;
}

/** Creates the tool; it caches a model's corrections for its own lifetime. */
export function createReplace({ usesModel }: ReplaceOptions): ChangeTool<Args, FileEdit> {
  const fixer = new EditFixer();
  return {
    ...base,
    async propose(args, context) {
      const { workspace, model, signal } = context;
      const target = await fileTarget(workspace, args.file_path, { git: false });
      refuseOmission(args);
      if (args.old_string === '') return proposeNew(target, args);
      if (!target.stat) throw missing(target);
      if (args.old_string === args.new_string) throw noChange('old_string and new_string are identical.');
      const before = await workspace.readText(target.path).catch(unprepared);
      const expected = args.expected_replacements ?? (args.allow_multiple ? null : 1);
      const found = replaceText(before.text, args.old_string, args.new_string, expected);
      const edit = { path: target.path.relative, text: before.text, expected };
      const failed = { ...edit, oldString: args.old_string, newString: args.new_string };
      const isLost = !found.ok && found.found === 0;
      const fixed = isLost && usesModel() ? await fixer.fix(failed, model, signal) : null;
      const result = fixed ?? found;
      if (!result.ok) {
        throw isLost
          ? notFound(before.text, args, target)
          : wrongCount(expected ?? 1, result.found, result.lines, target);
      }
      if (result.text === before.text) throw noChange('The file already reads as it would afterwards.');
      const { correction } = result;
      return { ...proposeEdit(target, before, result.text, result.count), ...(correction && { correction }) };
    },
    async apply(approved, context) {
      const { before, file, replacements } = approved;
      const isNew = before === null;
      const done = isNew
        ? `Created new file: ${file} with provided content.`
        : `Successfully modified file: ${file} (${replacements} replacements).`;
      return applyEdit(approved, context, done, !isNew);
    },
  };
}

/** The tool without settings: it doesn't ask a model. */
export const replace = createReplace({ usesModel: () => false });

function missing({ path }: Target): ToolError {
  return new ToolError(
    'file_not_found',
    `File not found: ${path.absolute}. To create a new file, use an empty old_string.`,
  );
}

function proposeNew(target: Target, { new_string }: Args): FileEdit {
  if (!target.stat) return proposeEdit(target, null, new_string, 1);
  throw new ToolError(
    'attempt_to_create_existing_file',
    `Failed to edit, the file exists already: ${target.path.absolute}. Give an old_string, or use write_file.`,
  );
}

function refuseOmission({ old_string, new_string }: Args): void {
  const omission = findOmission(new_string, old_string);
  if (omission === null) return;
  throw new ToolError(
    'invalid_tool_params',
    `new_string has a placeholder instead of text: "${omission}". Give the complete text.`,
  );
}

/** A file that can't be read can't be edited either. */
function unprepared(error: unknown): never {
  if (!(error instanceof ToolError) || error.type !== 'read_content_failure') throw error;
  throw new ToolError('edit_preparation_failure', `Failed to edit. ${error.message}`, error.forPeople);
}

function noChange(why: string): ToolError {
  return new ToolError('edit_no_change', `No changes to apply. ${why}`);
}

function notFound(text: string, { old_string, new_string }: Args, { path }: Target): ToolError {
  const parts = [
    `Failed to edit, 0 occurrences found for old_string in ${path.absolute}. ` +
      'It must be the exact text of the file, not escaped. Read the file again before you retry.',
  ];
  const [plain, wanted] = [withLf(text), withLf(new_string)];
  const applied = wanted.trim().length >= MIN_QUOTED_LENGTH ? (placesOf(plain, wanted, 1)[0] ?? -1) : -1;
  if (applied >= 0) {
    parts.push(`new_string stands at line ${lineAt(plain, applied)}: the edit looks already applied.`);
  }
  // The error reaches the model without the user's approval, so it must not quote a secret.
  const region = isSecretFile(path.relative) ? null : nearestRegion(text, old_string);
  if (region) parts.push(`The most similar text is at lines ${region.first}-${region.last}:\n${region.excerpt}`);
  return new ToolError('edit_no_occurrence_found', parts.join('\n'));
}

function wrongCount(expected: number, found: number, lines: readonly number[], { path }: Target): ToolError {
  const places = lines.slice(0, 20).join(', ');
  return new ToolError(
    'edit_expected_occurrence_mismatch',
    `Failed to edit, expected ${expected} occurrences but found ${found} in ${path.absolute} (at lines ${places}). ` +
      'Give old_string more context, or set allow_multiple.',
  );
}
