import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { IMPLIED } from './impliedFiles';
import { filesMatching, isPattern } from './namePatterns';
import { commandNames, lastOf, namesIn } from './scriptNames';

// A hook's command runs more than the files it names: a package.json script, a Makefile target, whatever a script
// calls or loads in turn. Only execution could tell which of them really run, so all candidates are included; one too
// many only means that the user is asked more often than necessary.

/** Realistic commands run fewer and smaller project files. */
const MAX_FILES = 300;
const MAX_BYTES = 4_000_000;
/** A larger file isn't a script; its content is hashed, but not searched for names. */
const MAX_SEARCHED = 100_000;
const MAX_LOOKED = 50_000;
const MAX_DEPTH = 6;
/** How many names with `*` or variables are expanded. */
const MAX_PATTERNS = 200;

/** Suffixes of a module that is loaded by a shorter name. */
const MODULE_ENDINGS = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.json',
  '.py',
  '.sh',
  '.rb',
  '.pl',
  '/index.js',
  '/index.ts',
  '/__init__.py',
  '/__main__.py',
  '.lua',
  '.pm',
];
/** Modules that are loaded by the name of their compiled file. */
const COMPILED: readonly (readonly [RegExp, string])[] = [
  [/\.js$/, '.ts'],
  [/\.js$/, '.tsx'],
  [/\.mjs$/, '.mts'],
  [/\.cjs$/, '.cts'],
];

/** SHA-256, in hexadecimal. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Digests of the files below `folder` that a command may run, by relative path: files named in the command or its
 * environment, files that its programs read implicitly, and files that these name in turn. Unreadable files are
 * omitted. After `MAX_FILES`, size and modification time replace the digest. Never rejects.
 */
export async function digestScripts(
  command: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  return new Scripts(folder, env).collect(command);
}

class Scripts {
  readonly #root: string;
  readonly #found = new Map<string, string>();
  readonly #looked = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #bases: string[];
  #patterns = 0;

  constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {
    this.#root = folder.endsWith(sep) ? folder : `${folder}${sep}`;
    this.#bases = [folder];
  }

  async collect(command: string): Promise<Readonly<Record<string, string>>> {
    const text = [command, ...Object.values(this.env).flatMap(value => [value, ...value.split(/[:;]/)])].join('\n');
    const names = commandNames(text);
    // First the directories that the command may change to, then the files found there.
    for (const name of names) await this.#addBase(name);
    await this.#follow(names, 0);
    return Object.fromEntries([...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Adds a project directory that is named: the command may change to it or look for programs there. */
  async #addBase(name: string): Promise<void> {
    const path = this.#inside(name, this.folder);
    if (path === null || this.#bases.length >= 10 || this.#bases.includes(path)) return;
    const stats = await stat(path).catch(() => null);
    if (stats?.isDirectory()) this.#bases.push(path);
  }

  async #follow(names: readonly string[], depth: number, beside?: string): Promise<void> {
    const place = beside ?? this.folder;
    const fresh = names.filter(name => !this.#asked.has(`${place}\0${name}`));
    for (const name of fresh) this.#asked.add(`${place}\0${name}`);
    const programs = fresh.map(lastOf);
    const implied = IMPLIED.flatMap(([program, files]) => (programs.some(name => program.test(name)) ? files : []));
    const bins = fresh.filter(name => /^[\w.-]+$/.test(name)).map(name => `node_modules/.bin/${name}`);
    const bases = [...new Set([place, ...this.#bases])];
    const paths = new Set([...fresh, ...implied, ...bins].flatMap(name => this.#places(name, bases)));
    for (const name of fresh.map(each => this.#expanded(each)).filter(isPattern)) {
      if (++this.#patterns > MAX_PATTERNS) break;
      for (const path of await this.#matching(name, bases)) paths.add(path);
    }
    const files = (await Promise.all([...paths].map(path => this.#take(path)))).filter(each => each !== null);
    if (depth >= MAX_DEPTH) return;
    for (const { path, text } of files) {
      if (text !== null) await this.#follow(namesIn(path, text), depth + 1, dirname(path));
    }
  }

  /** The files below the directories that a name with `*` or a variable may match. */
  async #matching(name: string, bases: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(bases.map(base => filesMatching(name, base)));
    return found.flat().filter(path => path.startsWith(this.#root));
  }

  #places(name: string, bases: readonly string[]): string[] {
    // In `$(dirname "$0")/lib.sh` only the end is a name, and `-m a.b` names a Python module.
    const spellings = [name, ...(name.startsWith('/') ? [name.slice(1)] : [])];
    if (/^\w+(?:\.\w+)+$/.test(name)) spellings.push(name.replaceAll('.', '/'));
    return spellings.flatMap(spelling => {
      const sources = COMPILED.flatMap(([end, source]) => (end.test(spelling) ? [spelling.replace(end, source)] : []));
      if (sources.length > 0)
        return bases.flatMap(base => [spelling, ...sources].flatMap(each => this.#inside(each, base) ?? []));
      const endings = /\.\w{1,4}$/.test(spelling) ? [''] : MODULE_ENDINGS;
      return bases.flatMap(base => endings.flatMap(ending => this.#inside(spelling + ending, base) ?? []));
    });
  }

  /** The path below the project that a name refers to; null if it is outside. */
  #inside(name: string, base: string): string | null {
    const expanded = this.#expanded(name);
    if (expanded.includes('\0') || expanded.length > 1000) return null;
    const path = resolve(base, expanded);
    return path.startsWith(this.#root) || path === this.folder ? path : null;
  }

  #expanded(name: string): string {
    const project = /\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR|PWD|INIT_CWD)\}?(?!\w)|\$\(pwd\)/g;
    return name.replace(project, this.folder);
  }

  /** Reads a file once. `text` is null if not to be searched. Null: no file, already read, or beyond the limits. */
  async #take(path: string): Promise<{ readonly path: string; readonly text: string | null } | null> {
    if (this.#looked.has(path) || this.#looked.size >= MAX_LOOKED) return null;
    this.#looked.add(path);
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile()) return null;
    const name = path.slice(this.#root.length).split(sep).join('/');
    if (stats.size > MAX_BYTES || this.#found.size >= MAX_FILES) {
      this.#found.set(name, `${stats.size} bytes of ${stats.mtimeMs}`);
      return null;
    }
    const bytes = await readFile(path).catch(() => null);
    if (!bytes) return null; // The command can't read it either; once it can, the digest changes.
    this.#found.set(name, digest(bytes));
    const isText = bytes.length <= MAX_SEARCHED && !bytes.subarray(0, 8000).includes(0);
    return { path, text: isText && !name.split('/').includes('node_modules') ? bytes.toString('utf8') : null };
  }
}
