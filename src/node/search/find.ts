import { lstatSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import picomatch from 'picomatch';
import type { FindRequest, WorkspacePath } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { refuseLongGlobs } from '../../shared/globs';
import type { IgnoreRules, RulesOf } from '../files/ignoreRules';
import { listFiles, SKIPPED } from './listFiles';
import { ripgrepFiles } from './ripgrep';
import { TimedOut, timeBoxed } from './timeBox';

interface FoundFile {
  readonly path: string;
  readonly modifiedAt: number;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly ignored: number;
}

const limitMs = 30_000;
const headStartMs = 400;
// A pass that keeps so many files in the time of a head start is not held up by ignored ones.
const busyFiles = 5000;
// The first portion is done in time even where every file needs an ignore file to be looked for on a slow disk. A box
// costs a thread, so that portions grow for as long as they are done at once.
const firstPortion = 200;
const largestPortion = 5000;
const quickMs = 4;
const skipped = new RegExp(`(^|/)(${[...SKIPPED].map(name => name.replace('.', '\\.')).join('|')})(/|$)`);

/** See `Workspace.find`. `ignored` is at least how many matching files were left out; counting them may be cut short. */
export async function findFiles(
  request: FindRequest,
  ripgrep: string | null,
  rulesOf: RulesOf,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const ending = new AbortController();
  const until = AbortSignal.any([limited, ending.signal]);
  try {
    const { base, respectGitIgnore: git, respectGeminiIgnore: gemini } = request;
    const rules = git || gemini ? rulesOf(base, { git, gemini }) : null;
    const all = new Sieve(request, rules);
    const wholePass = passOver(request, ripgrep, null, all, until);
    if (!rules) {
      await wholePass;
      return { files: all.files, ignored: 0 };
    }
    // Most often the fastest way is to look at everything, which also tells how much is ignored. But ignored directories
    // can be huge: then whoever enters none of them is done first, and how much they hide is only a remark.
    const kept = new Sieve(request, rules);
    const shortPass = async () => {
      let before: number;
      do {
        before = all.files.length;
        await delay(headStartMs, undefined, { signal: until });
      } while (all.files.length - before >= busyFiles);
      await passOver(request, ripgrep, rules, kept, until);
      return kept.files;
    };
    const files = await Promise.race([wholePass.then(() => all.files), shortPass()]);
    return { files, ignored: all.ignored };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TimedOut) throw failed('The pattern is too complex. Simplify it.');
    if (limited.aborted) throw failed(`Finding files took longer than ${limitMs / 1000} s. Narrow the path.`);
    throw error;
  } finally {
    ending.abort();
  }
}

function failed(message: string): ToolError {
  return new ToolError('glob_execution_error', message);
}

/** Sifts every file below the base of a request, without entering directories that `rules` exclude. */
async function passOver(
  { base, pattern }: FindRequest,
  ripgrep: string | null,
  rules: IgnoreRules | null,
  sieve: Sieve,
  signal: AbortSignal,
): Promise<void> {
  const names = namesOf(pattern);
  const take = (file: string) => {
    // What has a name that is looked for is listed even where it would be skipped.
    if (!names || !skipped.test(file)) sieve.push(file);
  };
  const scope = { base: base.absolute, isFolder: base.relative === '', skip: SKIPPED, rules };
  if (!ripgrep || !(await ripgrepFiles(ripgrep, { ...scope, ...(names && { names }) }, take, signal))) {
    const prune = (directory: string) => rules?.isIgnored(belowFolder(base) + directory) ?? false;
    await listFiles({ base: base.absolute, skip: SKIPPED, prune }, take, signal);
  }
  sieve.end();
}

function belowFolder(base: WorkspacePath): string {
  return base.relative === '' ? '' : `${base.relative}/`;
}

/** Keeps the files that match and are not ignored, with their times. Evaluates them in boxes of time, a portion at once. */
class Sieve {
  readonly files: FoundFile[] = [];
  /** How many match and are ignored. */
  ignored = 0;
  private readonly prefix: string;
  private readonly matches: (file: string) => boolean;
  /** Whether a pattern can be matched outside of the box. */
  private readonly isLinear: boolean;
  private readonly isIgnored: (file: string) => boolean;
  private readonly mayIgnore: (file: string) => boolean;
  private pending: string[] = [];
  private size = firstPortion;

  constructor({ base, pattern, isCaseSensitive }: FindRequest, rules: IgnoreRules | null) {
    const below = belowFolder(base);
    this.prefix = base.absolute + path.sep;
    const linear = compileSuffix(pattern, isCaseSensitive);
    this.isLinear = linear !== null;
    this.matches = linear ?? compileFind(pattern, isCaseSensitive);
    this.isIgnored = file => rules?.isIgnored(below + file) ?? false;
    this.mayIgnore = file => rules?.mayIgnore(below + file) ?? false;
  }

  push(file: string): void {
    if (this.isLinear) {
      if (!this.matches(file)) return;
      if (!this.mayIgnore(file)) {
        this.keep(file);
        return;
      }
    }
    if (this.pending.push(file) >= this.size) this.end();
  }

  end(): void {
    if (this.pending.length === 0) return;
    const portion = this.pending;
    this.pending = [];
    const started = performance.now();
    for (const file of timeBoxed(() => this.sift(portion))) this.keep(file);
    const isQuick = performance.now() - started < quickMs;
    this.size = isQuick ? Math.min(2 * this.size, largestPortion) : firstPortion;
  }

  private sift(files: readonly string[]): string[] {
    const matching = this.isLinear ? files : files.filter(this.matches);
    const wanted = matching.filter(file => !this.isIgnored(file));
    this.ignored += matching.length - wanted.length;
    return wanted;
  }

  /** The time is asked for synchronously, which is several times faster, and while ripgrep goes on. */
  private keep(file: string): void {
    const stats = lstatSync(this.prefix + file, { throwIfNoEntry: false });
    if (stats) this.files.push({ path: file, modifiedAt: stats.mtimeMs });
  }
}

/** Globs of the names that files must have to match; null where that is not plain. */
function namesOf(pattern: string): string[] | null {
  const name = pattern.split('/').at(-1) ?? '';
  const isPlain = /^[\w.*/-]+$/.test(pattern) && /\w/.test(name) && !name.includes('**');
  return isPlain ? [name] : null;
}

/** A matcher that can't backtrack for the commonest patterns: any directory, then a name with a plain end. Null for others. */
export function compileSuffix(pattern: string, isCaseSensitive: boolean): ((file: string) => boolean) | null {
  const suffix = /^\*\*\/\*([\w.-]*\w)$/.exec(pattern)?.[1];
  if (suffix === undefined) return null;
  if (isCaseSensitive) return file => file.endsWith(suffix);
  const wanted = suffix.toLowerCase();
  return file => file.slice(-wanted.length).toLowerCase() === wanted;
}

/** One spelling of what looks the same: names on a disk may be composed or not, and so may a pattern. */
function composed(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFC') : text;
}

export function compileFind(pattern: string, isCaseSensitive: boolean): (file: string) => boolean {
  const plain = pattern.replace(/^(?:\.\/+)+/, '');
  if (plain === '') return () => false;
  refuseLongGlobs([plain]);
  const matches = picomatch(composed(plain), { dot: true, nocase: !isCaseSensitive, noextglob: true });
  return file => matches(composed(file));
}
