import { sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { ActiveExtension, InstalledFile } from '../../agent/ports/extensions';

/** The extension that a file comes from, of Gemini CLI or of VS Code, for the user. */
export function extensionOrigin(
  file: string,
  extensions: readonly Pick<ActiveExtension, 'name' | 'path'>[],
  installed: readonly Pick<InstalledFile, 'extension' | 'folder'>[],
): string {
  const isIn = (folder: string) => file.startsWith(`${folder}${sep}`);
  const own = extensions.find(({ path }) => isIn(path));
  if (own) return l10n.t('extension {0}', own.name);
  const theirs = installed.find(({ folder }) => isIn(folder));
  return theirs ? l10n.t('VS Code extension {0}', theirs.extension) : l10n.t('of an extension');
}
