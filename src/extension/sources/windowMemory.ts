import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { MemoryScope } from '../../agent/ports/workspace';
import { memoryNameOf, memorySettingsOf } from '../../config/settingsByPurpose';
import { memoryFamiliesOf } from '../../config/settings';
import type { ExtensionMemory, MemoryFile } from '../../context/memory/memoryFile';
import { lazyMemory } from '../../context/memory/lazyMemory';
import { createLeftOutMemory } from '../../node/config/leftOutMemory';
import { MEMORY_DISK } from '../../node/config/memoryDisk';
import { projectNotes } from '../../node/config/projectNotes';
import { createSystemTemplate } from '../../node/config/systemTemplate';
import { once } from '../../node/once';
import type { ContextSection } from '../../vscode/views/contextTree';
import { watchMarkdown } from '../../vscode/documents/watchMarkdown';
import { installedFiles } from '../../vscode/installedFiles';
import { SettingsNotices } from '../../vscode/settingsNotices';
import type { SourceOptions } from './sourceOptions';

export interface WindowMemoryOptions extends SourceOptions {
  /** The memory files of enabled extensions. */
  readonly extensions?: () => Promise<readonly ExtensionMemory[]>;
  /** Called when something that the view shows has changed. */
  readonly onChange: () => void;
  /** Disposes of something with the window. */
  readonly keep: (part: { dispose(): unknown }) => unknown;
}

/** The memory of a window's chats. No file is looked for before the first prompt. */
export function createWindowMemory({
  home,
  folders,
  isTrusted,
  configuration,
  settings,
  extensions,
  onChange,
  keep,
  log,
}: WindowMemoryOptions) {
  const notices = { beginning: new SettingsNotices(log, 'memory'), near: new SettingsNotices(log, 'memory') };
  const leftOut = createLeftOutMemory(log, home);
  /** Memory files near the files that tools have read, by path. */
  const near = new Map<string, MemoryFile>();
  /** A summary of the files and problems found last, to notice changes. */
  let shown: string | undefined;
  // Not before the view is shown. Chats look for changes themselves with each prompt.
  const watch = once(async () => keep(watchMarkdown(onChange)));
  const name = () => memoryNameOf(configuration.settings);
  const project = once(async () => {
    const { ProjectMemory } = await import('../../context/memory/projectMemory');
    return new ProjectMemory({
      disk: MEMORY_DISK,
      homes: async () => {
        const [base] = folders();
        const counting = isTrusted() ? folders() : [];
        const notes = await projectNotes(home, counting);
        return { home, folders: counting, notes, ...(base !== undefined && { base }) };
      },
      settings: () => ({ ...memorySettingsOf(configuration.settings), families: memoryFamiliesOf(settings()) }),
      ...(extensions && { extensions }),
      installed: () => installedFiles('chatInstructions'),
      leftOut: () => leftOut.read(),
      onFound: ({ files, problems }) => {
        void notices.beginning.tell(problems);
        const seen = JSON.stringify([files.map(({ path, text }) => [path, text.length]), problems]);
        // The view searches as well, and its search must not refresh the view again.
        const isNew = shown !== undefined && shown !== seen;
        shown = seen;
        if (isNew) onChange();
      },
      onNear: ({ files, problems }) => {
        if (problems.length > 0) void notices.near.tell(problems);
        const isNew = files.some(file => near.get(file.path)?.text !== file.text);
        for (const file of files) near.set(file.path, file);
        if (isNew) onChange();
      },
      reportBug: (message, error) => log.error(message, error),
    });
  });
  return {
    memory: lazyMemory(project),
    systemTemplate: createSystemTemplate({
      variables: () => configuration.variables,
      folder: () => folders()[0],
      isTrusted,
      log,
    }),
    project,
    home,
    folders,
    isTrusted,
    name,
    /** The file to add a memory to; null: there is none. */
    target: (scope: MemoryScope): string | null => {
      if (scope === 'global') return join(home, '.gemini', name());
      const [folder] = folders();
      return folder === undefined ? null : join(folder, name());
    },
    setLeftOut: (path: string, isLeftOut: boolean): void => {
      leftOut.set(path, isLeftOut);
      near.delete(path);
      shown = undefined; // the refreshed view lists what is found next
      onChange();
    },
    section: {
      id: 'memory',
      label: l10n.t('Memory'),
      icon: 'book',
      emptyText: l10n.t('No memory files were found.'),
      async entries() {
        void watch();
        const { memoryEntries } = await import('./memoryEntries');
        return memoryEntries(await (await project()).files(), [...near.values()], folders(), home);
      },
    } satisfies ContextSection,
  };
}

export type WindowMemory = ReturnType<typeof createWindowMemory>;
