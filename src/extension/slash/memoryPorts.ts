import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { estimateText } from '../../agent/context/contextMeter';
import type { InitPorts } from '../../context/commands/actions/init';
import type { MemoryCommandPorts } from '../../context/commands/actions/memory';
import { changeMemoryFile } from '../../node/config/memoryWriting';
import { addMemory, plainFact } from '../../tools/text/memory';
import { shownPath } from '../sources/memoryEntries';
import type { WindowMemory } from '../sources/windowMemory';

/** What `/memory` needs from the window. */
export function memoryPorts({ project, target, folders, isTrusted, home }: WindowMemory): MemoryCommandPorts {
  return {
    files: async () => (await project()).files(),
    async remember(fact, scope) {
      const file = target(scope);
      if (file === null) throw new Error(l10n.t('No folder is open.'));
      if (scope === 'project' && !isTrusted())
        throw new Error(l10n.t('This folder isn’t trusted, so its memory isn’t read.'));
      await changeMemoryFile(file, text => addMemory(text, plainFact(fact)));
      return file;
    },
    tokens: estimateText,
    pathFor: path => shownPath(path, folders(), home),
  };
}

/** What `/init` needs from the window. */
export function initPorts({ target, name }: WindowMemory): InitPorts {
  return {
    name: () => (target('project') === null ? null : name()),
    exists: async file =>
      stat(join(dirname(target('project') ?? ''), file)).then(
        () => true,
        () => false,
      ),
  };
}
