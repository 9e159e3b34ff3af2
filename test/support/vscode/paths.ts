import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A path in the folder that tests may write to, which git ignores. */
export const out = (...names: string[]): string => join(root, 'out', ...names);

/** The user's cache folder: what costs minutes to install is kept there, for every checkout. */
export const userCache = (): string => process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
