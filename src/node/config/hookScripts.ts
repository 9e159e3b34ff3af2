import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { IMPLIED } from './impliedFiles';
import { filesMatching, isPattern } from './namePatterns';
import { commandNames, lastOf, namesIn } from './scriptNames';

// What a hook's command runs is more than the files that it names: a script of package.json, a target of a Makefile, what a
// script calls or loads in turn. Which of them really run only running would tell; so all that may are looked at, and a change
// of one too many asks once too often.

/** No command that people write runs more of the project's files, nor larger ones. */
const MAX_FILES = 300;
const MAX_BYTES = 4_000_000;
/** What is larger is no script; it is told by its content, but not searched for names. */
const MAX_SEARCHED = 100_000;
const MAX_LOOKED = 50_000;
const MAX_DEPTH = 6;
/** So many names with `*` or variables are looked for. */
const MAX_PATTERNS = 200;

/** What a module may be called that another one loads by a shorter name. */
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
/** What is loaded by the name that it has once it is compiled. */
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
 * Digests of the files below `folder` that a command may run, by their paths in it: those that it or its environment
 * names, what the programs in it read of their own accord, and what these name in turn. What can't be read is not there.
 * More than `MAX_FILES`: the rest is told by size and time. Never rejects.
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
    // First where the command may go, then what it finds there.
    for (const name of names) await this.#addBase(name);
    await this.#follow(names, 0);
    return Object.fromEntries([...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A folder of the project that is named: the command may change to it, or look for programs there. */
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

  /** What a name with `*`, or with a variable in it, may stand for below the folders. */
  async #matching(name: string, bases: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(bases.map(base => filesMatching(name, base)));
    return found.flat().filter(path => path.startsWith(this.#root));
  }

  #places(name: string, bases: readonly string[]): string[] {
    // Of `$(dirname "$0")/lib.sh` only the end is a name, and `-m a.b` names a module of Python.
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

  /** The path below the project that a name means; null if it leads elsewhere. */
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

  /** The file as it is now, with its text if names are to be looked for in it; null: it is none, or was looked at. */
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
    if (!bytes) return null; // The command can't read it either; as soon as it can, it is another hook.
    this.#found.set(name, digest(bytes));
    const isText = bytes.length <= MAX_SEARCHED && !bytes.subarray(0, 8000).includes(0);
    return { path, text: isText && !name.split('/').includes('node_modules') ? bytes.toString('utf8') : null };
  }
}
