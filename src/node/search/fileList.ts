import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles, SKIPPED } from './listFiles';
import { streamRecords } from './streamRecords';

/** A longer list wouldn't help a user who is typing a name. */
const MAX_FILES = 500_000;

/**
 * Lists every file below a folder that no ignore file excludes, as POSIX paths, with ripgrep. Without ripgrep, walks
 * the directories instead and ignores the ignore files. `files` is filled meanwhile.
 */
export async function listAllFiles(
  folder: string,
  ripgrep: string | null,
  signal: AbortSignal,
  files: string[] = [],
): Promise<string[]> {
  if (ripgrep !== null) {
    const gemini = join(folder, '.geminiignore');
    const hasGemini = await access(gemini).then(
      () => true,
      () => false,
    );
    const skip = [...SKIPPED].map(name => `--glob=!${name}`);
    const ignore = hasGemini ? [`--ignore-file=${gemini}`] : [];
    const args = [
      '--files',
      '--null',
      '--no-config',
      '--hidden',
      '--no-messages',
      '--no-require-git',
      ...skip,
      ...ignore,
      '--',
      './',
    ];
    const end = await streamRecords({ file: ripgrep, args, cwd: folder, separator: '\0', signal }, file => {
      files.push(file.replaceAll('\\', '/').replace(/^\.\//, ''));
      return files.length < MAX_FILES;
    });
    if (end !== null) return files;
  }
  await listFiles({ base: folder, skip: SKIPPED }, file => files.length < MAX_FILES && files.push(file), signal);
  return files;
}
