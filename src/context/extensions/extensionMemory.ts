import type { ActiveExtension } from '../../agent/ports/extensions';
import type { ExtensionMemory } from '../memory/memoryFile';

/** The memory files of extensions. */
export function extensionMemory(extensions: readonly ActiveExtension[]): readonly ExtensionMemory[] {
  return extensions.flatMap(({ name, path: folder, contextFiles }) =>
    contextFiles.map(path => ({ extension: name, folder, path })),
  );
}
