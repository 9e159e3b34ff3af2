import * as path from 'node:path';
import type { SearchRequest } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { normalGlob } from '../files/fileFilter';
import type { IgnoreRules } from '../files/ignoreRules';
import { streamRecords, type ToolEnd } from './streamRecords';

/** Receives one matching line; false: enough. `file` is a POSIX path below the base. */
export type MatchSink = (file: string, line: number, text: string) => boolean;

/** A directory, what is skipped in it, and the ignore files by which ripgrep may pass over files early. */
export interface RipgrepScope {
  readonly base: string;
  readonly isFolder: boolean;
  readonly skip: ReadonlySet<string>;
  readonly rules: IgnoreRules | null;
  /** Globs without a slash: only files with such a name are listed, ignored ones among them. Case does not count. */
  readonly names?: readonly string[];
}

/** Lists files like `listFiles`. False if this ripgrep can't be used. */
export async function ripgrepFiles(
  rg: string,
  scope: RipgrepScope,
  onFile: (file: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const names = (scope.names ?? []).flatMap(nameArguments);
  // With as many threads as there are processors, most of them sleep while one reads a directory.
  const args = ['--files', '--null', '--threads=4', ...names, ...scopeArguments(scope), '--', './'];
  const end = await streamRecords({ file: rg, args, cwd: scope.base, separator: '\0', signal }, file => {
    onFile(posix(file));
    return true;
  });
  return isComplete(end);
}

/** Endings in every case, which ripgrep looks up; a glob without case is a regular expression for each file. */
function nameArguments(name: string): string[] {
  const ending = /^\*\.([A-Za-z]{1,3})$/.exec(name)?.[1];
  if (ending === undefined) return [`--iglob=${name}`];
  return ending
    .toLowerCase()
    .split('')
    .reduce((all, letter) => all.flatMap(each => [each + letter, each + letter.toUpperCase()]), ['--glob=*.']);
}

/** Calls `sink` for every matching line. False if this ripgrep can't be used; throws `ToolError` for a bad pattern. */
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

/** Exit code 2 without a word means that some file could not be read, which is passed over. */
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

/** Ignore files only save ripgrep the way here: a glob makes it forget them, so that results are checked once more. */
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

/** What is not UTF-8 comes as base64. */
function textOf({ text, bytes }: RipgrepText): string {
  return text ?? Buffer.from(bytes ?? '', 'base64').toString('latin1');
}

function posix(file: string): string {
  const plain = path.sep === '\\' ? file.replaceAll('\\', '/') : file;
  return plain.startsWith('./') ? plain.slice(2) : plain;
}
