import { appendFile, chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../files/fileErrors';

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
}

/** `text` is null if the file could not be read; then `error` says why. */
export interface RuleText<T> {
  readonly file: string;
  readonly tier: T;
  readonly text: string | null;
  readonly error?: string;
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
      const files = names.map(name => (name === '' ? path : join(path, name)));
      // What a folder lists has to be there: a link to nowhere could have denied something.
      return (await Promise.all(files.map(file => this.#readFile(file, tier, isFolder || isRequired)))).flat();
    } catch (error) {
      return isAbsent(error) && !isRequired ? [] : [{ file: path, tier, text: null, error: messageOf(error) }];
    }
  }

  /** Nothing if there is no such file, unless there has to be one. */
  async #readFile(file: string, tier: T, isRequired = false): Promise<RuleText<T>[]> {
    try {
      const { mtimeMs, size } = await stat(file);
      const kept = this.#kept.get(file);
      if (kept?.changedAt === mtimeMs && kept.size === size) return [{ file, tier, text: kept.text }];
      const text = await readFile(file, 'utf8');
      this.#kept.set(file, { changedAt: mtimeMs, size, text });
      return [{ file, tier, text }];
    } catch (error) {
      return isAbsent(error) && !isRequired ? [] : [{ file, tier, text: null, error: messageOf(error) }];
    }
  }
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
  /** Workspace folders whose rules count; none in a workspace that is not trusted. */
  readonly folders: readonly string[];
  /** Where the rules are kept that were accepted for this folder alone. */
  readonly saved?: string;
  /** Named by the person. */
  readonly extra?: readonly string[];
}

/** All places that rules come from. */
export function rulePlaces({ home, folders, saved, extra = [] }: RuleHomes) {
  type Place = RulePlace<'workspace' | 'user' | 'admin'>;
  const places: Place[] = [
    { path: administratorsRules(), tier: 'admin', isFolder: true, isAdministrators: true },
    { path: join(home, '.gemini', 'policies'), tier: 'user', isFolder: true },
    ...extra.map((path): Place => ({ path, tier: 'user', isRequired: true })),
    ...folders.map((folder): Place => ({
      path: join(folder, '.gemini', 'policies'),
      tier: 'workspace',
      isFolder: true,
    })),
  ];
  return saved === undefined ? places : [...places, { path: saved, tier: 'user' as const, isFolder: false }];
}

/** The file for rules that hold everywhere. */
export function savedRulesFile(home: string): string {
  return join(home, '.gemini', 'policies', 'auto-saved.toml');
}
