import { readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { IgnoredBy, WorkspacePath } from '../../agent/ports/workspace';
import { codeOf, fileError } from './fileErrors';

/** Which ignore files apply. */
export interface IgnoreSelection {
  readonly git: boolean;
  readonly gemini: boolean;
  /** More files like `.geminiignore`, the last taking precedence: absolute, or relative to the workspace folder. */
  readonly custom?: readonly string[];
}

/** Finds ignore files. `read` returns null if a file is missing or not a regular file. */
export interface IgnoreReader {
  read(absolute: string): string | null;
  exists(absolute: string): boolean;
}

export interface IgnoreRules {
  /** `file` is a POSIX path relative to the folder; a directory's ends in `/`. */
  isIgnored(file: string): boolean;
  /** False if no ignore file applies; determined without matching patterns. */
  mayIgnore(file: string): boolean;
  readonly usesGit: boolean;
  /** Whether the folder is in a repository, whose ignore files apply from its top. */
  readonly isInRepository: boolean;
  /** The existing `.geminiignore` and custom files. */
  readonly geminiFiles: readonly string[];
  /** Whether any of them has a `!` pattern, which may include files that others ignore. */
  readonly hasGeminiExceptions: boolean;
}

/** Returns the rules for everything below a workspace path. */
export type RulesOf = (base: WorkspacePath, which: IgnoreSelection) => IgnoreRules;

const MAX_IGNORE_FILE_BYTES = 1024 * 1024;

const MISSING = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];
const CLOSED = ['EACCES', 'EPERM'];

/** Reads ignore files from disk. */
export const DISK_IGNORE_FILES: IgnoreReader = {
  read(absolute) {
    const isGit = path.basename(absolute) === '.gitignore';
    try {
      const stats = statSync(absolute, { throwIfNoEntry: false });
      return stats?.isFile() && stats.size <= MAX_IGNORE_FILE_BYTES ? readFileSync(absolute, 'utf8') : null;
    } catch (error) {
      // Git skips unreadable ignore files. Files that restrict the agent must not be skipped.
      if (MISSING.includes(codeOf(error)) || (isGit && CLOSED.includes(codeOf(error)))) return null;
      throw fileError(error, absolute, 'read_content_failure');
    }
  },
  exists(absolute) {
    try {
      return statSync(absolute, { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      if (MISSING.includes(codeOf(error)) || CLOSED.includes(codeOf(error))) return false;
      throw error;
    }
  },
};

/**
 * Loads the current rules for a workspace folder: every directory's `.gitignore` and `.git/info/exclude` as git reads
 * them (even without a repository), overridden by the folder's `.geminiignore`, then by custom files.
 */
export function loadIgnoreRules(
  folder: string,
  which: IgnoreSelection,
  reader: IgnoreReader = DISK_IGNORE_FILES,
): IgnoreRules {
  const { custom = [] } = which;
  const named = [...(which.gemini ? ['.geminiignore'] : []), ...custom].map(file => path.resolve(folder, file));
  const own = named.flatMap(file => {
    const text = reader.read(file);
    return text === null ? [] : [{ file, text: text.replace(/^\uFEFF/, '') }];
  });
  const gemini = own.map(({ text }) => text).join('\n');
  const rest = {
    usesGit: which.git,
    geminiFiles: own.map(({ file }) => file),
    hasGeminiExceptions: /^!/m.test(gemini),
  };
  const top = which.git ? repositoryOf(folder, reader) : null;
  if (top !== null && top !== folder) {
    const below = path.relative(top, folder).split(path.sep).join('/');
    const rules = new RuleChain(top, which.git, gemini, below, reader);
    // If the user has opened an ignored folder, its contents are wanted.
    if (!rules.isIgnored(`${below}/`)) {
      return {
        ...rest,
        isInRepository: true,
        isIgnored: file => rules.isIgnored(`${below}/${file}`),
        mayIgnore: file => rules.mayIgnore(`${below}/${file}`),
      };
    }
  }
  const rules = new RuleChain(folder, which.git, gemini, '', reader);
  return {
    ...rest,
    isInRepository: top === folder,
    isIgnored: file => rules.isIgnored(file),
    mayIgnore: file => rules.mayIgnore(file),
  };
}

/** Whether any ignore file may apply to `file` (a POSIX path relative to the folder); determined without matching patterns. */
export function hasIgnoreFiles(
  folder: string,
  file: string,
  which: IgnoreSelection,
  reader: IgnoreReader = DISK_IGNORE_FILES,
): boolean {
  const { git, gemini, custom = [] } = which;
  const named = [...(gemini ? ['.geminiignore'] : []), ...custom];
  if (named.some(name => reader.read(path.resolve(folder, name)) !== null)) return true;
  const top = (git ? repositoryOf(folder, reader) : null) ?? folder;
  const below = path.relative(top, path.join(folder, file)).split(path.sep).join('/');
  return new RuleChain(top, git, '', '', reader).mayIgnore(below);
}

/** The ignore file, of highest precedence, that excludes `file` (a POSIX path relative to the folder); null: none. */
export function ignoreFileOf(
  folder: string,
  file: string,
  which: IgnoreSelection,
  reader: IgnoreReader = DISK_IGNORE_FILES,
): IgnoredBy | null {
  const { git, gemini, custom = [] } = which;
  if (!loadIgnoreRules(folder, which, reader).isIgnored(file)) return null;
  const excludes = (only: IgnoreSelection) => loadIgnoreRules(folder, only, reader).isIgnored(file);
  const named = custom.findLast(name => excludes({ git: false, gemini: false, custom: [name] }));
  if (named !== undefined) return { kind: 'custom', name: named };
  const byGemini = gemini && (!git || excludes({ git: false, gemini }));
  return byGemini ? { kind: 'gemini', name: '.geminiignore' } : { kind: 'git', name: '.gitignore' };
}

/** One set of rules per directory with an ignore file, including those of its parents. */
class RuleChain {
  /** Null if there are no rules, so that nothing is matched. */
  readonly #byDirectory = new Map<string, Ignore | null>();
  readonly #withGemini = new Map<Ignore | null, Ignore>();
  readonly #geminiLines: readonly string[];
  /** The last directory found to have no rules, cached because files are checked directory by directory. */
  #freeDirectory: string | undefined;

  constructor(
    private readonly top: string,
    private readonly usesGit: boolean,
    gemini: string,
    geminiDirectory: string,
    private readonly reader: IgnoreReader,
  ) {
    this.#geminiLines = gemini === '' ? [] : anchorLines(gemini, geminiDirectory);
  }

  isIgnored(file: string): boolean {
    const git = this.#gitRules(directoryOf(file));
    if (this.#geminiLines.length === 0) return git?.ignores(asBytes(file)) ?? false;
    let rules = this.#withGemini.get(git);
    if (!rules) this.#withGemini.set(git, (rules = joined(git, this.#geminiLines)));
    return rules.ignores(asBytes(file));
  }

  mayIgnore(file: string): boolean {
    const directory = directoryOf(file);
    if (directory === this.#freeDirectory) return false;
    if (this.#geminiLines.length > 0 || this.#hasGitRules(directory)) return true;
    this.#freeDirectory = directory;
    return false;
  }

  #hasGitRules(directory: string): boolean {
    if (this.#byDirectory.get(directory) === null) return false;
    return (directory !== '' && this.#hasGitRules(directoryOf(directory))) || this.#gitRules(directory) !== null;
  }

  #gitRules(directory: string): Ignore | null {
    const known = this.#byDirectory.get(directory);
    if (known !== undefined) return known;
    const rules = directory === '' ? this.#topRules() : this.#rulesBelow(directory);
    this.#byDirectory.set(directory, rules);
    return rules;
  }

  #topRules(): Ignore | null {
    if (!this.usesGit) return null;
    const texts = [['.git', 'info', 'exclude'], ['.gitignore']].map(names =>
      this.reader.read(path.join(this.top, ...names)),
    );
    return texts.every(text => text === null)
      ? null
      : joined(
          null,
          texts.flatMap(text => anchorLines(text ?? '', '')),
        );
  }

  #rulesBelow(directory: string): Ignore | null {
    const above = this.#gitRules(directoryOf(directory));
    // git doesn't read ignored directories either.
    if (!this.usesGit || above?.ignores(asBytes(`${directory}/`))) return above;
    const own = this.reader.read(path.join(this.top, directory, '.gitignore'));
    return own === null ? above : joined(above, anchorLines(own, directory));
  }
}

/** The parent of a POSIX path, which may end in `/`; empty at the top. */
function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/', file.length - 2)));
}

function joined(above: Ignore | null, lines: readonly string[]): Ignore {
  const rules = newRules();
  if (above) rules.add(above);
  return rules.add(lines.map(asBytes));
}

/** Git matches bytes: `ü` is two, and `?` matches one. Maps each non-ASCII byte to a private-use character. */
function asBytes(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const letters = Array.from(Buffer.from(text), byte => String.fromCharCode(byte < 0x80 ? byte : 0xe000 + byte));
  return letters.join('');
}

function newRules(): Ignore {
  return ignore({ ignorecase: false });
}

/** Rewrites the lines of an ignore file in `directory` (POSIX, relative to the top) as if it were at the top. */
function anchorLines(text: string, directory: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (directory === '') return lines;
  const prefix = `/${directory.replace(/[\\*?[\]]/g, '\\$&')}/`;
  return lines.filter(line => !/^(?:#|!?\/?\s*$)/.test(line)).map(line => anchorLine(line, prefix));
}

function anchorLine(line: string, prefix: string): string {
  const isNegative = line.startsWith('!');
  const body = isNegative ? line.slice(1) : line;
  const slash = body.indexOf('/');
  const isAnchored = slash >= 0 && slash < body.trimEnd().length - 1;
  const rest = isAnchored ? body.replace(/^\//, '') : `**/${body}`;
  return `${isNegative ? '!' : ''}${prefix}${rest}`;
}

/** The nearest directory at or above `folder` with a `.git`. */
function repositoryOf(folder: string, reader: IgnoreReader): string | null {
  if (reader.exists(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? null : repositoryOf(parent, reader);
}
