import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles, SKIPPED } from './listFiles';
import { streamRecords } from './streamRecords';

/** A list that is longer is of no help to anybody who types. */
const MAX_FILES = 500_000;

/**
 * Every file below a folder that no ignore file excludes, as POSIX paths, from a process of its own. Without ripgrep the
 * folders are walked instead, and ignore files do not count.
 */
export async function listAllFiles(folder: string, ripgrep: string | null, signal: AbortSignal): Promise<string[]> {
  const files: string[] = [];
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
