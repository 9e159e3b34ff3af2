import type {
  ActiveExtension,
  ExtensionDisk,
  ExtensionFolder,
  ExtensionServer,
  InstallMetadata,
} from '../../agent/ports/extensions';
import type { SettingsProblem } from '../../config/settingsText';
import { broughtBy, broughtText, grownBy, type Brought } from './brings';
import { isEnabledIn as enabledIn, isEnablement, readEnablement } from './enablement';
import { readMetadata } from './installMetadata';
import { readManifest, type ExtensionSetting, type Manifest } from './manifest';
import { sourceRefusal, type SourceRules } from './sourceRules';
import { expandDeep, type ExtensionVariables } from './variables';
import { messageOf } from '../../shared/messageOf';
import { isJsonObject } from '../../shared/jsonObject';

/** An installed extension, enabled here or not. */
export interface InstalledExtension extends ActiveExtension {
  /** Its folder, relative to the folder of all extensions. */
  readonly installedAt: string;
  readonly isActive: boolean;
  /** It is enabled in the home folder, and so in every folder without a rule of its own. */
  readonly isEnabledByUser: boolean;
  readonly settings: readonly ExtensionSetting[];
  readonly install?: InstallMetadata;
  readonly migratedTo?: string;
  readonly brings: readonly Brought[];
  /** Content that was added after the user's approval. If not empty, the extension is not used. */
  readonly grown: readonly Brought[];
}

export interface ExtensionsFound {
  /** Sorted by name, each name once. */
  readonly extensions: readonly InstalledExtension[];
  readonly problems: readonly SettingsProblem[];
}

export interface ExtensionsOptions {
  readonly disk: ExtensionDisk;
  readonly settings: () => {
    /** False if an administrator has turned extensions off. */
    readonly isEnabled: boolean;
    /** Names, in any case. */
    readonly disabled: readonly string[];
  } & SourceRules;
  /** The names that a run is limited to; only `none`: no extension. Absent: the enabled ones. */
  readonly only?: readonly string[];
  /** The user's home folder. */
  readonly home: string;
  /** The first workspace folder. */
  readonly workspacePath: () => string;
  readonly separator: string;
  /** The content that the user has approved; undefined if Pollux has not asked (Gemini CLI may have). */
  readonly agreed?: (name: string) => readonly string[] | undefined;
  /** The values of an extension's settings, by variable name. */
  readonly valuesOf: (extension: {
    readonly name: string;
    readonly installedAt: string;
    readonly settings: readonly ExtensionSetting[];
  }) => Promise<Readonly<Record<string, string>>>;
}

const DEFAULT_CONTEXT_FILE = 'GEMINI.md';

/** The extensions of a host, read on first use and again after `refresh`. */
export class Extensions {
  #found: Promise<ExtensionsFound> | undefined;

  constructor(private readonly options: ExtensionsOptions) {}

  /** All installed extensions. Never rejects. */
  find(): Promise<ExtensionsFound> {
    this.#found ??= this.#read();
    return this.#found;
  }

  /** The extensions that are enabled here. Never rejects. */
  readonly active = async (): Promise<readonly ActiveExtension[]> =>
    (await this.find()).extensions.filter(({ isActive }) => isActive);

  refresh(): void {
    this.#found = undefined;
  }

  async #read(): Promise<ExtensionsFound> {
    const { disk, settings, only } = this.options;
    const { isEnabled, disabled } = settings();
    if (!isEnabled) return { extensions: [], problems: [] };
    const [folders, enablement] = await Promise.all([disk.list(), disk.enablement().then(readEnablement)]);
    const problems: SettingsProblem[] = [];
    if (folders.length > 0 && !isEnablement(enablement)) problems.push(enablement);
    const off = new Set(disabled.map(name => name.toLowerCase()));
    const isEnabledIn = (name: string, folder: string) =>
      !off.has(name.toLowerCase()) && isEnablement(enablement) && enabledIn(enablement, name, folder);
    const isActive = (name: string): boolean => {
      if (only) return only.some(each => each.toLowerCase() === name.toLowerCase());
      return isEnabledIn(name, this.options.workspacePath());
    };
    const read = await Promise.all(
      folders.map(folder => this.#readOne(folder, name => [isActive(name), isEnabledIn(name, this.options.home)])),
    );
    const byName = new Map<string, InstalledExtension>();
    for (const one of read) {
      problems.push(...one.problems);
      if (!one.extension) continue;
      const same = byName.get(one.extension.name.toLowerCase());
      if (same) problems.push(errorIn(one.extension.file, `"${same.name}" is already the name of ${same.path}.`));
      else byName.set(one.extension.name.toLowerCase(), one.extension);
    }
    for (const name of only ?? []) {
      if (name !== 'none' && !byName.has(name.toLowerCase())) problems.push(missing(name));
    }
    const extensions = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return { extensions, problems };
  }

  /** A problem with one extension does not affect the others. */
  async #readOne(
    folder: ExtensionFolder,
    enabled: (name: string) => readonly [isActive: boolean, isEnabledByUser: boolean],
  ): Promise<{ readonly extension?: InstalledExtension; readonly problems: readonly SettingsProblem[] }> {
    try {
      const { manifest, problems: wrong } = readManifest(folder.manifest);
      if (!manifest) return { problems: wrong };
      let problems = wrong;
      const located = await this.#locate(folder, manifest);
      const { name, version, description, excludeTools, settings, migratedTo } = manifest;
      const install = readMetadata(folder.install);
      const { path, installedAt } = folder;
      const env = await this.options.valuesOf({ name, installedAt, settings });
      const variables = this.#variables(path);
      const { mcpServers, problems: wrongServers } = serversOf(manifest, folder.manifest.file, variables, env);
      const [isEnabled, isEnabledByUser] = enabled(name);
      const brings = await broughtBy({ ...located.parts, path }, manifest, this.options.disk);
      const agreed = this.options.agreed?.(name);
      const grown = agreed ? grownBy(brings, agreed) : [];
      const refusal = sourceRefusal(
        { source: install?.source, isRemote: install !== undefined && isRemote(install) },
        this.options.settings(),
      );
      if (isEnabled && refusal !== undefined) problems = [...problems, errorIn(folder.manifest.file, refusal)];
      if (isEnabled && grown.length > 0) problems = [...problems, grownProblem(folder.manifest.file, name, grown)];
      const extension: InstalledExtension = {
        name,
        version,
        ...(description !== undefined && { description }),
        path,
        installedAt,
        file: folder.manifest.file,
        ...located.parts,
        mcpServers,
        excludeTools,
        env,
        settings,
        isActive: isEnabled && grown.length === 0 && refusal === undefined,
        isEnabledByUser,
        brings,
        grown,
        ...(install && { install }),
        ...(migratedTo !== undefined && { migratedTo }),
      };
      return { extension, problems: [...problems, ...located.problems, ...wrongServers] };
    } catch (error) {
      return { problems: [errorIn(folder.manifest.file, messageOf(error))] };
    }
  }

  async #locate({ path, manifest: { file } }: ExtensionFolder, { contextFileNames }: Manifest) {
    const { disk } = this.options;
    const problems: SettingsProblem[] = [];
    const find = async (name: string, kind: 'file' | 'folder'): Promise<readonly string[]> => {
      const found = await disk.locate(path, name, kind);
      if (found.path !== null) return [found.path];
      if (found.error !== undefined) problems.push(errorIn(file, `"${name}" isn't used: ${found.error}`));
      else if (contextFileNames?.includes(name)) {
        problems.push(errorIn(file, `There is no file "${name}" in its folder.`));
      }
      return [];
    };
    const [contextFiles, commandFolders, skillFolders, agentFolders, policies, [hooksFile]] = await Promise.all([
      Promise.all((contextFileNames ?? [DEFAULT_CONTEXT_FILE]).map(name => find(name, 'file'))),
      find('commands', 'folder'),
      find('skills', 'folder'),
      find('agents', 'folder'),
      find('policies', 'folder'),
      find('hooks/hooks.json', 'file'),
    ]);
    const hooks = hooksFile === undefined ? undefined : await disk.read(hooksFile);
    return {
      parts: {
        contextFiles: contextFiles.flat(),
        commandFolders,
        skillFolders,
        agentFolders,
        policies,
        ...(hooks && { hooks }),
      },
      problems,
    };
  }

  #variables(extensionPath: string): ExtensionVariables {
    const { workspacePath, separator } = this.options;
    return { extensionPath, workspacePath: workspacePath(), separator };
  }
}

function serversOf(
  { mcpServers }: Manifest,
  file: string,
  variables: ExtensionVariables,
  env: Readonly<Record<string, string>>,
): { readonly mcpServers: readonly ExtensionServer[]; readonly problems: readonly SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  const servers = mcpServers.flatMap(({ name, row: written, line }): ExtensionServer[] => {
    if (!isJsonObject(written)) {
      problems.push({ ...errorIn(file, `"mcpServers.${name}" must be an object.`), line });
      return [];
    }
    const { trust, ...row } = expandDeep(written, variables, env) as Record<string, unknown>;
    if (trust === true) {
      const message = `"mcpServers.${name}.trust" has no effect: its tools need approval like any others.`;
      problems.push({ file, line, severity: 'hint', message });
    }
    const isCommand = typeof row.command === 'string' && Object.keys(env).length > 0;
    return [{ name, row: isCommand ? { ...row, env: { ...env, ...(row.env as object | undefined) } } : row, line }];
  });
  return { mcpServers: servers, problems };
}

function grownProblem(file: string, name: string, grown: readonly Brought[]): SettingsProblem {
  const list = grown.map(broughtText).join('; ');
  return errorIn(
    file,
    `It includes more than you agreed to, so it isn't used until you enable "${name}" again. ${list}`,
  );
}

function isRemote({ type, source }: InstallMetadata): boolean {
  return type === 'git' || type === 'github-release' || /^https?:/.test(source);
}

function missing(name: string): SettingsProblem {
  return { file: '--extensions', severity: 'error', message: `There is no extension "${name}".` };
}

function errorIn(file: string, message: string): SettingsProblem {
  return { file, line: 1, severity: 'error', message };
}
