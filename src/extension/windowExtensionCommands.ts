import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import type { ExtensionSource } from '../agent/ports/extensions';
import type { Log } from '../agent/ports/log';
import type { Configuration } from '../config/configuration';
import { extensionSettingsOf } from '../config/settingsByPurpose';
import type { ConsentQuestion, UpdateOutcome } from '../context/extensions/manageExtensions';
import { createAgreed } from '../node/extensions/agreedExtensions';
import { createExtensionInstaller } from '../node/extensions/extensionInstaller';
import { createExtensionSecrets } from '../node/extensions/extensionSecrets';
import { askForExtensionConsent } from '../vscode/extensionConsent';
import { showErrorMessage, showInformationMessage, showInputBox, showQuickPick } from '../vscode/plainWindow';
import { chooseFile } from '../vscode/chooseFile';
import { secretKey, type WindowExtensions } from './windowExtensions';

export interface ExtensionCommandsOptions {
  readonly home: string;
  /** Of the workspace. */
  readonly folders: () => readonly string[];
  readonly configuration: Configuration;
  readonly extensions: WindowExtensions;
  readonly secrets: { store(key: string, value: string): Thenable<void>; delete(key: string): Thenable<void> };
  /** What the view shows has changed. */
  readonly onChange: () => void;
  readonly log: Log;
}

/** A row of the view, or what is typed: both name an extension. */
type Which = { readonly id?: string } | string | undefined;

/** The commands about extensions, which ask the user what they need to know. */
export function createExtensionCommands(options: ExtensionCommandsOptions) {
  const { home, folders, extensions, onChange } = options;
  const manager = () => openManager(options);
  const changed = () => {
    extensions.refresh();
    onChange();
  };
  /** Says what went wrong: nobody else would. */
  const guarded = async (run: () => Promise<string | undefined>) => {
    try {
      const said = await run();
      if (said !== undefined) void showInformationMessage(said);
    } catch (error) {
      void showErrorMessage(error instanceof Error ? error.message : String(error));
    } finally {
      changed();
    }
  };
  const about = (which: Which, run: (name: string) => Promise<string | undefined>) =>
    guarded(async () => {
      const name = nameIn(which) ?? (await pickExtension(extensions));
      return name === undefined ? undefined : run(name);
    });
  return {
    installExtension: (given?: unknown) =>
      guarded(async () => {
        const source = typeof given === 'string' && given !== '' ? { source: given } : await pickSource();
        const extension = source && (await (await manager()).install(source));
        return extension && l10n.t('The extension {0} is installed and enabled.', extension.name);
      }),
    updateExtension: (which: Which) => about(which, async name => outcomeText(await (await manager()).update(name))),
    uninstallExtension: (which: Which) =>
      about(which, async name => {
        await (await manager()).uninstall(name);
        return l10n.t('The extension {0} is uninstalled.', name);
      }),
    enableExtension: (which: Which) =>
      about(which, async name => {
        const folder = await pickScope(home, folders(), l10n.t('Where is it to be enabled?'));
        const isEnabled = folder !== undefined && (await (await manager()).enable(name, folder));
        return isEnabled ? l10n.t('The extension {0} is enabled.', name) : undefined;
      }),
    disableExtension: (which: Which) =>
      about(which, async name => {
        const folder = await pickScope(home, folders(), l10n.t('Where is it to be disabled?'));
        if (folder === undefined) return undefined;
        await (await manager()).disable(name, folder);
        return l10n.t('The extension {0} is disabled.', name);
      }),
    configureExtension: (which: Which) =>
      about(which, async name => {
        const manage = await manager();
        const extension = await manage.find(name);
        if (extension.settings.length === 0) return l10n.t('The extension {0} has no settings.', name);
        await manage.configure(extension, extension.settings);
        return undefined;
      }),
  };
}

async function openManager({ home, folders, configuration, extensions, secrets, log }: ExtensionCommandsOptions) {
  const { ExtensionManager, broughtText } = await import('../context/extensions/lazy');
  const sealed = createExtensionSecrets(home);
  return new ExtensionManager({
    reading: extensions.reading,
    installer: createExtensionInstaller(home, () => folders()[0] ?? homedir()),
    kept: createAgreed(home, log),
    sources: () => extensionSettingsOf(configuration.settings),
    consent: question => askForExtensionConsent({ ...consentTexts(question), lines: question.added.map(broughtText) }),
    askSetting: async ({ name, description, isSensitive }, extension) =>
      (await showInputBox({
        title: l10n.t('{0}: {1}', extension, name),
        prompt: description,
        password: isSensitive,
        ignoreFocusOut: true,
      })) || undefined,
    async saveSecret(extension, envVar, value) {
      if (value !== undefined) return secrets.store(secretKey(extension, envVar), value);
      await secrets.delete(secretKey(extension, envVar));
      if ((await sealed.get(extension, envVar)) !== undefined) await sealed.set(extension, envVar, undefined);
    },
  });
}

function consentTexts({ why, name, version, source }: ConsentQuestion): {
  readonly title: string;
  readonly agree: string;
} {
  switch (why) {
    case 'install':
      return {
        title: l10n.t('Install the extension {0} ({1}) from {2}?', name, version, source),
        agree: l10n.t('Install'),
      };
    case 'link':
      return {
        title: l10n.t('Link the extension {0} ({1}) to {2}? What changes there counts at once.', name, version, source),
        agree: l10n.t('Link'),
      };
    case 'update':
      return {
        title: l10n.t('Update the extension {0} to {1}? It brings more than you agreed to.', name, version),
        agree: l10n.t('Update'),
      };
    case 'grown':
      return {
        title: l10n.t('Enable the extension {0} ({1})? It brings more than you agreed to.', name, version),
        agree: l10n.t('Enable'),
      };
    default:
      return why satisfies never;
  }
}

function outcomeText({ kind, name, before, after }: UpdateOutcome): string | undefined {
  switch (kind) {
    case 'updated':
      return l10n.t('The extension {0} is updated: {1} → {2}', name, before, after);
    case 'current':
      return l10n.t('The extension {0} is up to date ({1}).', name, after);
    case 'notUpdatable':
      return l10n.t('Where the extension {0} comes from isn’t known. Install it again to update it.', name);
    case 'declined':
    case 'failed':
      return undefined;
    default:
      return kind satisfies never;
  }
}

function nameIn(which: Which): string | undefined {
  const id = typeof which === 'string' ? which : which?.id;
  return id === undefined || id === '' ? undefined : id.replace(/^extensions\//, '');
}

async function pickExtension(extensions: WindowExtensions): Promise<string | undefined> {
  const { extensions: all } = await extensions.find();
  if (all.length === 0) throw new Error(l10n.t('No extensions of Gemini CLI are installed.'));
  const items = all.map(({ name, version, description = '' }) => ({
    label: name,
    description: version,
    detail: description,
  }));
  return (await showQuickPick(items, { title: l10n.t('Extensions') }))?.label;
}

async function pickSource(): Promise<ExtensionSource | undefined> {
  const items = [
    { label: l10n.t('From a folder'), icon: 'folder', kind: 'folder' as const },
    { label: l10n.t('From an archive'), icon: 'file-zip', kind: 'file' as const },
    { label: l10n.t('From a git repository'), icon: 'repo', kind: 'git' as const },
    { label: l10n.t('Link a folder that you write it in'), icon: 'link', kind: 'link' as const },
  ].map(({ kind: from, ...item }) => ({ ...item, from }));
  const from = (await showQuickPick(items, { title: l10n.t('Install an extension of Gemini CLI') }))?.from;
  if (from === undefined) return undefined;
  if (from === 'git') {
    const source = await showInputBox({ prompt: l10n.t('The address of the repository'), placeHolder: 'https://…' });
    return source ? { source } : undefined;
  }
  const source = await chooseFile(from === 'file' ? 'file' : 'folder');
  return source === undefined ? undefined : { source, ...(from === 'link' && { isLink: true }) };
}

/** The folder of a scope; in a window without folders there is only the user's. */
async function pickScope(home: string, folders: readonly string[], title: string): Promise<string | undefined> {
  const [first] = folders;
  if (first === undefined) return home;
  const items = [
    { label: l10n.t('In this workspace'), detail: first, folder: first },
    { label: l10n.t('In all folders of your home folder'), detail: home, folder: home },
  ];
  return (await showQuickPick(items, { title }))?.folder;
}
