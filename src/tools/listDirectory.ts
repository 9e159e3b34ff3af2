import * as l10n from '@vscode/l10n';
import type { ReadTool } from '../agent/tool';
import type { DirectoryEntry } from '../agent/ports/workspace';
import { compileGlob } from '../shared/globMatcher';
import { refuseLongGlobs } from '../shared/globs';
import { objectSchema, renameArgs } from './args';
import { existingDirectory } from './paths';
import { visible } from './text/controls';

interface Args {
  readonly dir_path: string;
  readonly ignore?: readonly string[];
  readonly file_filtering_options?: {
    readonly respect_git_ignore?: boolean;
    readonly respect_gemini_ignore?: boolean;
  };
}

const MAX_ENTRIES = 1000;

export const listDirectory: ReadTool<Args> = {
  kind: 'read',
  name: 'list_directory',
  icon: 'folder',
  description: 'Lists the files and subdirectories directly inside a directory, directories first.',
  parameters: objectSchema(
    {
      dir_path: { type: 'string', description: 'Directory, absolute or relative to the workspace.' },
      ignore: { type: 'array', items: { type: 'string' }, description: 'Globs of names to leave out.' },
      file_filtering_options: objectSchema(
        {
          respect_git_ignore: { type: 'boolean', description: 'Default true.' },
          respect_gemini_ignore: { type: 'boolean', description: 'Default true.' },
        },
        [],
      ),
    },
    ['dir_path'],
  ),
  adapt(args) {
    const { respect_git_ignore, ...rest } = renameArgs(args, { path: 'dir_path', directory: 'dir_path' });
    if (respect_git_ignore === undefined || rest.file_filtering_options !== undefined) return rest;
    return { ...rest, file_filtering_options: { respect_git_ignore } };
  },
  title: ({ dir_path }, path) => l10n.t('List {0}', path(dir_path)),
  async run({ dir_path, ignore = [], file_filtering_options: filter = {} }, { workspace }) {
    const directory = await existingDirectory(workspace, dir_path);
    const all = await workspace.list(directory);
    const ignored = await workspace.ignored(directory, all.map(markDirectory), {
      git: filter.respect_git_ignore ?? true,
      gemini: filter.respect_gemini_ignore ?? true,
    });
    const isUnwanted = compileNames(ignore);
    const entries = all.filter(entry => !ignored.has(markDirectory(entry)) && !isUnwanted(entry.name));
    const content = describe(directory.absolute, entries, all.length - entries.length);
    return { content, display: { type: 'text', text: countText(entries.length) } };
  },
};

function describe(directory: string, entries: readonly DirectoryEntry[], left: number): string {
  const note = left > 0 ? `\n\n(${left} ignored)` : '';
  if (entries.length === 0) return `Directory ${directory} is empty.${note}`;
  const lines = entries.toSorted(byKindAndName).slice(0, MAX_ENTRIES).map(describeEntry);
  const rest = entries.length - lines.length;
  if (rest > 0) lines.push(`... and ${rest} more (${entries.length} entries in all)`);
  return `Directory listing for ${directory}:\n${lines.join('\n')}${note}`;
}

function describeEntry({ name, type, size }: DirectoryEntry): string {
  if (type === 'directory') return `[DIR] ${visible(name)}`;
  return type === 'file' ? `${visible(name)} (${size} bytes)` : `${visible(name)} (not a regular file)`;
}

function byKindAndName(a: DirectoryEntry, b: DirectoryEntry): number {
  if ((a.type === 'directory') !== (b.type === 'directory')) return a.type === 'directory' ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

function markDirectory({ name, type }: DirectoryEntry): string {
  return type === 'directory' ? `${name}/` : name;
}

function compileNames(given: readonly string[]): (name: string) => boolean {
  const globs = given.filter(glob => glob !== '');
  refuseLongGlobs(globs);
  const matchers = globs.map(compileGlob);
  return name => matchers.some(matches => matches(name));
}

function countText(count: number): string {
  return count === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', count);
}
