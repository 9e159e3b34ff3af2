import * as l10n from '@vscode/l10n';
import type { Workspace, WorkspacePath } from '../agent/ports/workspace';
import type { ReadContext } from '../agent/tool';
import { isSecretFile } from '../policy/secretFiles';
import { ToolError } from '../shared/errors';
import { start } from '../shared/cutText';
import type { ImagePart } from '../shared/messages';
import { below, fileTarget, searchBases } from './paths';
import { compileExcludes, DEFAULT_EXCLUDES } from './text/excludes';
import { countLines, linesBetween } from './text/lines';
import { mediaTypeOf, SIGNATURE_BYTES, toBase64 } from './text/mediaType';
import { cutLine } from './text/truncate';

export interface ReadManyArgs {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly recursive?: boolean;
  readonly useDefaultExcludes?: boolean;
  readonly file_filtering_options?: {
    readonly respect_git_ignore?: boolean;
    readonly respect_gemini_ignore?: boolean;
  };
}

/** Options of a call that the model can't set. */
export interface ReadManyOptions {
  /** The number of characters that remaining files may have together; counts down. */
  readonly room: { left: number };
  /** True: a file named by its exact path is read even if an ignore file excludes it. */
  readonly liftsIgnores?: boolean;
  /** Read only these lines of a file named by its exact path; 1-based and inclusive. */
  readonly lines?: { readonly first: number; readonly last: number };
}

export interface ReadManyFile {
  readonly absolute: string;
  readonly display: string;
  readonly text: string;
  readonly image?: ImagePart;
}

/** A file that was left out, and why. */
export interface SkippedFile {
  readonly absolute: string;
  readonly error: ToolError;
}

export interface ReadMany {
  readonly files: readonly ReadManyFile[];
  readonly skipped: readonly SkippedFile[];
}

/** A file to read. `isNamed`: it was named by its exact path, not by a pattern or a directory. */
interface Chosen {
  readonly absolute: string;
  readonly isNamed: boolean;
}

const MAX_LINES = 2000;
const MAX_LINE_LENGTH = 2000;
const MAX_BYTES = 20 * 1024 * 1024;
/** Limit for all files of a call together, about fifty thousand tokens. */
export const MAX_CHARACTERS = 200_000;

/** Reads files by paths, directories and globs. Throws `ToolError` for paths that lead outside the workspace. */
export async function readMany(args: ReadManyArgs, context: ReadContext, options: ReadManyOptions): Promise<ReadMany> {
  const files: ReadManyFile[] = [];
  const skipped: SkippedFile[] = [];
  const { room } = options;
  const git = args.file_filtering_options?.respect_git_ignore ?? true;
  for (const chosen of await choose(args, context)) {
    context.signal.throwIfAborted();
    const { absolute } = chosen;
    try {
      if (room.left <= 0) throw tooMuch();
      const { text, ...file } = await read(context.workspace, chosen, git, options);
      const shown = start(text, room.left);
      room.left -= shown.length;
      files.push({ absolute, text: `${shown}${shown === text ? '' : '\n[cut: too much text in all]'}`, ...file });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      skipped.push({ absolute, error });
    }
  }
  return { files, skipped };
}

function tooMuch(): ToolError {
  const message = 'too much text in all; read it on its own';
  return new ToolError('read_content_failure', message, l10n.t('What is attached before it is as much as fits.'));
}

function tooLarge(): ToolError {
  const megabytes = MAX_BYTES / 1024 / 1024;
  const message = `larger than ${megabytes} MB; read it on its own`;
  return new ToolError('file_too_large', message, l10n.t('It’s larger than {0} MB.', megabytes));
}

/** Named files come first, in the given order; then those found by patterns and directories, sorted by path. */
async function choose(args: ReadManyArgs, { workspace, signal }: ReadContext): Promise<Chosen[]> {
  const { respect_git_ignore = true, respect_gemini_ignore = true } = args.file_filtering_options ?? {};
  const useDefaults = args.useDefaultExcludes ?? true;
  const isExcluded = compileExcludes([...(useDefaults ? DEFAULT_EXCLUDES : []), ...(args.exclude ?? [])]);
  const isUnwanted = compileExcludes(args.exclude ?? []);
  const named: string[] = [];
  const found = new Set<string>();
  for (const each of args.include) {
    const file = await namedFile(workspace, each);
    if (file) {
      if (!isUnwanted(file.relative)) named.push(file.absolute);
      continue;
    }
    for (const { base, pattern } of await patternsOf(workspace, each, args.recursive ?? true)) {
      const request = { base, pattern, isCaseSensitive: false };
      const ignore = { respectGitIgnore: respect_git_ignore, respectGeminiIgnore: respect_gemini_ignore };
      const result = await workspace.find({ ...request, ...ignore }, signal).catch(unsearchable);
      const prefix = base.relative === '' ? '' : `${base.relative}/`;
      for (const { path } of result.files) if (!isExcluded(prefix + path)) found.add(below(base, path));
    }
  }
  const isNamed = new Set(named);
  return [
    ...[...isNamed].map(absolute => ({ absolute, isNamed: true })),
    ...[...found]
      .filter(absolute => !isNamed.has(absolute))
      .sort()
      .map(absolute => ({ absolute, isNamed: false })),
  ];
}

/** The file at exactly this path; null for a directory, a pattern, or a missing file. */
export async function namedFile(workspace: Workspace, given: string): Promise<WorkspacePath | null> {
  const path = await resolved(workspace, given);
  return path && (await workspace.stat(path))?.type === 'file' ? path : null;
}

/** Null for a pattern that can't be a path. Anything that leads outside the workspace is refused, even a pattern. */
async function resolved(workspace: Workspace, given: string): Promise<WorkspacePath | null> {
  try {
    return await workspace.resolve(given);
  } catch (error) {
    if (error instanceof ToolError && /[*?[{]/.test(given) && !given.split(/[\\/]/).includes('..')) return null;
    throw error;
  }
}

async function patternsOf(workspace: Workspace, given: string, isRecursive: boolean) {
  const path = await resolved(workspace, given);
  if (path && (await workspace.stat(path))?.type === 'directory') {
    return [{ base: path, pattern: isRecursive ? '**' : '*' }];
  }
  const bases = await searchBases(workspace, undefined);
  const posix = given.replaceAll('\\', '/').replace(/^\.\//, '');
  if (!posix.startsWith('/') && !/^[a-z]:\//i.test(posix)) return bases.map(base => ({ base, pattern: posix }));
  const roots = bases.map(base => ({ base, root: `${base.absolute.replaceAll('\\', '/')}/` }));
  const inside = roots.filter(({ root }) => posix.startsWith(root));
  if (inside.length === 0) {
    throw new ToolError('path_not_in_workspace', `Path not in workspace: "${given}" leads outside the workspace.`);
  }
  return inside.map(({ base, root }) => ({ base, pattern: posix.slice(root.length) }));
}

function unsearchable(error: unknown): never {
  if (!(error instanceof ToolError)) throw error;
  throw new ToolError('read_many_files_search_error', error.message, error.forPeople);
}

/** Throws a `ToolError` with the reason if the file is left out. */
async function read(
  workspace: Workspace,
  { absolute, isNamed }: Chosen,
  git: boolean,
  { liftsIgnores = false, lines }: ReadManyOptions,
): Promise<Omit<ReadManyFile, 'absolute'>> {
  const isLifted = isNamed && liftsIgnores;
  const { path, stat } = await fileTarget(workspace, absolute, { git: git && !isLifted, gemini: !isLifted });
  if (!stat) throw new ToolError('file_not_found', 'gone', l10n.t('There is no such file.'));
  if (!isNamed && isSecretFile(path.relative)) {
    throw new ToolError('read_content_failure', 'it looks like a secret; it is read only if its exact path is given');
  }
  if (stat.size > MAX_BYTES) throw tooLarge();
  const { display } = path;
  const media = mediaTypeOf(await workspace.readBytes(path, SIGNATURE_BYTES));
  if (media) {
    const what = `${media.kind} (${media.mimeType})`;
    if (!isNamed) {
      throw new ToolError('read_content_failure', `${what}; it is read only if its exact path is given`);
    }
    const data = toBase64(await workspace.readBytes(path, stat.size));
    return { display, text: `[${what}, attached]`, image: { type: 'image', mimeType: media.mimeType, data } };
  }
  const { text } = await workspace.readText(path);
  return { display, text: isNamed && lines ? linesOf(text, lines.first, lines.last) : linesOf(text, 1, MAX_LINES) };
}

/** Lines of a text, with a note if they aren't all of the requested lines, or of the whole text. */
function linesOf(text: string, first: number, last: number): string {
  const total = countLines(text);
  const end = Math.min(last, first + MAX_LINES - 1);
  const lines = linesBetween(text, first, end).map(line => cutLine(line, MAX_LINE_LENGTH));
  const isWhole = first === 1 ? total <= end : end === last;
  const note = isWhole ? [] : [`[lines ${first}-${end} of ${total}; read_file gives the rest]`];
  return [...note, ...lines].join('\n');
}
