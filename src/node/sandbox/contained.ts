import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Files that Docker and Podman put into every container, in directories where only root can write. */
const MARKS = ['/.dockerenv', '/run/.containerenv'];

/** Whether this process really runs in a container or, on macOS, in a sandbox that protects the home folder. */
export function isContained(): boolean {
  return process.platform === 'darwin' ? !canWriteIn(homedir()) : MARKS.some(mark => existsSync(mark));
}

function canWriteIn(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.pollux-')));
    return true;
  } catch {
    return false;
  }
}
