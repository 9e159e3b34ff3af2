import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isJsonObject } from '../shared/jsonObject';

/** The levels in `~/.gemini/trustedFolders.json`, which maps folders to levels. */
const LEVELS = ['TRUST_FOLDER', 'TRUST_PARENT', 'DO_NOT_TRUST'] as const;
type TrustLevel = (typeof LEVELS)[number];

/** A configuration file that can't be used. The message names the file. */
export class ConfigurationError extends Error {}

/**
 * Whether the file's `text` (null: no such file) trusts `folder`. The longest matching entry decides; of several for
 * the same folder, one that doesn't trust it. TRUST_PARENT trusts the parent of the folder it names. Paths are
 * absolute; `realPath` resolves symbolic links. Throws `ConfigurationError`.
 */
export function isTrustedFolder(
  folder: string,
  text: string | null,
  file: string,
  realPath: (path: string) => string = path => path,
): boolean {
  const real = realPath(folder);
  const matching = (text === null ? [] : readEntries(text, file))
    .map(({ path, level }) => ({ path: realPath(level === 'TRUST_PARENT' ? parentOf(path) : path), level }))
    .filter(({ path }) => isWithin(real, path));
  const longest = Math.max(...matching.map(({ path }) => withoutEnd(path).length));
  const deciding = matching.filter(({ path }) => withoutEnd(path).length === longest);
  return deciding.length > 0 && deciding.every(({ level }) => level !== 'DO_NOT_TRUST');
}

function readEntries(text: string, file: string): { path: string; level: TrustLevel }[] {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) throw new ConfigurationError(`${file}: ${printParseErrorCode(error.error)} at character ${error.offset}`);
  if (!isJsonObject(value)) throw new ConfigurationError(`${file}: must be an object of folders and trust levels.`);
  return Object.entries(value).map(([path, found]) => {
    const level = LEVELS.find(each => each === found);
    if (level) return { path, level };
    throw new ConfigurationError(`${file}: the level of "${path}" must be one of ${LEVELS.join(', ')}.`);
  });
}

function isWithin(folder: string, path: string): boolean {
  return `${withoutEnd(folder)}/`.startsWith(`${withoutEnd(path)}/`);
}

/** With `/` as separator, and without one at the end. */
function withoutEnd(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '');
}

function parentOf(path: string): string {
  return path.replace(/[\\/]+$/, '').replace(/[\\/][^\\/]*$/, '') || '/';
}
