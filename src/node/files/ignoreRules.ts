import { readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { IgnoredBy, WorkspacePath } from '../../agent/ports/workspace';
import { codeOf, fileError } from './fileErrors';

/** Which ignore files count. */
export interface IgnoreSelection {
  readonly git: boolean;
  readonly gemini: boolean;
  /** More files like `.geminiignore`, each over the ones before it: absolute, or relative to the workspace folder. */
  readonly custom?: readonly string[];
}

/** How ignore files are found. `read` gives null for what is missing or no ordinary file. */
export interface IgnoreReader {
  read(absolute: string): string | null;
  exists(absolute: string): boolean;
}

export interface IgnoreRules {
  /** `file` is a POSIX path below the folder; a directory's ends in `/`. */
  isIgnored(file: string): boolean;
  /** False where no ignore file has a say, which is found out without comparing anything with a pattern. */
  mayIgnore(file: string): boolean;
  readonly usesGit: boolean;
  /** True if the folder is (part of) a repository, whose ignore files count up to its top. */
  readonly isInRepository: boolean;
  /** The folder's `.geminiignore` and custom files, as far as they are there. */
  readonly geminiFiles: readonly string[];
  /** True if one of them takes something back that other files may ignore. */
  readonly hasGeminiExceptions: boolean;
}

/** Gives the rules that hold for what is below a path of the workspace. */
export type RulesOf = (base: WorkspacePath, which: IgnoreSelection) => IgnoreRules;

const maxIgnoreFileBytes = 1024 * 1024;

const missing = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];
const closed = ['EACCES', 'EPERM'];

/** Ignore files as they are on the disk. */
export const DISK_IGNORE_FILES: IgnoreReader = {
  read(absolute) {
    const isGit = path.basename(absolute) === '.gitignore';
    try {
      const stats = statSync(absolute, { throwIfNoEntry: false });
      return stats?.isFile() && stats.size <= maxIgnoreFileBytes ? readFileSync(absolute, 'utf8') : null;
    } catch (error) {
      // Git goes on without what it may not read. What was written to keep files from the agent is not passed over.
      if (missing.includes(codeOf(error)) || (isGit && closed.includes(codeOf(error)))) return null;
      throw fileError(error, absolute, 'read_content_failure');
    }
  },
  exists(absolute) {
    try {
      return statSync(absolute, { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      if (missing.includes(codeOf(error)) || closed.includes(codeOf(error))) return false;
      throw error;
    }
  },
};

/**
 * The rules for a workspace folder as they are now: `.gitignore` files of every directory and `.git/info/exclude` as
 * git reads them (also without a repository), over them the folder's `.geminiignore`, and over that custom files.
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
    // Somebody has opened an ignored folder: then they mean its contents.
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

/** Which file excludes `file`, a POSIX path below the folder. Of several it is the one that counts most. */
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

/** One set of rules for each directory that has an ignore file, holding those of the directories above it too. */
class RuleChain {
  /** Null while there are no rules, so that where nobody ignores anything nothing is compared. */
  private readonly byDirectory = new Map<string, Ignore | null>();
  private readonly withGemini = new Map<Ignore | null, Ignore>();
  private readonly geminiLines: readonly string[];
  /** The directory last asked for, if no file has a say there: files come directory by directory. */
  private freeDirectory: string | undefined;

  constructor(
    private readonly top: string,
    private readonly usesGit: boolean,
    gemini: string,
    geminiDirectory: string,
    private readonly reader: IgnoreReader,
  ) {
    this.geminiLines = gemini === '' ? [] : anchorLines(gemini, geminiDirectory);
  }

  isIgnored(file: string): boolean {
    const git = this.gitRules(directoryOf(file));
    if (this.geminiLines.length === 0) return git?.ignores(asBytes(file)) ?? false;
    let rules = this.withGemini.get(git);
    if (!rules) this.withGemini.set(git, (rules = joined(git, this.geminiLines)));
    return rules.ignores(asBytes(file));
  }

  mayIgnore(file: string): boolean {
    const directory = directoryOf(file);
    if (directory === this.freeDirectory) return false;
    if (this.geminiLines.length > 0 || this.hasGitRules(directory)) return true;
    this.freeDirectory = directory;
    return false;
  }

  private hasGitRules(directory: string): boolean {
    if (this.byDirectory.get(directory) === null) return false;
    return (directory !== '' && this.hasGitRules(directoryOf(directory))) || this.gitRules(directory) !== null;
  }

  private gitRules(directory: string): Ignore | null {
    const known = this.byDirectory.get(directory);
    if (known !== undefined) return known;
    const rules = directory === '' ? this.topRules() : this.rulesBelow(directory);
    this.byDirectory.set(directory, rules);
    return rules;
  }

  private topRules(): Ignore | null {
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

  private rulesBelow(directory: string): Ignore | null {
    const above = this.gitRules(directoryOf(directory));
    // git does not look into an ignored directory either.
    if (!this.usesGit || above?.ignores(asBytes(`${directory}/`))) return above;
    const own = this.reader.read(path.join(this.top, directory, '.gitignore'));
    return own === null ? above : joined(above, anchorLines(own, directory));
  }
}

/** Of a POSIX path, which may end in `/`; empty at the top. */
function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/', file.length - 2)));
}

function joined(above: Ignore | null, lines: readonly string[]): Ignore {
  const rules = newRules();
  if (above) rules.add(above);
  return rules.add(lines.map(asBytes));
}

/** Git compares bytes: for it `ü` is two, of which `?` is one. Each stands here for itself, as a letter of no meaning. */
function asBytes(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  const letters = Array.from(Buffer.from(text), byte => String.fromCharCode(byte < 0x80 ? byte : 0xe000 + byte));
  return letters.join('');
}

function newRules(): Ignore {
  return ignore({ ignorecase: false });
}

/** The lines of an ignore file in `directory` (POSIX, below the top), as they would read in one at the top. */
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

/** The nearest directory at or above `folder` that has a `.git`. */
function repositoryOf(folder: string, reader: IgnoreReader): string | null {
  if (reader.exists(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? null : repositoryOf(parent, reader);
}
