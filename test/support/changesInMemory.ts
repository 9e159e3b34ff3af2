import assert from 'node:assert/strict';
import { splitLines } from '../../src/agent/changes/lineEdits';
import { TrackedChanges } from '../../src/agent/changes/trackedChanges';
import type { FileChanges, TextChange } from '../../src/agent/ports/changes';
import { testRestores } from './restoring';

/** What a window knows of its files and stores of them. */
export class ChangesInMemory {
  readonly changes: TrackedChanges;

  constructor(
    readonly disk: Map<string, string>,
    newId: () => string,
    readonly stored = new Map<string, FileChanges>(),
    readonly lost = new Map<string, FileChanges>(),
    readonly proposed = new Map<string, FileChanges>(),
  ) {
    const set = (map: Map<string, FileChanges>, key: string, state: FileChanges | null | undefined) => {
      if (state) map.set(key, state);
      else map.delete(key);
    };
    this.changes = new TrackedChanges({
      restores: testRestores({ folders: () => ['/w'] }),
      newId,
      files: {
        read: async file => disk.get(file) ?? null,
        write: async ({ file, before, after }) => {
          assert.equal(disk.get(file) ?? null, before, 'a decision knows what the file holds');
          this.put(file, after);
          return after;
        },
      },
      onChange: files => {
        for (const file of files) set(stored, file, this.changes.stateOf(file));
      },
      onDecision: () => undefined,
      onLost: (key, state) => set(lost, key, state),
      onProposed: (key, state) => set(proposed, key, state),
      reportBug: (message, error) => {
        throw new Error(message, { cause: error });
      },
    });
    for (const [key, state] of [...proposed]) this.changes.proposed.restore(key, state);
    for (const [key, state] of [...lost]) this.changes.restoreLost(key, state);
  }

  put(file: string, text: string | null): void {
    if (text === null) this.disk.delete(file);
    else this.disk.set(file, text);
  }
}

/** Where an editor says that offset of a text is. */
export function positionOf(text: string, offset: number): TextChange['start'] {
  const before = splitLines(text.slice(0, offset));
  const last = before.at(-1) ?? '';
  // Between the two characters of a line ending there is no place in an editor: it stands before both.
  if (text[offset] === '\n' && last.endsWith('\r'))
    return { line: before.length - 1, character: withoutEnding(last).length };
  return /[\r\n]$/.test(last)
    ? { line: before.length, character: 0 }
    : { line: Math.max(0, before.length - 1), character: last.length };
}

export function withoutEnding(line: string): string {
  return line.replace(/[\r\n]+$/, '');
}
