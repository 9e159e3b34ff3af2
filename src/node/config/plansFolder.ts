import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { codeOf } from '../files/fileErrors';
import { readPlainFileSync } from '../files/readPlainFile';
import { realSoFar } from '../files/realSoFar';
import { slugsIn } from '../sessions/geminiRecordings';
import { settingPath } from './settingsFiles';

export interface PlansOptions {
  readonly home: string;
  /** The first workspace folder; without one, there are no plans. */
  readonly folder: string | undefined;
  /** The folder that the settings name; empty: none. */
  readonly directory: string;
  /** False: there are no plans, as plan mode is off. */
  readonly isEnabled: boolean;
}

/** Where plan mode may write Markdown files: in the folder of the settings, or else `outside`, absolute and free of links. */
export interface Plans {
  readonly directory: string;
  readonly outside?: string;
}

/** Unless the settings name a folder of the project, plans are where Gemini CLI has them: `~/.gemini/tmp/NAME/plans`. */
export function plansOf({ home, folder, directory, isEnabled }: PlansOptions): Plans {
  if (!isEnabled) return { directory: '' };
  if (folder === undefined || directory !== '') return { directory };
  const root = realSoFar(join(home, '.gemini'));
  const name = namesIn(join(root, 'projects.json'))[folder] ?? createHash('sha256').update(folder).digest('hex');
  return { directory, outside: realSoFar(join(root, 'tmp', name, 'plans')) };
}

/** The absolute path of that folder; undefined if there is none. */
export function plansFolderOf(options: PlansOptions): string | undefined {
  const { directory, outside } = plansOf(options);
  if (outside !== undefined) return outside;
  return directory === '' || options.folder === undefined ? undefined : settingPath(directory, options.folder);
}

/** Without Gemini CLI's list of names, or with one that can't be read, a folder has the name that needs no list. */
function namesIn(file: string): Readonly<Record<string, string>> {
  try {
    return slugsIn(readPlainFileSync(file));
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return {};
  }
}
