import { access, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Check } from '../../shared/check';
import { codeOf } from '../files/fileErrors';

export interface Folders {
  /** Contains `.gemini` and `.pollux`. */
  readonly home: string;
  readonly workspace: readonly string[];
}

/** Checks whether Pollux can access the directories that it reads and writes. */
export async function checkFolders({ home, workspace }: Folders): Promise<readonly Check[]> {
  return Promise.all([
    ...workspace.map(folder => checkWorkspace(folder)),
    checkSettings(join(home, '.gemini')),
    checkStorage(l10n.t('Chats and checkpoints'), join(home, '.pollux')),
    checkStorage(l10n.t('Temporary folder'), tmpdir()),
  ]);
}

/** Checks without writing, because file watchers would notice. */
async function checkWorkspace(folder: string): Promise<Check> {
  const name = l10n.t('Folder');
  if (!(await may(folder, constants.R_OK | constants.X_OK))) {
    return {
      name,
      status: 'failed',
      detail: folder,
      remedy: l10n.t('You don’t have permission to read it. Open another folder.'),
    };
  }
  if (await may(folder, constants.W_OK)) return { name, status: 'ok', detail: folder };
  const detail = l10n.t('{0} (read-only)', folder);
  return { name, status: 'warning', detail, remedy: l10n.t('Its files are read-only.') };
}

async function checkSettings(folder: string): Promise<Check> {
  const name = l10n.t('Settings of Gemini CLI');
  const found = await stat(folder).catch((error: unknown) => codeOf(error));
  if (found === 'ENOENT') return { name, status: 'ok', detail: l10n.t('none: {0} doesn’t exist', folder) };
  if (typeof found !== 'string' && found.isDirectory() && (await may(folder, constants.R_OK | constants.X_OK)))
    return { name, status: 'ok', detail: folder };
  const remedy = l10n.t('Make the folder readable: settings, memory and sign-ins are there.');
  return { name, status: 'failed', detail: l10n.t('{0} can’t be read', folder), remedy };
}

/** Writes a test file, because permissions alone don't reveal a full or read-only disk. */
async function checkStorage(name: string, folder: string): Promise<Check> {
  const file = join(folder, `.pollux-check-${process.pid}-${performance.now()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, 'ok', { flag: 'wx', mode: 0o600 });
    await rm(file);
    return { name, status: 'ok', detail: folder };
  } catch (error) {
    const detail = l10n.t('{0} can’t be written: {1}', folder, codeOf(error) || String(error));
    return { name, status: 'failed', detail, remedy: l10n.t('Free up space, and check that you can write there.') };
  }
}

function may(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
