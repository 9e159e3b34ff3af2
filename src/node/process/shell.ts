import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';

/** A program and the arguments before the command. */
export interface Shell {
  readonly file: string;
  readonly args: readonly string[];
}

/** The shell that commands are written for: bash, otherwise sh; PowerShell on Windows. */
export function defaultShell(searchPath = process.env.PATH ?? ''): Shell {
  if (process.platform === 'win32') {
    return { file: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-Command'] };
  }
  return { file: findProgram('bash', `/bin:/usr/bin:${searchPath}`) ?? '/bin/sh', args: ['-c'] };
}

/** The absolute path of a program in `searchPath`; null if it isn't found. */
export function findProgram(name: string, searchPath: string): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = searchPath.split(path.delimiter).filter(folder => path.isAbsolute(folder));
  return folders.map(folder => path.join(folder, file)).find(isProgram) ?? null;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
