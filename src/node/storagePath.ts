import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The directory for a folder's data: below the home directory, outside the folder and Gemini CLI's files. */
export function storagePath(home: string, what: 'sessions' | 'checkpoints' | 'changes', folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return join(home, '.pollux', what, name);
}
