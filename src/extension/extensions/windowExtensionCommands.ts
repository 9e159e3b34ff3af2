import * as l10n from '@vscode/l10n';
import type { ExtensionSource } from '../../agent/ports/extensions';
import type { InstalledExtension } from '../../context/extensions/extensions';
import type { CommandFailure } from '../../context/commands/command';
import type { TypedExtensionCommand } from '../../context/commands/actions/extensions';
import type { UpdateCheck } from '../../context/extensions/checkUpdates';
import type { UpdateOutcome } from '../../context/extensions/updateInstalled';
import { chooseFile } from '../../vscode/questions/chooseFile';
import {
  showErrorMessage,
  showInformationMessage,
  showInputBox,
  showQuickPick,
  showWarningMessage,
} from '../../vscode/plainWindow';
import { openExtensionManager, type WindowManagerOptions } from './extensionManager';
import type { WindowExtensions } from './windowExtensions';
import { messageOf } from '../../shared/messageOf';

export interface ExtensionCommandsOptions extends WindowManagerOptions {
  /** Called when something that the view shows has changed. */
  readonly onChange: () => void;
}

/** A row of the view, or a typed name: both identify an extension. */
type Which = { readonly id?: string } | string | undefined;

/** The second argument of a command: of one that was typed, or what VS Code passes to a menu's. */
type Typed = TypedExtensionCommand | readonly unknown[] | undefined;

const isTyped = (given: Typed): given is TypedExtensionCommand => given !== undefined && 'isTyped' in given;

/** The commands about extensions, which ask the user for missing details. */
export function createExtensionCommands(options: ExtensionCommandsOptions) {
  const { home, folders, extensions, onChange } = options;
  const manager = () => openExtensionManager(options);
  const changed = () => {
    extensions.refresh();
    onChange();
  };
  /** Tells the user the outcome or the error: in the chat, which gets what is returned, if the command was typed there. */
  const guarded = async (
    run: () => Promise<string | undefined>,
    typed: Typed,
  ): Promise<string | CommandFailure | undefined> => {
    try {
      const said = await run();
      if (said !== undefined && !isTyped(typed)) void showInformationMessage(said);
      return said;
    } catch (error) {
      if (isTyped(typed)) return { failed: messageOf(error) };
      void showErrorMessage(messageOf(error));
      return undefined;
    } finally {
      changed();
    }
  };
  const about = (which: Which, typed: Typed, run: (name: string) => Promise<string | undefined>) =>
    guarded(async () => {
      const name = nameIn(which) ?? (await pickExtension(extensions));
      return name === undefined ? undefined : run(name);
    }, typed);
  const scopeOf = async (typed: Typed, title: string) => {
    if (!isTyped(typed) || typed.scope === undefined) return pickScope(home, folders(), title);
    return typed.scope === 'user' ? home : (folders()[0] ?? home);
  };
  const setAutoUpdate = (which: Which, isOn: boolean) =>
    about(which, undefined, async name => {
      await (await manager()).setAutoUpdate(name, isOn);
      if (isOn) return l10n.t('{0} will update automatically, unless an update contains more than you approved.', name);
      return l10n.t('{0} won’t update automatically.', name);
    });
  return {
    installExtension: (given?: unknown, typed?: Typed) =>
      guarded(async () => {
        const isLink = isTyped(typed) && typed.isLink === true;
        const named = typeof given === 'string' && given !== '' ? { source: given } : await pickSource(isLink);
        const source = named && isLink ? { ...named, isLink } : named;
        const extension = source && (await (await manager()).install(source));
        return extension && l10n.t('The extension {0} is installed and enabled.', extension.name);
      }, typed),
    updateExtension: (which: Which, typed?: Typed) =>
      about(which, typed, async name => {
        const outcome = await (await manager()).update(name);
        extensions.noteUpdates(outcome.kind === 'declined' ? [] : [{ name, isOutdated: false }]);
        return outcomeText(outcome);
      }),
    checkExtensions: (_all?: unknown, typed?: Typed) =>
      guarded(async () => {
        const checks = await (await manager()).checkAll();
        extensions.noteUpdates(checks.map(({ name, state }) => ({ name, isOutdated: state === 'available' })));
        const failed = checks.filter(({ state }) => state === 'failed');
        if (failed.length > 0) throw new Error(failed.map(({ name, message = '' }) => `${name}: ${message}`).join(' '));
        return checksText(checks);
      }, typed),
    updateAllExtensions: (_all?: unknown, typed?: Typed) =>
      guarded(async () => {
        const outcomes = await (await manager()).updateAll();
        const settled = outcomes.filter(({ kind }) => kind === 'updated' || kind === 'current');
        extensions.noteUpdates(settled.map(({ name }) => ({ name, isOutdated: false })));
        const failed = outcomes.filter(({ kind }) => kind === 'failed');
        if (failed.length > 0) throw new Error(failed.map(({ name, message = '' }) => `${name}: ${message}`).join(' '));
        return updatesText(outcomes);
      }, typed),
    autoUpdateExtension: (which: Which) => setAutoUpdate(which, true),
    stopAutoUpdateExtension: (which: Which) => setAutoUpdate(which, false),
    uninstallExtension: (which: Which, typed?: Typed) =>
      about(which, typed, async name => {
        const manage = await manager();
        if (!(await mayUninstall(await manage.find(name)))) return undefined;
        await manage.uninstall(name);
        return l10n.t('The extension {0} is uninstalled.', name);
      }),
    enableExtension: (which: Which, typed?: Typed) =>
      about(which, typed, async name => {
        const folder = await scopeOf(typed, l10n.t('Where should it be enabled?'));
        const manage = await manager();
        if (folder === undefined || !(await manage.enable(name, folder))) return undefined;
        return (await manage.find(name)).isActive
          ? l10n.t('The extension {0} is enabled.', name)
          : l10n.t(
              'The extension {0} is enabled in {1}. This workspace isn’t in it: here it’s still disabled.',
              name,
              folder,
            );
      }),
    disableExtension: (which: Which, typed?: Typed) =>
      about(which, typed, async name => {
        const folder = await scopeOf(typed, l10n.t('Where should it be disabled?'));
        if (folder === undefined) return undefined;
        const manage = await manager();
        await manage.disable(name, folder);
        return (await manage.find(name)).isActive
          ? l10n.t(
              'The extension {0} is disabled in {1}. This workspace isn’t in it: here it’s still enabled.',
              name,
              folder,
            )
          : l10n.t('The extension {0} is disabled.', name);
      }),
    configureExtension: (which: Which, typed?: Typed) =>
      about(which, typed, async name => {
        const manage = await manager();
        const extension = await manage.find(name);
        const { variable = '' } = isTyped(typed) ? typed : {};
        const settings = extension.settings.filter(({ envVar }) => variable === '' || envVar === variable);
        if (extension.settings.length === 0) return l10n.t('The extension {0} has no settings.', name);
        if (settings.length === 0) {
          const known = extension.settings.map(({ envVar }) => envVar).join(', ');
          throw new Error(l10n.t('The extension {0} has no setting {1}. Available: {2}', name, variable, known));
        }
        const isAnyStored = await manage.configure(extension, settings);
        return isAnyStored ? l10n.t('The settings of the extension {0} are saved.', name) : undefined;
      }),
  };
}

/** Asks first, because uninstalling can't be undone. */
async function mayUninstall({ name, installedAt, install }: InstalledExtension): Promise<boolean> {
  const detail =
    install?.type === 'link'
      ? l10n.t('The linked folder won’t be deleted: {0}', install.source)
      : l10n.t('Its folder will be deleted: {0}', installedAt);
  const uninstall = l10n.t('Uninstall');
  const question = l10n.t('Uninstall the extension {0}?', name);
  return (await showWarningMessage(question, { modal: true, detail }, uninstall)) === uninstall;
}

function outcomeText({ kind, name, before, after }: UpdateOutcome): string | undefined {
  switch (kind) {
    case 'updated':
      return l10n.t('The extension {0} is updated: {1} → {2}', name, before, after);
    case 'current':
      return l10n.t('The extension {0} is up to date ({1}).', name, after);
    case 'notUpdatable':
      return l10n.t('The source of the extension {0} isn’t known. Install it again to update it.', name);
    case 'declined':
    case 'failed':
      return undefined;
    default:
      return kind satisfies never;
  }
}

function checksText(checks: readonly UpdateCheck[]): string {
  const outdated = checks.filter(({ state }) => state === 'available').map(({ name }) => name);
  if (checks.length === 0) return l10n.t('No extensions of Gemini CLI are installed.');
  return outdated.length > 0
    ? l10n.t('There are updates for {0}.', outdated.join(', '))
    : l10n.t('There are no updates.');
}

function updatesText(outcomes: readonly UpdateOutcome[]): string {
  const updated = outcomes.filter(({ kind }) => kind === 'updated').map(({ name, after }) => `${name} ${after}`);
  if (outcomes.length === 0) return l10n.t('No extensions of Gemini CLI are installed.');
  return updated.length > 0 ? l10n.t('Updated: {0}', updated.join(', ')) : l10n.t('There are no updates.');
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

async function pickSource(isLink: boolean): Promise<ExtensionSource | undefined> {
  if (isLink) return folderOf(await chooseFile('folder'));
  const items = [
    { label: l10n.t('From a folder'), icon: 'folder', kind: 'folder' as const },
    { label: l10n.t('From an archive'), icon: 'file-zip', kind: 'file' as const },
    { label: l10n.t('From GitHub or another git repository'), icon: 'repo', kind: 'git' as const },
    { label: l10n.t('From the address of an archive'), icon: 'cloud-download', kind: 'address' as const },
    { label: l10n.t('Link a development folder'), icon: 'link', kind: 'link' as const },
  ].map(({ kind: from, ...item }) => ({ ...item, from }));
  const from = (await showQuickPick(items, { title: l10n.t('Install an extension of Gemini CLI') }))?.from;
  if (from === undefined) return undefined;
  if (from === 'git' || from === 'address') {
    const prompt =
      from === 'git' ? l10n.t('The address of the repository') : l10n.t('The address of the archive (.zip, .tar.gz)');
    const source = await showInputBox({ prompt, placeHolder: 'https://…' });
    return source ? { source } : undefined;
  }
  const source = await chooseFile(from === 'file' ? 'file' : 'folder');
  return source === undefined ? undefined : { source, ...(from === 'link' && { isLink: true }) };
}

const folderOf = (source: string | undefined) => (source === undefined ? undefined : { source });

/** Asks for the scope and returns its folder; without workspace folders, home. Undefined: cancelled. */
async function pickScope(home: string, folders: readonly string[], title: string): Promise<string | undefined> {
  const [first] = folders;
  if (first === undefined) return home;
  const items = [
    { label: l10n.t('In this workspace'), detail: first, folder: first },
    { label: l10n.t('In all folders in your home folder'), detail: home, folder: home },
  ];
  return (await showQuickPick(items, { title }))?.folder;
}
