/** The levels of `~/.gemini/trustedFolders.json`, a map from folders to levels. */
type TrustLevel = 'TRUST_FOLDER' | 'TRUST_PARENT' | 'DO_NOT_TRUST';

/** A configuration file that can't be used; the message names the file. */
export class ConfigurationError extends Error {}

/**
 * Whether `folder` is trusted by the file's `text` (null: there is no such file). The longest matching entry decides;
 * TRUST_PARENT trusts the folder above the one it names. Paths are absolute. Throws `ConfigurationError`.
 */
export function isTrustedFolder(folder: string, text: string | null, file: string): boolean {
  const matching = Object.entries(text === null ? {} : parse(text, file))
    .map(([path, level]) => ({ path: level === 'TRUST_PARENT' ? parentOf(path) : path, level }))
    .filter(({ path }) => isWithin(folder, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return matching !== undefined && matching.level !== 'DO_NOT_TRUST';
}

function parse(text: string, file: string): Record<string, TrustLevel> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, TrustLevel>;
  } catch (error) {
    throw new ConfigurationError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new ConfigurationError(`${file}: must be an object of folders and trust levels.`);
}

function isWithin(folder: string, path: string): boolean {
  const normal = (text: string) => `${text.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  return normal(folder).startsWith(normal(path));
}

function parentOf(path: string): string {
  return path.replace(/[\\/]+$/, '').replace(/[\\/][^\\/]*$/, '') || '/';
}
