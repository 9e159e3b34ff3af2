import { lstatSync } from 'node:fs';
import * as path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import picomatch from 'picomatch';
import type { FindRequest } from '../agent/ports/workspace';
import { ToolError } from '../shared/errors';
import { loadIgnoreRules, type IgnoreRules } from './ignoreRules';
import { listFiles, SKIPPED } from './listFiles';
import { ripgrepFiles } from './ripgrep';
import { TimedOut, timeBoxed } from './timeBox';

export interface FoundFiles {
  readonly files: readonly { readonly path: string; readonly modifiedAt: number }[];
  readonly ignored: number;
}

const limitMs = 30_000;
// Ignored directories can be huge, and how many files they hide is only a remark.
const countMs = 1000;
const sliceMs = 10;
// Small enough to be done in time even where every file needs an ignore file to be looked for on a slow disk.
const portion = 200;
const ignoreFile = /(^|\/)\.g(it|emini)ignore$/;

/** See `Workspace.find`. `ignored` is at least how many matching files were left out; counting them may be cut short. */
export async function findFiles(
  request: FindRequest,
  ripgrep: string | null,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const counting = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    const { base, respectGitIgnore, respectGeminiIgnore } = request;
    const rules = loadIgnoreRules(base.folder.path, { git: respectGitIgnore, gemini: respectGeminiIgnore });
    const respectsAny = respectGitIgnore || respectGeminiIgnore;
    const countAll = () => matching(request, null, ripgrep, AbortSignal.any([limited, counting.signal]));
    // Where there are rules for sure, both lists are made together; else the second only if the first meets with rules.
    const early = respectsAny && (rules.isInRepository || rules.geminiFile !== null) ? countAll() : null;
    early?.catch(() => undefined);
    const { found, hasIgnoreFile } = await matching(request, rules, ripgrep, limited);
    timer = setTimeout(() => counting.abort(), countMs);
    const all = await (early ?? (respectsAny && hasIgnoreFile ? countAll() : null));
    const ignored = [...(all?.found ?? [])].reduce((count, file) => (found.has(file) ? count : count + 1), 0);
    return { files: await withTimes(base.absolute, found, limited), ignored };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TimedOut) throw failed('The pattern is too complex. Simplify it.');
    if (limited.aborted) throw failed(`Finding files took longer than ${limitMs / 1000} s. Narrow the path.`);
    throw error;
  } finally {
    clearTimeout(timer);
    counting.abort();
  }
}

function failed(message: string): ToolError {
  return new ToolError('glob_execution_error', message);
}

interface Matching {
  readonly found: ReadonlySet<string>;
  /** Whether there are ignore files among those that were looked at. */
  readonly hasIgnoreFile: boolean;
}

/** The files that match, less those that `rules` exclude. Without rules an abort gives those found so far. */
async function matching(
  request: FindRequest,
  rules: IgnoreRules | null,
  ripgrep: string | null,
  signal: AbortSignal,
): Promise<Matching> {
  const { base } = request;
  const names = namesOf(request.pattern);
  let hasIgnoreFile = false;
  const found = new Set<string>();
  const matches = compileFind(request.pattern, request.isCaseSensitive);
  const below = base.relative === '' ? '' : `${base.relative}/`;
  const isIgnored = (file: string) => rules?.isIgnored(below + file) ?? false;
  const pending: string[] = [];
  const sift = () =>
    timeBoxed(() => {
      for (const file of pending.splice(0)) if (matches(file) && !isIgnored(file)) found.add(file);
    });
  const take = (file: string) => {
    hasIgnoreFile ||= ignoreFile.test(file);
    // What has a name that is looked for is listed even where it would be skipped.
    if (names && file.split('/').some(segment => SKIPPED.has(segment))) return;
    if (pending.push(file) >= portion) sift();
  };
  try {
    const scope = {
      base: base.absolute,
      isFolder: base.relative === '',
      skip: SKIPPED,
      rules,
      ...(names && { names }),
    };
    if (!ripgrep || !(await ripgrepFiles(ripgrep, scope, take, signal))) {
      await listFiles({ base: base.absolute, skip: SKIPPED, prune: isIgnored }, take, signal);
    }
    sift();
  } catch (error) {
    if (rules !== null || !signal.aborted) throw error;
  }
  return { found, hasIgnoreFile };
}

/** Globs of the names that files must have to match, ignore files added; null where that is not plain. */
function namesOf(pattern: string): string[] | null {
  const name = pattern.split('/').at(-1) ?? '';
  const isPlain = /^[\w.*/-]+$/.test(pattern) && /\w/.test(name) && !name.includes('**');
  return isPlain ? [name, '.gitignore', '.geminiignore'] : null;
}

export function compileFind(pattern: string, isCaseSensitive: boolean): (file: string) => boolean {
  const matches = picomatch(pattern.replace(/^\.\//, ''), { dot: true, nocase: !isCaseSensitive, noextglob: true });
  return file => matches(file);
}

/** Asks for the times synchronously, which is several times faster, but gives way every few milliseconds. */
async function withTimes(base: string, files: ReadonlySet<string>, signal: AbortSignal) {
  const timed: { path: string; modifiedAt: number }[] = [];
  let started = performance.now();
  for (const file of files) {
    const stats = lstatSync(path.join(base, file), { throwIfNoEntry: false });
    if (stats) timed.push({ path: file, modifiedAt: stats.mtimeMs });
    if (performance.now() - started < sliceMs) continue;
    await nextTurn();
    signal.throwIfAborted();
    started = performance.now();
  }
  return timed;
}
