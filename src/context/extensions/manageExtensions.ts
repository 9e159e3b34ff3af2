// Installs, updates, enables and removes extensions; shared by both hosts, which ask the user in their own way.
import * as l10n from '@vscode/l10n';
import type { ExtensionSource } from '../../agent/ports/extensions';
import { checkUpdate, checkUpdates, type CheckParts, type UpdateCheck, type UpdateState } from './checkUpdates';
import { Consents } from './consents';
import { EnablementFile } from './enablementFile';
import type { InstalledExtension } from './extensions';
import { InstalledExtensions } from './installedExtensions';
import type { ExtensionChange, ManageOptions } from './manageOptions';
import type { ExtensionSetting } from './manifest';
import { askForSettings, forgetSecrets, unsetOf } from './settingValues';
import { checkSource } from './checkSource';
import { updateEach, updateInstalled, type UpdateOutcome } from './updateInstalled';

/** All changes to the installed extensions. Each rejects with an `Error` whose message is for the user. */
export class ExtensionManager {
  readonly #installed: InstalledExtensions;
  readonly #consents: Consents;
  readonly #enablement: EnablementFile;
  readonly #checks: CheckParts;

  constructor(private readonly options: ManageOptions) {
    const { reading, installer } = options;
    this.#installed = new InstalledExtensions(reading);
    this.#consents = new Consents(options);
    this.#enablement = new EnablementFile(reading.disk, installer);
    this.#checks = { installer, checkSource: source => checkSource(source, options) };
  }

  /** Returns an installed extension by name. */
  find(name: string): Promise<InstalledExtension> {
    return this.#installed.required(name);
  }

  /** Undefined if the user did not agree; nothing was installed then. */
  install(source: ExtensionSource): Promise<InstalledExtension | undefined> {
    return told(
      this.options.onChange,
      'install',
      () => this.#install(source),
      installed => installed !== undefined,
    );
  }

  /** Fetches it again from its source; asks again if it contains more than was approved. */
  update(name: string): Promise<UpdateOutcome> {
    return told(
      this.options.onChange,
      'update',
      () => this.#update(name),
      ({ kind }) => kind === 'updated' || kind === 'current',
    );
  }

  /** Updates all extensions; a failure affects only its own extension. */
  async updateAll(): Promise<readonly UpdateOutcome[]> {
    return updateEach(await this.#installed.all(), name => this.update(name));
  }

  /** Whether there is an update for an extension. Throws if its source can't be queried. */
  async check(name: string): Promise<UpdateState> {
    return checkUpdate(await this.find(name), this.#checks);
  }

  /** The same for all extensions; `failed` if the source could not be queried. */
  async checkAll(): Promise<readonly UpdateCheck[]> {
    return checkUpdates(await this.#installed.all(), this.#checks);
  }

  /** Sets whether it is updated automatically. */
  async setAutoUpdate(name: string, isOn: boolean): Promise<void> {
    const { installedAt, install } = await this.find(name);
    if (install?.type === 'link') {
      throw new Error(
        l10n.t('The extension {0} is linked to {1}. Changes there take effect immediately.', name, install.source),
      );
    }
    if (!install) {
      throw new Error(l10n.t('The source of the extension {0} isn’t known. Install it again to update it.', name));
    }
    const { autoUpdate: _, ...others } = install;
    await this.options.installer.note(installedAt, { ...others, ...(isOn && { autoUpdate: true }) });
  }

  /** Also deletes the stored values of all of its settings. */
  uninstall(name: string): Promise<void> {
    return told(this.options.onChange, 'uninstall', async () => {
      const { installedAt, settings } = await this.find(name);
      await this.options.installer.remove(installedAt);
      await forgetSecrets(name, settings, this.options);
      this.#consents.forget(name);
      await this.#enablement.forget(name);
    });
  }

  /** Enables it in a folder and below; if it has grown, only with the user's approval. False if the user refused. */
  enable(name: string, folder: string): Promise<boolean> {
    return told(
      this.options.onChange,
      'enable',
      () => this.#enable(name, folder),
      isEnabled => isEnabled,
    );
  }

  disable(name: string, folder: string): Promise<void> {
    return told(this.options.onChange, 'disable', async () => {
      const extension = await this.find(name);
      await this.#enablement.set(extension.name, folder, false);
    });
  }

  /** Asks for settings and stores the given values; false if none was given. */
  configure(
    extension: Pick<InstalledExtension, 'name' | 'installedAt'>,
    settings: readonly ExtensionSetting[],
  ): Promise<boolean> {
    return askForSettings(extension, settings, this.options);
  }

  async #install(source: ExtensionSource): Promise<InstalledExtension | undefined> {
    await this.#checks.checkSource(source);
    const staged = await this.options.installer.stage(source);
    try {
      const extension = await this.#installed.readStaged(staged);
      const same = await this.#installed.find(extension.name);
      if (same) throw new Error(l10n.t('The extension {0} is already installed. Update or uninstall it.', same.name));
      const why = source.isLink ? 'link' : 'install';
      if (!(await this.#consents.ask(extension, staged.metadata.source, why, extension.brings))) return undefined;
      await this.options.installer.place(staged, { name: extension.name });
      this.#consents.record(extension);
    } finally {
      await staged.discard();
    }
    const installed = await this.#installed.from(staged.metadata.source);
    if (installed) await this.configure(installed, unsetOf(installed));
    return installed;
  }

  async #update(name: string): Promise<UpdateOutcome> {
    return updateInstalled(await this.find(name), {
      installer: this.options.installer,
      check: source => this.#checks.checkSource(source),
      read: staged => this.#installed.readStaged(staged),
      agreed: this.#consents.of(name),
      agree: (extension, { metadata }, added) => this.#consents.ask(extension, metadata.source, 'update', added),
      finish: async (extension, older) => {
        this.#consents.record(extension);
        const newer = await this.#installed.find(name);
        if (newer) await this.configure(newer, unsetOf(newer, older));
      },
    });
  }

  async #enable(name: string, folder: string): Promise<boolean> {
    const extension = await this.find(name);
    if (extension.grown.length > 0) {
      if (!(await this.#consents.ask(extension, extension.path, 'grown', extension.grown))) return false;
      this.#consents.record(extension);
    }
    await this.#enablement.set(extension.name, folder, true);
    return true;
  }
}

/** Reports the outcome of a change, even if it failed. */
async function told<T>(
  tell: ManageOptions['onChange'],
  change: ExtensionChange,
  work: () => Promise<T>,
  isDone: (result: T) => boolean = () => true,
): Promise<T> {
  let wasDone = false;
  try {
    const result = await work();
    wasDone = isDone(result);
    return result;
  } finally {
    tell?.(change, wasDone);
  }
}
