import * as path from 'node:path';
import { findProgram, isProgram } from '../process/shell';

/** Where VS Code versions store their own ripgrep, most likely first. */
export function editorRipgrepPaths(appRoot: string): string[] {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const inside = [
    ['@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`, name],
    ['@vscode', 'ripgrep', 'bin', name],
    ['vscode-ripgrep', 'bin', name],
  ];
  const modules = ['node_modules', 'node_modules.asar.unpacked'];
  return modules.flatMap(folder => inside.map(parts => path.join(appRoot, folder, ...parts)));
}

/** The first candidate that is executable, otherwise the one in `searchPath`, otherwise null. */
export function findRipgrep(candidates: readonly string[], searchPath: string): string | null {
  return candidates.find(isProgram) ?? findProgram('rg', searchPath);
}
