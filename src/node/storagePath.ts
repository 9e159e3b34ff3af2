import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Where what belongs to a folder is: below the person's home, out of the folder and out of Gemini CLI's files. */
export function storagePath(home: string, what: 'sessions' | 'checkpoints' | 'changes', folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return join(home, '.pollux', what, name);
}
