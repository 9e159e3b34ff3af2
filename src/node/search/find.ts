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

const LIMIT_MS = 30_000;
const HEAD_START_MS = 400;
// If the full pass finds this many files during a head start, ignored files aren't delaying it.
const BUSY_FILES = 5000;
// The first portion finishes in time even if every file needs an ignore file lookup on a slow disk. Each time box has
// a cost (a thread), so portions grow as long as they finish quickly.
const FIRST_PORTION = 200;
const LARGEST_PORTION = 5000;
const QUICK_MS = 4;
const SKIPPED_PATHS = new RegExp(`(^|/)(${[...SKIPPED].map(name => name.replace('.', '\\.')).join('|')})(/|$)`);

/** See `Workspace.find`. `ignored` is a lower bound of the matching files left out; counting may stop early. */
export async function findFiles(
  request: FindRequest,
  ripgrep: string | null,
  rulesOf: RulesOf,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
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
    // Usually the fastest way is to scan everything, which also counts the ignored files. But ignored directories can
    // be huge: then the pass that skips them finishes first, and the count is only a lower bound.
    const kept = new Sieve(request, rules);
    const shortPass = async () => {
      let before: number;
      do {
        before = all.files.length;
        await delay(HEAD_START_MS, undefined, { signal: until });
      } while (all.files.length - before >= BUSY_FILES);
      await passOver(request, ripgrep, rules, kept, until);
      return kept.files;
    };
    const files = await Promise.race([wholePass.then(() => all.files), shortPass()]);
    return { files, ignored: all.ignored };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TimedOut) throw tooComplex();
    if (limited.aborted) throw failed(`Finding files took longer than ${LIMIT_MS / 1000} s. Narrow the path.`);
    throw error;
  } finally {
    ending.abort();
  }
}

function failed(message: string): ToolError {
  return new ToolError('glob_execution_error', message);
}

function tooComplex(): ToolError {
  return failed('The pattern is too complex. Simplify it.');
}

/** Those of a few files that a pattern matches. Throws `ToolError` if the pattern takes too long. */
export function matchingOf(files: readonly string[], pattern: string, isCaseSensitive: boolean): string[] {
  const matches = compileFind(pattern, isCaseSensitive);
  try {
    return timeBoxed(() => files.filter(matches));
  } catch (error) {
    throw error instanceof TimedOut ? tooComplex() : error;
  }
}

/** Passes every file below a request's base to the sieve, without entering directories that `rules` exclude. */
async function passOver(
  { base, pattern }: FindRequest,
  ripgrep: string | null,
  rules: IgnoreRules | null,
  sieve: Sieve,
  signal: AbortSignal,
): Promise<void> {
  const names = namesOf(pattern);
  const take = (file: string) => {
    // A file whose name was asked for is listed even if it would be skipped.
    if (!names || !SKIPPED_PATHS.test(file)) sieve.push(file);
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

/** Collects matching files that are not ignored, with their times. Matches portions of them in time boxes. */
class Sieve {
  readonly files: FoundFile[] = [];
  /** How many files match but are ignored. */
  ignored = 0;
  readonly #prefix: string;
  readonly #matches: (file: string) => boolean;
  /** Whether the pattern can be matched safely outside a time box. */
  readonly #isLinear: boolean;
  readonly #isIgnored: (file: string) => boolean;
  readonly #mayIgnore: (file: string) => boolean;
  #pending: string[] = [];
  #size = FIRST_PORTION;

  constructor({ base, pattern, isCaseSensitive }: FindRequest, rules: IgnoreRules | null) {
    const below = belowFolder(base);
    this.#prefix = base.absolute + path.sep;
    const linear = compileSuffix(pattern, isCaseSensitive);
    this.#isLinear = linear !== null;
    this.#matches = linear ?? compileFind(pattern, isCaseSensitive);
    this.#isIgnored = file => rules?.isIgnored(below + file) ?? false;
    this.#mayIgnore = file => rules?.mayIgnore(below + file) ?? false;
  }

  push(file: string): void {
    if (this.#isLinear) {
      if (!this.#matches(file)) return;
      if (!this.#mayIgnore(file)) {
        this.#keep(file);
        return;
      }
    }
    if (this.#pending.push(file) >= this.#size) this.end();
  }

  end(): void {
    if (this.#pending.length === 0) return;
    const portion = this.#pending;
    this.#pending = [];
    const started = performance.now();
    for (const file of timeBoxed(() => this.#sift(portion))) this.#keep(file);
    const isQuick = performance.now() - started < QUICK_MS;
    this.#size = isQuick ? Math.min(2 * this.#size, LARGEST_PORTION) : FIRST_PORTION;
  }

  #sift(files: readonly string[]): string[] {
    const matching = this.#isLinear ? files : files.filter(this.#matches);
    const wanted = matching.filter(file => !this.#isIgnored(file));
    this.ignored += matching.length - wanted.length;
    return wanted;
  }

  /** Synchronous stat calls are several times faster, and ripgrep continues meanwhile. */
  #keep(file: string): void {
    const stats = lstatSync(this.#prefix + file, { throwIfNoEntry: false });
    if (stats) this.files.push({ path: file, modifiedAt: stats.mtimeMs });
  }
}

/** Globs for the file names that a pattern can match; null if the pattern isn't simple. */
function namesOf(pattern: string): string[] | null {
  const name = pattern.split('/').at(-1) ?? '';
  const isPlain = /^[\w.*/-]+$/.test(pattern) && /\w/.test(name) && !name.includes('**');
  return isPlain ? [name] : null;
}

/**
 * A matcher without backtracking for the commonest patterns: any directory, a name with a literal suffix. Else null.
 */
export function compileSuffix(pattern: string, isCaseSensitive: boolean): ((file: string) => boolean) | null {
  const suffix = /^\*\*\/\*([\w.-]*\w)$/.exec(pattern)?.[1];
  if (suffix === undefined) return null;
  if (isCaseSensitive) return file => file.endsWith(suffix);
  const wanted = suffix.toLowerCase();
  return file => file.slice(-wanted.length).toLowerCase() === wanted;
}

/** Normalizes Unicode: names on disk and patterns may be composed or decomposed. */
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
