import * as path from 'node:path';
import type { SearchRequest } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { normalGlob } from '../files/fileFilter';
import type { IgnoreRules } from '../files/ignoreRules';
import { streamRecords, type ToolEnd } from './streamRecords';

/** Receives a matching line; returns false to stop. `file` is a POSIX path relative to the base. */
export type MatchSink = (file: string, line: number, text: string) => boolean;

/** A directory, the names to skip in it, and the ignore files that ripgrep may apply early. */
export interface RipgrepScope {
  readonly base: string;
  readonly isFolder: boolean;
  readonly skip: ReadonlySet<string>;
  readonly rules: IgnoreRules | null;
  /** Globs without a slash: lists only files with such names, including ignored ones. Case-insensitive. */
  readonly names?: readonly string[];
}

/** Lists files like `listFiles`. Returns false if this ripgrep can't be used. */
export async function ripgrepFiles(
  rg: string,
  scope: RipgrepScope,
  onFile: (file: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const names = (scope.names ?? []).flatMap(nameArguments);
  // With one thread per processor, most of them sleep while one reads a directory.
  const args = ['--files', '--null', '--threads=4', ...names, ...scopeArguments(scope), '--', './'];
  const end = await streamRecords({ file: rg, args, cwd: scope.base, separator: '\0', signal }, file => {
    onFile(posix(file));
    return true;
  });
  return isComplete(end);
}

/** Expands an extension to all its spellings, which are fast to match; case-insensitive globs are slow. */
function nameArguments(name: string): string[] {
  const ending = /^\*\.([A-Za-z]{1,3})$/.exec(name)?.[1];
  if (ending === undefined) return [`--iglob=${name}`];
  return ending
    .toLowerCase()
    .split('')
    .reduce((all, letter) => all.flatMap(each => [each + letter, each + letter.toUpperCase()]), ['--glob=*.']);
}

/** Calls `sink` with every matching line. False if this ripgrep can't be used; throws `ToolError` for a bad pattern. */
export async function ripgrepSearch(
  rg: string,
  request: SearchRequest,
  scope: RipgrepScope,
  sink: MatchSink,
  signal: AbortSignal,
): Promise<boolean> {
  const options = ['--json', '--threads=4', '--crlf', ...searchArguments(request), ...scopeArguments(scope)];
  const args = [...options, `--regexp=${request.pattern}`, '--', './'];
  const end = await streamRecords({ file: rg, args, cwd: scope.base, separator: '\n', signal }, record => {
    const match = readMatch(record);
    return match === null || sink(...match);
  });
  if (isComplete(end)) return true;
  if (end?.exitCode !== 2 || /unrecognized flag|wasn't expected|unexpected argument/.test(end.errors)) return false;
  throw new ToolError('grep_execution_error', `Invalid search: ${end.errors.trim()}`);
}

/** Exit code 2 without a message means that a file could not be read, which is ignored. */
function isComplete(end: ToolEnd | null): boolean {
  if (end === null || end.isStopped) return end !== null;
  return end.exitCode === 0 || end.exitCode === 1 || (end.exitCode === 2 && end.errors === '');
}

function searchArguments(request: SearchRequest): string[] {
  return [
    request.isLiteral ? '--fixed-strings' : '--engine=auto',
    request.isCaseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(request.maxMatchesPerFile === undefined ? [] : [`--max-count=${request.maxMatchesPerFile}`]),
    ...globArguments(request.include, false),
    ...globArguments(request.exclude, true),
  ];
}

function globArguments(glob: string | undefined, isExclude: boolean): string[] {
  if (glob === undefined) return [];
  const isNegative = glob.startsWith('!') !== isExclude;
  const normal = normalGlob(glob.replace(/^!/, ''));
  return [`--glob=${isNegative ? '!' : ''}${normal}`];
}

/** Ignore files only speed up ripgrep here: a glob overrides them, so results are checked again. */
function scopeArguments({ isFolder, skip, rules }: RipgrepScope): string[] {
  const common = ['--no-config', '--hidden', '--no-messages', ...[...skip].map(name => `--glob=!${name}`)];
  if (!rules) return [...common, '--no-ignore'];
  const git = ['--no-ignore-global', '--no-ignore-dot'];
  if (!rules.usesGit || rules.hasGeminiExceptions) {
    git.push('--no-ignore-vcs', '--no-ignore-parent', '--no-ignore-exclude');
  } else if (!rules.isInRepository) {
    git.push('--no-require-git', '--no-ignore-parent');
  }
  return [...common, ...git, ...(isFolder ? rules.geminiFiles.map(file => `--ignore-file=${file}`) : [])];
}

interface RipgrepText {
  readonly text?: string;
  readonly bytes?: string;
}

interface RipgrepMatch {
  readonly data: { readonly path: RipgrepText; readonly lines: RipgrepText; readonly line_number: number };
}

function readMatch(record: string): [file: string, line: number, text: string] | null {
  if (!record.startsWith('{"type":"match"')) return null;
  const { path, lines, line_number } = (JSON.parse(record) as RipgrepMatch).data;
  return [posix(textOf(path)), line_number, textOf(lines).replace(/\r?\n$/, '')];
}

/** Text that isn't UTF-8 is base64-encoded. */
function textOf({ text, bytes }: RipgrepText): string {
  return text ?? Buffer.from(bytes ?? '', 'base64').toString('latin1');
}

function posix(file: string): string {
  const plain = path.sep === '\\' ? file.replaceAll('\\', '/') : file;
  return plain.startsWith('./') ? plain.slice(2) : plain;
}
