import * as l10n from '@vscode/l10n';
import type { SearchFile, SearchRequest, Workspace, WorkspacePath } from '../agent/ports/workspace';
import type { ReadTool } from '../agent/tool';
import { isSecretFile } from '../policy/secretFiles';
import { objectSchema, renameArgs, withoutEmpty } from './args';
import { fileTarget, searchBases } from './paths';
import { addAutoContext, type Found } from './searchContext';
import { cutLine } from './text/truncate';

interface Args {
  readonly pattern: string;
  readonly dir_path?: string;
  readonly include_pattern?: string;
  readonly exclude_pattern?: string;
  readonly names_only?: boolean;
  readonly case_sensitive?: boolean;
  readonly fixed_strings?: boolean;
  readonly context?: number;
  readonly before?: number;
  readonly after?: number;
  readonly no_ignore?: boolean;
  readonly max_matches_per_file?: number;
  readonly total_max_matches?: number;
}

const MAX_MATCHES = 100;
const MAX_LINE_LENGTH = 2000;
const COUNT = { type: 'integer', minimum: 0 } as const;

export const searchFileContent: ReadTool<Args> = {
  kind: 'read',
  name: 'search_file_content',
  advice: 'Find code with `search_file_content` and `glob`, not with shell commands.',
  icon: 'search',
  otherNames: ['grep_search'],
  description:
    'Searches file contents for a regular expression. Gives the matching lines with file and line number, and the ' +
    'lines around them when there are few. Files that look like secrets are searched only as dir_path.',
  parameters: objectSchema(
    {
      pattern: { type: 'string', minLength: 1, description: 'Regular expression, tried on each line.' },
      dir_path: { type: 'string', description: 'Directory or file to search. Default: the whole workspace.' },
      include_pattern: { type: 'string', description: 'Glob of the files to search, such as *.ts or src/**.' },
      exclude_pattern: { type: 'string', description: 'Glob of files to leave out.' },
      names_only: { type: 'boolean', description: 'Only the names of files with a match.' },
      case_sensitive: { type: 'boolean', description: 'Default false.' },
      fixed_strings: { type: 'boolean', description: 'Take the pattern literally.' },
      context: { ...COUNT, description: 'Lines to show around each match.' },
      before: { ...COUNT, description: 'Lines to show before each match.' },
      after: { ...COUNT, description: 'Lines to show after each match.' },
      no_ignore: { type: 'boolean', description: 'Search ignored files too.' },
      max_matches_per_file: { type: 'integer', minimum: 1 },
      total_max_matches: { type: 'integer', minimum: 1, description: 'Default 100.' },
    },
    ['pattern'],
  ),
  adapt(args) {
    const names = { path: 'dir_path', directory: 'dir_path', include: 'include_pattern', exclude: 'exclude_pattern' };
    return withoutEmpty(renameArgs(args, names), Object.values(names));
  },
  title: ({ pattern }) => l10n.t('Search {0}', pattern),
  async reads({ dir_path }, { workspace }) {
    const path = dir_path === undefined ? null : await workspace.resolve(dir_path);
    return path && (await workspace.stat(path))?.type === 'file' ? [path] : [];
  },
  async run(args, { workspace, signal }) {
    const { found, matches, isCut } = await searchAll(workspace, args, signal);
    const isPlain = (args.context ?? args.before ?? args.after) === undefined && !args.names_only;
    const shown = isPlain && !isCut ? await addAutoContext(workspace, found, matches) : found;
    const fileCount = found.reduce((sum, { files }) => sum + files.length, 0);
    return {
      content: describe(args, shown, matches, fileCount, isCut),
      display: { type: 'text', text: countText(matches, fileCount, isCut) },
    };
  },
};

async function searchAll(workspace: Workspace, args: Args, signal: AbortSignal) {
  const { bases, include, isFile } = await placesOf(workspace, args);
  const request: Omit<SearchRequest, 'base' | 'maxMatches'> = {
    pattern: args.pattern,
    isLiteral: args.fixed_strings ?? false,
    isCaseSensitive: args.case_sensitive ?? false,
    respectIgnore: !(args.no_ignore ?? isFile),
    before: args.before ?? args.context ?? 0,
    after: args.after ?? args.context ?? 0,
    ...(include !== undefined && { include }),
    ...(args.exclude_pattern !== undefined && { exclude: args.exclude_pattern }),
    ...perFile(args),
  };
  const limit = args.total_max_matches ?? MAX_MATCHES;
  const found: Found[] = [];
  let matches = 0;
  let isCut = false;
  for (const base of bases) {
    if (matches >= limit) break;
    // The user hasn't approved reading secrets, and even the number of matches reveals something about their content.
    const isHidden = (file: string) => !isFile && isSecretFile(joined(base, file));
    const result = await workspace.search({ ...request, base, isHidden, maxMatches: limit - matches }, signal);
    const files = request.respectIgnore ? result.files : await withoutHidden(workspace, base, result.files);
    found.push({ base, files });
    matches += files.flatMap(file => file.lines).filter(line => line.isMatch).length;
    isCut ||= result.isCut;
  }
  return { found, matches, isCut };
}

/** Files excluded by `.geminiignore` stay hidden from the model even if other ignored files are searched. */
async function withoutHidden(workspace: Workspace, base: WorkspacePath, files: readonly SearchFile[]) {
  const paths = files.map(file => file.path);
  const hidden = await workspace.ignored(base, paths, { git: false, gemini: true });
  return files.filter(file => !hidden.has(file.path));
}

function joined({ relative }: WorkspacePath, path: string): string {
  return relative === '' ? path : `${relative}/${path}`;
}

function perFile(args: Args): Pick<SearchRequest, 'maxMatchesPerFile'> {
  const limit = args.names_only ? 1 : args.max_matches_per_file;
  return limit === undefined ? {} : { maxMatchesPerFile: limit };
}

/** A single file is searched by including only that file of its directory. */
async function placesOf(workspace: Workspace, { dir_path, include_pattern, no_ignore }: Args) {
  if (dir_path !== undefined) {
    const path = await workspace.resolve(dir_path);
    if ((await workspace.stat(path))?.type === 'file') {
      await fileTarget(workspace, dir_path, { git: no_ignore !== true });
      const parent = path.relative.split('/').slice(0, -1).join('/');
      const name = path.relative.slice(parent === '' ? 0 : parent.length + 1);
      const base = await workspace.resolve(`${path.folder.path}/${parent}`);
      return { bases: [base], include: `/${name.replace(/[\\*?[\]{}!()]/g, '\\$&')}`, isFile: true };
    }
  }
  return { bases: await searchBases(workspace, dir_path), include: include_pattern, isFile: false };
}

function describe(args: Args, found: readonly Found[], matches: number, files: number, isCut: boolean): string {
  const filter = args.include_pattern === undefined ? '' : ` (filter: "${args.include_pattern}")`;
  const place = `pattern "${args.pattern}" in path "${args.dir_path ?? '.'}"${filter}`;
  if (matches === 0) return `No matches found for ${place}.`;
  const limit = isCut ? ` (results limited to ${matches}; there are more)` : '';
  const all = found.flatMap(({ base, files }) => files.map(file => ({ ...file, path: nameOf(base, file, found) })));
  if (args.names_only) {
    return `Found ${files} ${files === 1 ? 'file' : 'files'} with matches for ${place}${limit}:\n${all.map(file => file.path).join('\n')}`;
  }
  const blocks = all.map(file => `File: ${file.path}\n${describeLines(file)}\n---`);
  return `Found ${matches} ${matches === 1 ? 'match' : 'matches'} for ${place}${limit}:\n---\n${blocks.join('\n')}`;
}

function nameOf(base: WorkspacePath, file: SearchFile, found: readonly Found[]): string {
  return found.length > 1 ? `${base.display}/${file.path}` : file.path;
}

function describeLines({ lines }: SearchFile): string {
  return lines
    .map(({ line, text, isMatch }) => `L${line}${isMatch ? ':' : '-'} ${cutLine(text, MAX_LINE_LENGTH)}`)
    .join('\n');
}

function countText(matches: number, files: number, isCut: boolean): string {
  if (isCut) return matches === 1 ? l10n.t('1 match or more') : l10n.t('{0} matches or more', matches);
  if (matches === 0) return l10n.t('No matches');
  if (matches === 1) return l10n.t('1 match');
  return files === 1 ? l10n.t('{0} matches in 1 file', matches) : l10n.t('{0} matches in {1} files', matches, files);
}
