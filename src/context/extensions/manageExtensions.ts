// Installing, updating, enabling and removing extensions: what both hosts do, whoever asks the user.
import * as l10n from '@vscode/l10n';
import type {
  ExtensionDisk,
  ExtensionInstaller,
  ExtensionSource,
  InstallMetadata,
  StagedExtension,
} from '../../agent/ports/extensions';
import type { KeptValues } from '../../agent/ports/storedValues';
import { keyOf, type Brought } from './brings';
import { isEnablement, readEnablement, withoutExtension, withRule, type Enablement } from './enablement';
import { Extensions, type ExtensionsOptions, type InstalledExtension } from './extensions';
import type { ExtensionSetting } from './manifest';
import { sourceRefusal } from './sourceRules';
import { updateInstalled, type UpdateOutcome } from './updateInstalled';

/** What the user is asked before an extension counts. */
export interface ConsentQuestion {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly why: 'install' | 'link' | 'update' | 'grown';
  /** All that it brings. */
  readonly brings: readonly Brought[];
  /** What of that is new to the user; the same as `brings` where all of it is. */
  readonly added: readonly Brought[];
}

export interface ManageOptions {
  readonly reading: ExtensionsOptions;
  readonly installer: ExtensionInstaller;
  /** What was agreed to, by the names of extensions. */
  readonly kept: KeptValues;
  readonly sources: () => {
    readonly blocksGit: boolean;
    readonly allowedSources: readonly string[];
    readonly isEnabled: boolean;
  };
  readonly consent: (question: ConsentQuestion) => Promise<boolean>;
  /** Asks for the value of a setting; undefined: the user gives none. */
  readonly askSetting: (setting: ExtensionSetting, extension: string) => Promise<string | undefined>;
  /** Hears what was changed, or could not be. */
  readonly onChange?: (change: ExtensionChange, isDone: boolean) => void;
  readonly saveSecret: (extension: string, envVar: string, value: string | undefined) => Promise<void>;
}

export type ExtensionChange = 'install' | 'uninstall' | 'update' | 'enable' | 'disable';

/** `unknown`: only an update tells. */
export type UpdateState = 'available' | 'current' | 'unknown';

export interface UpdateCheck {
  readonly name: string;
  readonly version: string;
  readonly state: UpdateState | 'failed';
  readonly message?: string;
}

/** Every change of what is installed. Each rejects with an `Error` whose message is for the user. */
export class ExtensionManager {
  constructor(private readonly options: ManageOptions) {}

  /** Undefined: the user did not agree, and nothing was installed. */
  async install(source: ExtensionSource): Promise<InstalledExtension | undefined> {
    return this.#told(
      'install',
      () => this.#install(source),
      installed => installed !== undefined,
    );
  }

  async #install(source: ExtensionSource): Promise<InstalledExtension | undefined> {
    await this.#checkSource(source);
    const staged = await this.options.installer.stage(source);
    try {
      const extension = await this.#readStaged(staged);
      const same = await this.#find(extension.name);
      if (same) throw new Error(l10n.t('The extension {0} is installed already. Update or uninstall it.', same.name));
      const why = source.isLink ? 'link' : 'install';
      if (!(await this.#agree(extension, staged.metadata.source, why, extension.brings))) return undefined;
      await this.options.installer.place(staged, { name: extension.name });
      this.#record(extension);
    } finally {
      await staged.discard();
    }
    const installed = await this.#newest(staged.metadata.source);
    if (installed)
      await this.configure(
        installed,
        installed.settings.filter(({ envVar }) => !(envVar in installed.env)),
      );
    return installed;
  }

  /** Fetches it again from where it came from; asks again if it brings more than was agreed to. */
  async update(name: string): Promise<UpdateOutcome> {
    return this.#told(
      'update',
      () => this.#update(name),
      ({ kind }) => kind === 'updated' || kind === 'current',
    );
  }

  async #update(name: string): Promise<UpdateOutcome> {
    return updateInstalled(await this.#required(name), {
      installer: this.options.installer,
      check: source => this.#checkSource(source),
      read: staged => this.#readStaged(staged),
      agreed: this.#agreed(name),
      agree: (extension, { metadata }, added) => this.#agree(extension, metadata.source, 'update', added),
      finish: async (extension, older) => {
        this.#record(extension);
        await this.#configureNew(name, older);
      },
    });
  }

  /** Whether there is an update for an extension. Throws if where it came from can't be asked. */
  async check(name: string): Promise<UpdateState> {
    const installed = await this.#required(name);
    const { install } = installed;
    if (!install) return 'unknown';
    await this.#checkSource(install);
    const isOutdated = await this.#isOutdated(installed, install);
    return isOutdated === undefined ? 'unknown' : isOutdated ? 'available' : 'current';
  }

  /** The same for all of them; `failed` is what could not be asked. */
  async checkAll(): Promise<readonly UpdateCheck[]> {
    const { extensions } = await this.#all();
    return Promise.all(
      extensions.map(async ({ name, version }): Promise<UpdateCheck> => {
        try {
          return { name, version, state: await this.check(name) };
        } catch (error) {
          return { name, version, state: 'failed', message: messageOf(error) };
        }
      }),
    );
  }

  /** Whether it is updated without being asked for. */
  async setAutoUpdate(name: string, isOn: boolean): Promise<void> {
    const { installedAt, install } = await this.#required(name);
    if (!install || install.type === 'link') {
      throw new Error(l10n.t('Where the extension {0} comes from isn’t known. Install it again to update it.', name));
    }
    const { autoUpdate: _, ...others } = install;
    await this.options.installer.note(installedAt, { ...others, ...(isOn && { autoUpdate: true }) });
  }

  /** All of them; what fails for one fails for that one alone. */
  async updateAll(): Promise<readonly UpdateOutcome[]> {
    const outcomes: UpdateOutcome[] = [];
    for (const { name, version } of (await this.#all()).extensions) {
      const failed = (error: unknown): UpdateOutcome => {
        return { name, before: version, after: version, kind: 'failed', message: messageOf(error) };
      };
      outcomes.push(await this.update(name).catch(failed));
    }
    return outcomes;
  }

  /** The value of every setting, whether stored or not, goes with it. */
  async uninstall(name: string): Promise<void> {
    return this.#told('uninstall', () => this.#uninstall(name));
  }

  async #uninstall(name: string): Promise<void> {
    const { installedAt, settings } = await this.#required(name);
    await this.options.installer.remove(installedAt);
    for (const { envVar, isSensitive } of settings) {
      if (isSensitive) await this.options.saveSecret(name, envVar, undefined);
    }
    this.options.kept.set(name, undefined);
    const enablement = await this.#enablement();
    if (Object.hasOwn(enablement, name)) await this.#saveEnablement(withoutExtension(enablement, name));
  }

  /** Enables it in a folder and below; one that has grown only if the user agrees. False: they did not. */
  async enable(name: string, folder: string): Promise<boolean> {
    return this.#told(
      'enable',
      () => this.#enable(name, folder),
      isEnabled => isEnabled,
    );
  }

  async #enable(name: string, folder: string): Promise<boolean> {
    const extension = await this.#required(name);
    if (extension.grown.length > 0) {
      if (!(await this.#agree(extension, extension.path, 'grown', extension.grown))) return false;
      this.#record(extension);
    }
    await this.#saveEnablement(withRule(await this.#enablement(), extension.name, folder, true));
    return true;
  }

  async disable(name: string, folder: string): Promise<void> {
    return this.#told('disable', () => this.#disable(name, folder));
  }

  async #disable(name: string, folder: string): Promise<void> {
    const extension = await this.#required(name);
    await this.#saveEnablement(withRule(await this.#enablement(), extension.name, folder, false));
  }

  /** Asks for settings and stores what is given. */
  async configure(
    { name, installedAt }: Pick<InstalledExtension, 'name' | 'installedAt'>,
    settings: readonly ExtensionSetting[],
  ): Promise<void> {
    for (const setting of settings) {
      const value = await this.options.askSetting(setting, name);
      if (value === undefined) continue;
      if (setting.isSensitive) await this.options.saveSecret(name, setting.envVar, value);
      else await this.options.installer.saveValue(installedAt, setting.envVar, value);
    }
  }

  /** An extension that is installed, by its name. */
  async find(name: string): Promise<InstalledExtension> {
    return this.#required(name);
  }

  #isOutdated({ installedAt, version }: InstalledExtension, install: InstallMetadata) {
    return this.options.installer.isOutdated({ installedAt, version, install });
  }

  /** Asks for the settings that a newer version has and the older one had not. */
  async #configureNew(name: string, older: InstalledExtension): Promise<void> {
    const newer = await this.#find(name);
    const known = new Set(older.settings.map(({ envVar }) => envVar));
    const added = newer?.settings.filter(({ envVar }) => !known.has(envVar) && !(envVar in newer.env)) ?? [];
    if (newer && added.length > 0) await this.configure(newer, added);
  }

  async #told<T>(change: ExtensionChange, work: () => Promise<T>, isDone: (result: T) => boolean = () => true) {
    let wasDone = false;
    try {
      const result = await work();
      wasDone = isDone(result);
      return result;
    } finally {
      this.options.onChange?.(change, wasDone);
    }
  }

  #all() {
    return new Extensions(this.options.reading).find();
  }

  async #find(name: string): Promise<InstalledExtension | undefined> {
    return (await this.#all()).extensions.find(each => each.name.toLowerCase() === name.toLowerCase());
  }

  async #required(name: string): Promise<InstalledExtension> {
    const found = await this.#find(name);
    if (!found) throw new Error(l10n.t('There is no extension "{0}".', name));
    return found;
  }

  async #newest(source: string): Promise<InstalledExtension | undefined> {
    return (await this.#all()).extensions.find(({ install }) => install?.source === source);
  }

  async #readStaged({ folder, metadata }: StagedExtension): Promise<InstalledExtension> {
    const disk: ExtensionDisk = {
      ...this.options.reading.disk,
      list: async () => [folder],
      enablement: async () => undefined,
    };
    const { only: _only, agreed: _agreed, ...reading } = this.options.reading;
    const { extensions, problems } = await new Extensions({ ...reading, disk }).find();
    const [extension] = extensions;
    if (extension) return extension;
    const [problem] = problems.filter(({ severity }) => severity !== 'hint');
    const where = problem?.line === undefined ? 'gemini-extension.json' : `gemini-extension.json:${problem.line}`;
    throw new Error(l10n.t('{0} isn’t an extension. {1}: {2}', metadata.source, where, problem?.message ?? ''));
  }

  async #checkSource(source: ExtensionSource): Promise<void> {
    const { blocksGit, allowedSources, isEnabled } = this.options.sources();
    if (!isEnabled) throw new Error(l10n.t('An administrator has turned extensions off.'));
    const { source: full, isRemote } = await this.options.installer.identify(source);
    const refusal = sourceRefusal({ source: full, isRemote }, { blocksGit, allowedSources });
    if (refusal !== undefined) throw new Error(refusal);
  }

  #agree(
    { name, version, brings }: InstalledExtension,
    source: string,
    why: ConsentQuestion['why'],
    added: readonly Brought[],
  ): Promise<boolean> {
    return this.options.consent({ name, version, source, why, brings, added });
  }

  #agreed(name: string): readonly string[] | undefined {
    return this.options.reading.agreed?.(name);
  }

  #record({ name, brings }: InstalledExtension): void {
    this.options.kept.set(name, brings.map(keyOf));
  }

  /** Throws if the file can't be read: writing it would lose what it says. */
  async #enablement(): Promise<Enablement> {
    const enablement = readEnablement(await this.options.reading.disk.enablement());
    if (!isEnablement(enablement)) throw new Error(`${enablement.file}: ${enablement.message}`);
    return enablement;
  }

  #saveEnablement(enablement: Enablement): Promise<void> {
    return this.options.installer.saveEnablement(`${JSON.stringify(enablement, undefined, 2)}\n`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
