import { appendFile, chmod, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../files/fileErrors';
import { isMissing } from '../files/isMissing';
import { messageOf } from '../../shared/messageOf';
import { ownerOf } from './administratorsFolder';
import type { FolderOwner } from './securityDescriptor';

/** A rules file, or a directory of `.toml` files. */
export interface RulePlace<T> {
  readonly path: string;
  readonly tier: T;
  /** Absent if it may be either. */
  readonly isFolder?: boolean;
  /** The user named it: a missing file is a problem. */
  readonly isRequired?: boolean;
  /** Its rules are used only if nobody but an administrator can write to it. */
  readonly isAdministrators?: boolean;
  /** The untrusted folder that the file belongs to: files reached through a link are skipped. */
  readonly within?: string;
}

/** `text` is null if the file could not be read; `error` is the reason. */
export interface RuleText<T> {
  readonly file: string;
  readonly tier: T;
  readonly text: string | null;
  readonly error?: string;
  /** The file doesn't exist. */
  readonly isMissing?: true;
  /** It is where the administrator's rules belong, but another account owns it. */
  readonly isForeign?: true;
}

interface Kept {
  readonly changedAt: number;
  readonly size: number;
  readonly text: string;
}

/** Reads rules files, re-reading only those that have changed. Never rejects. */
export class RuleFiles<T> {
  readonly #kept = new Map<string, Kept>();

  readonly #owners = new Map<string, Promise<FolderOwner>>();

  constructor(
    private readonly places: () => readonly RulePlace<T>[],
    private readonly folderOwner = ownerOf,
  ) {}

  async read(): Promise<readonly RuleText<T>[]> {
    const lists = await Promise.all(this.places().map(place => this.#readPlace(place)));
    return lists.flat();
  }

  async #readPlace(place: RulePlace<T>): Promise<RuleText<T>[]> {
    const { path, tier, isRequired, isAdministrators } = place;
    if (!isRequired && isMissing(path)) return [];
    try {
      const isFolder = place.isFolder ?? (await stat(path)).isDirectory();
      const owner = isAdministrators ? await this.#ownerOf(path) : 'administrator';
      if (owner !== 'administrator') return [notUsed(path, tier, owner)];
      const names = isFolder ? (await readdir(path)).filter(name => name.endsWith('.toml')).sort() : [''];
      const found = names.map(name => (name === '' ? path : join(path, name)));
      const { within } = place;
      const links = within === undefined ? new Set<string>() : await linksIn(found, within);
      // A listed file must exist: a broken link could have held a deny rule.
      const texts = found.map(async file =>
        links.has(file)
          ? [{ file, tier, text: null, error: 'It isn’t used because it’s a link.' }]
          : this.#readFile(file, tier, isFolder || isRequired),
      );
      return (await Promise.all(texts)).flat();
    } catch (error) {
      return isAbsent(error) && !isRequired ? [] : [failed(path, tier, error)];
    }
  }

  /** Checked only once per path, because it starts a program on Windows. */
  #ownerOf(path: string): Promise<FolderOwner> {
    const owner = this.#owners.get(path) ?? this.folderOwner(path);
    this.#owners.set(path, owner);
    owner.catch(() => this.#owners.delete(path));
    return owner;
  }

  /** Returns nothing for a missing file, unless it is required. */
  async #readFile(file: string, tier: T, isRequired = false): Promise<RuleText<T>[]> {
    try {
      const stats = await stat(file);
      // Reading a pipe would never end.
      if (!stats.isFile()) return [{ file, tier, text: null, error: 'This isn’t a file.' }];
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

/** The `files` below `folder` whose paths contain a link. */
async function linksIn(files: readonly string[], folder: string): Promise<ReadonlySet<string>> {
  const root = await realpath(folder);
  const real = await Promise.all(files.map(file => realpath(file).catch(() => undefined)));
  return new Set(files.filter((file, i) => real[i] !== join(root, relative(folder, file))));
}

function failed<T>(file: string, tier: T, error: unknown): RuleText<T> {
  return { file, tier, text: null, error: messageOf(error), ...(isAbsent(error) && { isMissing: true as const }) };
}

function isAbsent(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

/** Appends a rule to a file that only its owner can read; creates the file if missing. */
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

function notUsed<T>(file: string, tier: T, owner: Exclude<FolderOwner, 'administrator'>): RuleText<T> {
  const error = 'The rules in it are ignored:';
  return owner === 'others'
    ? { file, tier, text: null, error: `${error} an administrator doesn’t own it.`, isForeign: true }
    : { file, tier, text: null, error: `${error} accounts other than administrators can write to it.` };
}

/** The directory of the administrator's rules. */
export function administratorsRules(): string {
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
  /** The directory that contains `.gemini`. */
  readonly home: string;
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** Workspace rules can only restrict, so they always apply; in an untrusted workspace, links aren't followed. */
  readonly isTrusted: boolean;
  /** The file of rules that were accepted for this folder only. */
  readonly saved?: string;
  /** Named by the user. */
  readonly extra?: readonly string[];
  /** Files named in the administrator's settings. */
  readonly admin?: readonly string[];
  /** Other files in `adminPolicyPaths`: they rank above the user's rules and below the administrator's. */
  readonly supplements?: readonly string[];
  /** The enabled extensions, each with its directories of rules, which can only restrict. */
  readonly extensions?: readonly { readonly path: string; readonly policies: readonly string[] }[];
}

/** All places that rules are read from. */
export function rulePlaces(homes: RuleHomes) {
  const { home, folders, isTrusted, saved, extra = [], admin = [], supplements = [], extensions = [] } = homes;
  type Place = RulePlace<'extension' | 'workspace' | 'user' | 'supplement' | 'admin'>;
  const places: Place[] = [
    { path: administratorsRules(), tier: 'admin', isFolder: true, isAdministrators: true },
    ...admin.map((path): Place => ({ path, tier: 'admin', isRequired: true })),
    ...supplements.map((path): Place => ({ path, tier: 'supplement', isRequired: true })),
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

/** The file for rules that apply everywhere. */
export function savedRulesFile(home: string): string {
  return join(home, '.gemini', 'policies', 'auto-saved.toml');
}
