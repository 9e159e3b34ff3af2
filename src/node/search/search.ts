import type { SearchFile, SearchLine, SearchRequest, SearchResult } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { compileFilter } from '../files/fileFilter';
import { gitGrep } from './gitGrep';
import type { RulesOf } from '../files/ignoreRules';
import { SKIPPED } from './listFiles';
import { ripgrepSearch } from './ripgrep';
import { scanFiles } from './scanFiles';
import { compileScan, splitLines } from './scanText';
import { TimedOut, timeBoxed } from './timeBox';

/** The programs that a search may use; null if not available. */
export interface SearchPrograms {
  readonly ripgrep: string | null;
  readonly git: string | null;
  /** Called when a search runs without ripgrep. */
  readonly onRipgrepFallback?: () => void;
}

const LIMIT_MS = 30_000;

/** See `Workspace.search`. `readText` returns a file's text for the context lines. */
export async function searchFiles(
  request: SearchRequest,
  programs: SearchPrograms,
  rulesOf: RulesOf,
  readText: (file: string) => Promise<string>,
  signal: AbortSignal,
): Promise<SearchResult> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  try {
    const matches = await collect(request, programs, rulesOf, limited);
    return { ...matches, files: await addContext(matches.files, request, readText) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TimedOut) throw tooSlow('The pattern backtracks too much. Simplify it.');
    if (limited.aborted)
      throw tooSlow(`Searching took longer than ${LIMIT_MS / 1000} s. Narrow the path or the files.`);
    throw error;
  }
}

function tooSlow(message: string): ToolError {
  return new ToolError('grep_execution_error', message);
}

async function collect(
  request: SearchRequest,
  programs: SearchPrograms,
  rulesOf: RulesOf,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { base } = request;
  const rules = request.respectIgnore ? rulesOf(base, { git: true, gemini: true }) : null;
  const skip = request.respectIgnore ? SKIPPED : new Set(['.git']);
  const below = base.relative === '' ? '' : `${base.relative}/`;
  const isIgnored = (file: string) => rules?.isIgnored(below + file) ?? false;
  const passes = compileFilter(request.include, request.exclude);
  const isWanted = (file: string) =>
    passes(file) &&
    request.isHidden?.(file) !== true &&
    !isIgnored(file) &&
    !file.split('/').some(segment => skip.has(segment));
  const collector = new MatchCollector(request, file => timeBoxed(() => isWanted(file)));

  const scope = { base: base.absolute, isFolder: base.relative === '', skip, rules };
  const { ripgrep, git } = programs;
  if (ripgrep && (await ripgrepSearch(ripgrep, request, scope, collector.add, signal))) return collector.result();
  programs.onRipgrepFallback?.();
  collector.clear();
  const isAsGit = rules?.isInRepository && !rules.hasGeminiExceptions;
  if (git && isAsGit && (await gitGrep(git, request, collector.add, signal))) return collector.result();
  collector.clear();
  await scanFiles(
    { base: base.absolute, skip, prune: isIgnored },
    isWanted,
    compileScan(request),
    collector.add,
    signal,
  );
  return collector.result();
}

/** Collects the matches of any search engine, filters unwanted files, and signals when there are enough. */
export class MatchCollector {
  readonly #files = new Map<string, SearchLine[]>();
  readonly #wanted = new Map<string, boolean>();
  #matches = 0;
  #isCut = false;

  constructor(
    private readonly request: Pick<SearchRequest, 'maxMatches' | 'maxMatchesPerFile'>,
    private readonly isWanted: (file: string) => boolean,
  ) {}

  readonly add = (file: string, line: number, text: string): boolean => {
    let isWanted = this.#wanted.get(file);
    if (isWanted === undefined) this.#wanted.set(file, (isWanted = this.isWanted(file)));
    if (!isWanted) return true;
    const lines = this.#files.get(file) ?? [];
    if (lines.length >= (this.request.maxMatchesPerFile ?? Infinity)) return true;
    if (this.#matches >= this.request.maxMatches) {
      this.#isCut = true;
      return false;
    }
    this.#matches++;
    lines.push({ line, text, isMatch: true });
    this.#files.set(file, lines);
    return true;
  };

  clear(): void {
    this.#files.clear();
    this.#matches = 0;
    this.#isCut = false;
  }

  /** Files are sorted by name, so that the same search returns the same result. */
  result(): SearchResult {
    const files = [...this.#files].map(([path, lines]) => ({ path, lines }));
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, matches: this.#matches, isCut: this.#isCut };
  }
}

/** Adds the requested context lines around the matches. */
export async function addContext(
  files: readonly SearchFile[],
  { before, after }: Pick<SearchRequest, 'before' | 'after'>,
  readText: (file: string) => Promise<string>,
): Promise<readonly SearchFile[]> {
  if (before <= 0 && after <= 0) return files;
  return Promise.all(
    files.map(async file => {
      const text = splitLines(await readText(file.path));
      return { path: file.path, lines: withContext(file.lines, text, before, after) };
    }),
  );
}

function withContext(matches: readonly SearchLine[], text: readonly string[], before: number, after: number) {
  const lines = new Map<number, SearchLine>();
  for (const match of matches) {
    for (let n = Math.max(1, match.line - before); n <= Math.min(text.length, match.line + after); n++) {
      lines.set(n, lines.get(n) ?? { line: n, text: text[n - 1] ?? '', isMatch: false });
    }
  }
  for (const match of matches) lines.set(match.line, match);
  return [...lines.values()].sort((a, b) => a.line - b.line);
}
