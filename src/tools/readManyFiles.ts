import * as l10n from '@vscode/l10n';
import type { ReadTool } from '../agent/tool';
import { objectSchema, renameArgs } from './args';
import { MAX_CHARACTERS, namedFile, readMany, type ReadManyArgs, type SkippedFile } from './readMany';

const MAX_SKIPPED_SHOWN = 50;

export const readManyFiles: ReadTool<ReadManyArgs> = {
  kind: 'read',
  name: 'read_many_files',
  icon: 'file',
  description:
    'Reads several files at once, by paths, directories or globs. Images, PDFs and secrets: exact paths only.',
  parameters: objectSchema(
    {
      include: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
      exclude: { type: 'array', items: { type: 'string' }, description: 'Globs to leave out.' },
      recursive: { type: 'boolean', description: 'Also what is deeper in directories. Default true.' },
      useDefaultExcludes: { type: 'boolean', description: 'Leave out dependencies and build results. Default true.' },
      file_filtering_options: objectSchema(
        { respect_git_ignore: { type: 'boolean' }, respect_gemini_ignore: { type: 'boolean' } },
        [],
      ),
    },
    ['include'],
  ),
  adapt(args) {
    const { respect_git_ignore, ...rest } = renameArgs(args, {
      paths: 'include',
      file_paths: 'include',
      files: 'include',
      use_default_excludes: 'useDefaultExcludes',
    });
    if (respect_git_ignore === undefined || rest.file_filtering_options !== undefined) return rest;
    return { ...rest, file_filtering_options: { respect_git_ignore } };
  },
  title: ({ include }, path) =>
    include.length === 1
      ? l10n.t('Read {0}', path(include[0] ?? ''))
      : l10n.t('Read {0} and {1} more', path(include[0] ?? ''), include.length - 1),
  async reads({ include }, { workspace }) {
    const named = await Promise.all(include.map(each => namedFile(workspace, each)));
    return named.filter(path => path !== null);
  },
  async run(args, context) {
    const { files, skipped } = await readMany(args, context, { room: { left: MAX_CHARACTERS } });
    const blocks = files.map(({ absolute, text }) => `--- ${absolute} ---\n\n${text}\n\n`);
    const images = files.flatMap(({ image }) => (image ? [image] : []));
    return {
      content: describe(blocks, skipped),
      ...(images.length > 0 && { images }),
      display: { type: 'text', text: countText(blocks.length, skipped.length) },
    };
  },
};

function describe(blocks: readonly string[], skipped: readonly SkippedFile[]): string {
  const shown = skipped.slice(0, MAX_SKIPPED_SHOWN).map(({ absolute, error }) => `- ${absolute}: ${error.message}`);
  const more = skipped.length > shown.length ? [`- and ${skipped.length - shown.length} more`] : [];
  const notes = skipped.length > 0 ? [`Skipped ${skipped.length} file(s):`, ...shown, ...more, ''] : [];
  const head = notes.join('\n');
  if (blocks.length === 0) return `No files matching the criteria were found or all were skipped.\n${head}`.trimEnd();
  return `${head === '' ? '' : `${head}\n`}${blocks.join('')}--- End of content ---`;
}

function countText(count: number, skipped: number): string {
  const files = count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
  return skipped === 0 ? files : l10n.t('{0}, {1} skipped', files, skipped);
}
