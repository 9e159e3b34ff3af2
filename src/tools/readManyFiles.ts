import * as l10n from '@vscode/l10n';
import type { Workspace, WorkspacePath } from '../agent/ports/workspace';
import type { ReadContext, ReadTool } from '../agent/tool';
import { isSecretFile } from '../policy/secretFiles';
import { ToolError } from '../shared/errors';
import { start } from '../shared/cutText';
import type { ImagePart } from '../shared/messages';
import { objectSchema, renameArgs } from './args';
import { below, fileTarget, searchBases } from './paths';
import { compileExcludes, DEFAULT_EXCLUDES } from './text/excludes';
import { countLines, linesBetween } from './text/lines';
import { mediaTypeOf, SIGNATURE_BYTES, toBase64 } from './text/mediaType';
import { cutLine } from './text/truncate';

interface Args {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly recursive?: boolean;
  readonly useDefaultExcludes?: boolean;
  readonly file_filtering_options?: {
    readonly respect_git_ignore?: boolean;
    readonly respect_gemini_ignore?: boolean;
  };
}

/** A file to be read. `isNamed`: by its own path, not by a pattern or a directory. */
interface Chosen {
  readonly absolute: string;
  readonly isNamed: boolean;
}

interface Content {
  readonly text: string;
  readonly image?: ImagePart;
}

const maxLines = 2000;
const maxLineLength = 2000;
const maxBytes = 20 * 1024 * 1024;
/** All blocks together: some fifty thousand tokens. */
const maxCharacters = 200_000;
const maxSkippedShown = 50;

export const readManyFiles: ReadTool<Args> = {
  kind: 'read',
  name: 'read_many_files',
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
    const chosen = await choose(args, context);
    const blocks: string[] = [];
    const images: ImagePart[] = [];
    const skipped: string[] = [];
    let room = maxCharacters;
    const git = args.file_filtering_options?.respect_git_ignore ?? true;
    for (const { absolute, isNamed } of chosen) {
      context.signal.throwIfAborted();
      try {
        if (room <= 0) throw new ToolError('read_content_failure', 'too much text in all; read it on its own');
        const { text, image } = await read(context.workspace, absolute, isNamed, git);
        const shown = start(text, room);
        room -= shown.length;
        if (image) images.push(image);
        blocks.push(`--- ${absolute} ---\n\n${shown}${shown === text ? '' : '\n[cut: too much text in all]'}\n\n`);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        skipped.push(`- ${absolute}: ${error.message}`);
      }
    }
    return {
      content: describe(blocks, skipped),
      ...(images.length > 0 && { images }),
      display: { type: 'text', text: countText(blocks.length, skipped.length) },
    };
  },
};

/** What is named comes first and in its order; then what patterns and directories give, by path. */
async function choose(args: Args, { workspace, signal }: ReadContext): Promise<Chosen[]> {
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

/** The file of exactly this path; null for a directory, a pattern, or nothing. */
async function namedFile(workspace: Workspace, given: string): Promise<WorkspacePath | null> {
  const path = await resolved(workspace, given);
  return path && (await workspace.stat(path))?.type === 'file' ? path : null;
}

/** Null for a pattern that can't be a path. What leads outside the workspace is refused, even if it is a pattern. */
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

/** Throws `ToolError` with the reason for what is left out. */
async function read(workspace: Workspace, absolute: string, isNamed: boolean, git: boolean): Promise<Content> {
  const { path, stat } = await fileTarget(workspace, absolute, { git });
  if (!stat) throw new ToolError('file_not_found', 'gone');
  if (!isNamed && isSecretFile(path.relative)) {
    throw new ToolError('read_content_failure', 'it looks like a secret; it is read only if its exact path is given');
  }
  if (stat.size > maxBytes) throw new ToolError('file_too_large', 'larger than 20 MB; read it on its own');
  const media = mediaTypeOf(await workspace.readBytes(path, SIGNATURE_BYTES));
  if (media) {
    const what = `${media.kind} (${media.mimeType})`;
    if (!isNamed) {
      throw new ToolError('read_content_failure', `${what}; it is read only if its exact path is given`);
    }
    const data = toBase64(await workspace.readBytes(path, stat.size));
    return { text: `[${what}, attached]`, image: { type: 'image', mimeType: media.mimeType, data } };
  }
  const { text } = await workspace.readText(path);
  const total = countLines(text);
  const lines = linesBetween(text, 1, maxLines).map(line => cutLine(line, maxLineLength));
  const note = total > maxLines ? [`[lines 1-${maxLines} of ${total}; read_file gives the rest]`] : [];
  return { text: [...note, ...lines].join('\n') };
}

function describe(blocks: readonly string[], skipped: readonly string[]): string {
  const shown = skipped.slice(0, maxSkippedShown);
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
