import { appendFile, chmod, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../files/fileErrors';
import { messageOf } from '../../shared/messageOf';

/** A file of rules, or a folder of `.toml` files. */
export interface RulePlace<T> {
  readonly path: string;
  readonly tier: T;
  /** Absent where it may be either. */
  readonly isFolder?: boolean;
  /** Named by the person: that it is missing is a problem. */
  readonly isRequired?: boolean;
  /** Counts only if the administrator alone can write it. */
  readonly isAdministrators?: boolean;
  /** The folder of a workspace that is not trusted: what a link leads to does not count. */
  readonly within?: string;
}

/** `text` is null if the file could not be read; then `error` says why. */
export interface RuleText<T> {
  readonly file: string;
  readonly tier: T;
  readonly text: string | null;
  readonly error?: string;
  /** There is nothing of that name. */
  readonly isMissing?: true;
}

interface Kept {
  readonly changedAt: number;
  readonly size: number;
  readonly text: string;
}

/** Reads files of rules, each again only when it has changed. Never rejects. */
export class RuleFiles<T> {
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly places: () => readonly RulePlace<T>[]) {}

  async read(): Promise<readonly RuleText<T>[]> {
    const lists = await Promise.all(this.places().map(place => this.#readPlace(place)));
    return lists.flat();
  }

  async #readPlace(place: RulePlace<T>): Promise<RuleText<T>[]> {
    const { path, tier, isRequired, isAdministrators } = place;
    try {
      const isFolder = place.isFolder ?? (await stat(path)).isDirectory();
      if (isAdministrators && !(await isAdministratorsOwn(path))) return [];
      const names = isFolder ? (await readdir(path)).filter(name => name.endsWith('.toml')).sort() : [''];
      const found = names.map(name => (name === '' ? path : join(path, name)));
      const { within } = place;
      const files = within === undefined ? found : await withoutLinks(found, within);
      // What a folder lists must be there: a link to nowhere could have denied something.
      return (await Promise.all(files.map(file => this.#readFile(file, tier, isFolder || isRequired)))).flat();
    } catch (error) {
      return isAbsent(error) && !isRequired ? [] : [failed(path, tier, error)];
    }
  }

  /** Nothing if there is no such file, unless there must be one. */
  async #readFile(file: string, tier: T, isRequired = false): Promise<RuleText<T>[]> {
    try {
      const stats = await stat(file);
      // A pipe under this name would never end.
      if (!stats.isFile()) return [{ file, tier, text: null, error: 'This is no file.' }];
      const { mtimeMs, size } = stats;
      const kept = this.#kept.get(file);
      if (kept?.changedAt === mtimeMs && kept.size === size) return [{ file, tier, text: kept.text }];
      const text = await readFile(file, 'utf8');
      this.#kept.set(file, { changedAt: mtimeMs, size, text });
      return [{ file, tier, text }];
    } catch (error) {
      return isAbsent(error) && !isRequired ? [] : [failed(file, tier, error)];
    }
  }
}

/** Those of `files` below `folder` that no link stands in for. */
async function withoutLinks(files: readonly string[], folder: string): Promise<string[]> {
  const root = await realpath(folder);
  const real = await Promise.all(files.map(file => realpath(file).catch(() => undefined)));
  return files.filter((file, i) => real[i] === join(root, relative(folder, file)));
}

function failed<T>(file: string, tier: T, error: unknown): RuleText<T> {
  return { file, tier, text: null, error: messageOf(error), ...(isAbsent(error) && { isMissing: true as const }) };
}

function isAbsent(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

/** Adds a rule at the end of a file that only its owner can read; makes the file if it is missing. */
export async function appendRule(file: string, rule: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const before = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (before === null) {
    await appendFile(file, rule, { mode: 0o600 });
    return;
  }
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${before}${before.endsWith('\n') || before === '' ? '' : '\n'}\n${rule}`, { mode: 0o600 });
  await rename(draft, file);
  await chmod(file, 0o600);
}

async function isAdministratorsOwn(path: string): Promise<boolean> {
  const { uid, mode } = await stat(path);
  return process.platform === 'win32' || (uid === 0 && (mode & 0o022) === 0);
}

/** Where an administrator's rules are kept. */
function administratorsRules(): string {
  switch (process.platform) {
    case 'win32':
      return 'C:\\ProgramData\\gemini-cli\\policies';
    case 'darwin':
      return '/Library/Application Support/GeminiCli/policies';
    default:
      return '/etc/gemini-cli/policies';
  }
}

export interface RuleHomes {
  /** The folder that holds `.gemini`. */
  readonly home: string;
  /** Of the workspace. */
  readonly folders: readonly string[];
  /** Rules of a workspace can only make things stricter, so they count either way; where it is not trusted, no link is followed. */
  readonly isTrusted: boolean;
  /** Where the rules are kept that were accepted for this folder alone. */
  readonly saved?: string;
  /** Named by the person. */
  readonly extra?: readonly string[];
  /** Those that count like the administrator's. */
  readonly admin?: readonly string[];
  /** Of the extensions that are enabled: each with folders of rules in it, which can only make things stricter. */
  readonly extensions?: readonly { readonly path: string; readonly policies: readonly string[] }[];
}

/** All places that rules come from. */
export function rulePlaces({ home, folders, isTrusted, saved, extra = [], admin = [], extensions = [] }: RuleHomes) {
  type Place = RulePlace<'extension' | 'workspace' | 'user' | 'admin'>;
  const places: Place[] = [
    { path: administratorsRules(), tier: 'admin', isFolder: true, isAdministrators: true },
    ...admin.map((path): Place => ({ path, tier: 'admin', isRequired: true })),
    { path: join(home, '.gemini', 'policies'), tier: 'user', isFolder: true },
    ...extra.map((path): Place => ({ path, tier: 'user', isRequired: true })),
    ...extensions.flatMap(({ path, policies }) =>
      policies.map((folder): Place => ({ path: folder, tier: 'extension', isFolder: true, within: path })),
    ),
    ...folders.map((folder): Place => ({
      path: join(folder, '.gemini', 'policies'),
      tier: 'workspace',
      isFolder: true,
      ...(!isTrusted && { within: folder }),
    })),
  ];
  return saved === undefined ? places : [...places, { path: saved, tier: 'user' as const, isFolder: false }];
}

/** The file for rules that hold everywhere. */
export function savedRulesFile(home: string): string {
  return join(home, '.gemini', 'policies', 'auto-saved.toml');
}
