import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ActiveExtension } from '../../agent/ports/extensions';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { extensionSettingsOf } from '../../config/settingsByPurpose';
import type { HookDefinition } from '../../config/hookDefinitions';
import { extensionMemory } from '../../context/extensions/extensionMemory';
import type { Extensions, ExtensionsFound, ExtensionsOptions } from '../../context/extensions/extensions';
import { createExtensionDisk, extensionsFolder } from '../../node/config/extensionFiles';
import { agreedOf, createAgreed } from '../../node/extensions/agreedExtensions';
import { createExtensionSecrets } from '../../node/extensions/extensionSecrets';
import { extensionValues } from '../../node/extensions/extensionValues';
import { once } from '../../node/once';
import type { ContextSection } from '../../vscode/views/contextTree';
import { SettingsNotices } from '../../vscode/settingsNotices';

export interface WindowExtensionsOptions {
  readonly home: string;
  /** The workspace folders. */
  readonly folders: () => readonly string[];
  readonly configuration: Configuration;
  readonly secrets: { get(key: string): Thenable<string | undefined> };
  readonly log: Log;
}

const NOTHING: ExtensionsFound = { extensions: [], problems: [] };

/** The Gemini CLI extensions of a window. None is read before they are first needed. */
export function createWindowExtensions({ home, folders, configuration, secrets, log }: WindowExtensionsOptions) {
  const notices = new SettingsNotices(log, 'extension');
  const workspacePath = () => folders()[0] ?? homedir();
  const sealed = createExtensionSecrets(home);
  const secretOf = async (name: string, envVar: string) =>
    (await secrets.get(secretKey(name, envVar))) ?? (await sealed.get(name, envVar));
  const load = once(() => import('../../context/extensions/lazy'));
  const reading: ExtensionsOptions = {
    disk: createExtensionDisk(home),
    settings: () => extensionSettingsOf(configuration.settings),
    home,
    workspacePath,
    separator: sep,
    // Re-read each time: the user may have agreed in another window or a terminal.
    agreed: name => agreedOf(createAgreed(home, log), name),
    valuesOf: extension => extensionValues(extension, { secretOf, env: configuration.variables }),
  };
  const open = async () => {
    const { Extensions } = await load();
    opened ??= new Extensions(reading);
    return opened;
  };
  let opened: Extensions | undefined;
  let found: ExtensionsFound | undefined;
  let hooks: readonly HookDefinition[] = [];
  const outdated = new Set<string>();
  const find = async (): Promise<ExtensionsFound> => {
    if (found) return found;
    const now = (await exists(extensionsFolder(home))) ? await (await open()).find() : NOTHING;
    const active = now.extensions.filter(({ isActive }) => isActive);
    const { hooks: own, problems } = active.some(each => each.hooks)
      ? (await load()).extensionHooks(active, { workspacePath: workspacePath(), separator: sep })
      : { hooks: [], problems: [] };
    hooks = own;
    found = { ...now, problems: [...now.problems, ...problems] };
    void notices.tell(found.problems);
    return found;
  };
  const activeOf = ({ extensions }: ExtensionsFound) => extensions.filter(({ isActive }) => isActive);
  return {
    reading,
    find,
    active: async (): Promise<readonly ActiveExtension[]> => activeOf(await find()),
    /** Those found last, without looking again. */
    current: (): readonly ActiveExtension[] => activeOf(found ?? NOTHING),
    memory: async () => extensionMemory(activeOf(await find())),
    hooks: async () => {
      await find();
      return hooks;
    },
    /** Discards the extensions found, so that the next caller reads them again. */
    refresh() {
      found = undefined;
      opened?.refresh();
    },
    /** Remembers the result of an update check, for the view. */
    noteUpdates(checks: readonly { readonly name: string; readonly isOutdated: boolean }[]) {
      for (const { name, isOutdated } of checks) {
        if (isOutdated) outdated.add(name);
        else outdated.delete(name);
      }
    },
    section: sectionOf(find, outdated),
  };
}

export type WindowExtensions = ReturnType<typeof createWindowExtensions>;

/** The key under which an extension's secret is stored. */
export function secretKey(extension: string, envVar: string): string {
  return `pollux.extension.${extension}.${envVar}`;
}

function sectionOf(find: () => Promise<ExtensionsFound>, outdated: ReadonlySet<string>): ContextSection {
  return {
    id: 'extensions',
    label: l10n.t('Extensions'),
    icon: 'extensions',
    emptyText: l10n.t('No extensions of Gemini CLI are installed.'),
    async entries() {
      const { extensionEntries } = await import('./extensionEntries');
      return extensionEntries(await find(), outdated);
    },
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
