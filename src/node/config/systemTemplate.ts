import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SystemTemplate } from '../../agent/ports/systemTemplate';
import type { Log } from '../../agent/ports/log';
import { unlessCode } from '../files/fileErrors';
import { readPlainFile } from '../files/readPlainFile';
import { realSoFar } from '../files/realSoFar';
import { settingPath } from './settingsFiles';
import { leadsOut } from './skillFiles';
import { messageOf } from '../../shared/messageOf';

export interface SystemTemplateOptions {
  /** The user's own variables; a project's `.env` can't set any of them. */
  readonly variables: () => Readonly<Record<string, string | undefined>>;
  readonly folder: () => string | undefined;
  readonly isTrusted: () => boolean;
  readonly log: Log;
}

/** More than anyone has written. */
const MAX_CHARACTERS = 1_000_000;

/** `GEMINI_SYSTEM_MD` and `GEMINI_WRITE_SYSTEM_MD`: a path, or `true` for the folder's `.gemini/system.md`. */
export function createSystemTemplate({ variables, folder, isTrusted, log }: SystemTemplateOptions): SystemTemplate {
  const place = (name: string) => placeOf(variables()[name], folder());
  return {
    async read() {
      const found = place('GEMINI_SYSTEM_MD');
      if (!found) return undefined;
      const { file, isProjects } = found;
      if (isProjects && !isTrusted()) {
        log.warn(`GEMINI_SYSTEM_MD: ${file} is not used, because the folder isn't trusted.`);
        return undefined;
      }
      const problem = isProjects ? await leadsOut(folder(), file) : undefined;
      if (problem !== undefined) throw new Error(`GEMINI_SYSTEM_MD: ${file} can't be read: ${problem}`);
      const text = await readPlainFile(file).catch((error: unknown) => {
        throw new Error(`GEMINI_SYSTEM_MD: ${file} can't be read: ${messageOf(error)}`);
      });
      if (text.length > MAX_CHARACTERS) throw new Error(`GEMINI_SYSTEM_MD: ${file} is too large.`);
      return text.replace(/^\uFEFF/, '');
    },
    async write(text) {
      const found = place('GEMINI_WRITE_SYSTEM_MD');
      if (!found) return;
      try {
        if (found.isProjects) await refuseLink(found.file);
        await mkdir(dirname(found.file), { recursive: true });
        await writeFile(found.file, text);
      } catch (error) {
        log.error(`GEMINI_WRITE_SYSTEM_MD: ${found.file} could not be written`, error);
      }
    },
  };
}

/** Throws if a project's file is none, or is reached through a link: it could overwrite a file of the user's. */
async function refuseLink(file: string): Promise<void> {
  const stats = await unlessCode(lstat(file), ['ENOENT'], null);
  const directory = dirname(file);
  if (stats?.isFile() === false) throw new Error('It is a link, or not a file.');
  if (realSoFar(directory) !== join(realSoFar(dirname(directory)), '.gemini')) throw new Error('It is behind a link.');
}

function placeOf(value: string | undefined, folder: string | undefined): { file: string; isProjects: boolean } | null {
  const text = value?.trim() ?? '';
  if (text === '' || /^(?:false|0)$/i.test(text)) return null;
  if (/^(?:true|1)$/i.test(text)) {
    return folder === undefined ? null : { file: join(folder, '.gemini', 'system.md'), isProjects: true };
  }
  return { file: settingPath(text, folder ?? process.cwd()), isProjects: false };
}
