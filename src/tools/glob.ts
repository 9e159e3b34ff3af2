import * as l10n from '@vscode/l10n';
import type { Workspace, WorkspacePath } from '../agent/ports/workspace';
import type { ReadTool } from '../agent/tool';
import { objectSchema, renameArgs, withoutEmpty } from './args';
import { firstOf } from './firstOf';
import { below, searchBases } from './paths';

interface Args {
  readonly pattern: string;
  readonly dir_path?: string;
  readonly case_sensitive?: boolean;
  readonly respect_git_ignore?: boolean;
  readonly respect_gemini_ignore?: boolean;
}

interface Found {
  readonly path: string;
  readonly modifiedAt: number;
}

type Order = (a: Found, b: Found) => number;

const MAX_FILES = 1000;
const RECENT_MS = 24 * 60 * 60 * 1000;

export const glob: ReadTool<Args> = {
  kind: 'read',
  name: 'glob',
  icon: 'search',
  description:
    'Finds files whose path matches a glob such as src/**/*.ts. Gives absolute paths: those modified within a day first, newest first, then the rest by name.',
  parameters: objectSchema(
    {
      pattern: { type: 'string', minLength: 1, description: 'Glob; ** stands for directories at any depth.' },
      dir_path: { type: 'string', description: 'Directory to search in. Default: the whole workspace.' },
      case_sensitive: { type: 'boolean', description: 'Default false.' },
      respect_git_ignore: { type: 'boolean', description: 'Default true.' },
      respect_gemini_ignore: { type: 'boolean', description: 'Default true.' },
    },
    ['pattern'],
  ),
  adapt: args => withoutEmpty(renameArgs(args, { path: 'dir_path', directory: 'dir_path' }), ['dir_path']),
  title: ({ pattern }) => l10n.t('Find {0}', pattern),
  async run(args, { workspace, signal }) {
    const bases = await searchBases(workspace, args.dir_path);
    const order = recentFirst(Date.now() - RECENT_MS);
    const results = await Promise.all(bases.map(base => findBelow(workspace, base, args, order, signal)));
    const first = results.flatMap(result => result.first);
    const count = results.reduce((sum, result) => sum + result.count, 0);
    const ignored = results.reduce((sum, result) => sum + result.ignored, 0);
    return {
      content: describe(args.pattern, bases, { first: firstOf(first, MAX_FILES, order), count, ignored }),
      display: { type: 'text', text: count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count) },
    };
  },
};

/** The totals, and as many files as can be shown, with absolute paths. */
interface Findings {
  readonly first: readonly Found[];
  readonly count: number;
  readonly ignored: number;
}

async function findBelow(
  workspace: Workspace,
  base: WorkspacePath,
  args: Args,
  order: Order,
  signal: AbortSignal,
): Promise<Findings> {
  const request = {
    base,
    isCaseSensitive: args.case_sensitive ?? false,
    respectGitIgnore: args.respect_git_ignore ?? true,
    respectGeminiIgnore: args.respect_gemini_ignore ?? true,
  };
  const pattern = relativePattern(args.pattern, base.absolute);
  let found = await workspace.find({ ...request, pattern }, signal);
  if (found.files.length === 0 && /[()[\]{}]/.test(pattern)) {
    // File names can contain these characters: app/[id]/page.tsx.
    found = await workspace.find({ ...request, pattern: pattern.replace(/[()[\]{}]/g, '\\$&') }, signal);
  }
  const first = firstOf(found.files, MAX_FILES, order);
  return {
    first: first.map(({ path, modifiedAt }) => ({ path: below(base, path), modifiedAt })),
    count: found.files.length,
    ignored: found.ignored,
  };
}

/** Patterns are relative to the directory, but models also prefix them with its absolute path. */
function relativePattern(pattern: string, base: string): string {
  const posix = base.replaceAll('\\', '/');
  return pattern.startsWith(`${posix}/`) ? pattern.slice(posix.length + 1) : pattern;
}

/** Files modified after `since` come first, newest first; then the others by name. */
function recentFirst(since: number): Order {
  const time = ({ modifiedAt }: Found) => (modifiedAt > since ? modifiedAt : 0);
  return (a, b) => time(b) - time(a) || (a.path < b.path ? -1 : 1);
}

function describe(pattern: string, bases: readonly WorkspacePath[], { first, count, ignored }: Findings): string {
  const place = bases.map(base => base.absolute).join(', ');
  const hidden = ignored > 0 ? `, ${ignored} ignored` : '';
  if (count === 0) return `No files found matching "${pattern}" within ${place}${hidden}`;
  const shown = first.map(file => file.path);
  if (count > MAX_FILES) shown.push(`... and ${count - MAX_FILES} more; narrow the pattern to see them`);
  const head = `Found ${count} file(s) matching "${pattern}" within ${place}${hidden}`;
  return `${head}, sorted by modification time (newest first) if within a day, then by name:\n${shown.join('\n')}`;
}
