import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileWriter } from '../../src/agent/ports/fileWriter';
import { BaselineChanged } from '../../src/shared/errors';
import { approve } from './approve';

/** A text of lines that begin with these names, each followed by how often it was edited. */
export function linesFor(names: readonly string[]): string {
  return names.map(name => `${name} 0\n`).join('between\n');
}

export function editsOf(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/**
 * Edits the line of that name until so many edits were reported done, while others edit other lines; an edit that is
 * refused is made from what the file then holds. Gives how many that were reported done were gone.
 */
export async function editLine(writer: FileWriter, file: string, name: string, edits: number): Promise<number> {
  let lost = 0;
  for (let done = 0, there = 0; done < edits;) {
    const before = await readFile(file, 'utf8');
    const now = editsOf(before, name);
    if (Number.isNaN(now)) continue; // VS Code empties a file before it writes the new text
    lost += there - now;
    there = now;
    const after = before.replace(`${name} ${there}\n`, `${name} ${there + 1}\n`);
    try {
      await writer.write(approve({ kind: 'edit', path: basename(file), file, before, after }));
      done++;
      there++;
    } catch (error) {
      if (!(error instanceof BaselineChanged)) throw error;
    }
  }
  return lost;
}
