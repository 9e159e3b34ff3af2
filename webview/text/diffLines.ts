/** A line of a unified diff; `old` and `new` are its 1-based numbers in the two files. */
export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'note';
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
}

/** One hunk of changes. */
export interface Hunk {
  readonly firstLine: number;
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
}

/** Parses a unified diff without file headers; lines before the first `@@` form a hunk that starts at line 1. */
export function hunksOf(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let lines: DiffLine[] = [];
  let oldLine = 1;
  let newLine = 1;
  let firstLine = 1;
  const end = () => {
    if (lines.length === 0) return;
    const count = (kind: DiffLine['kind']) => lines.filter(line => line.kind === kind).length;
    hunks.push({ firstLine, lines, added: count('added'), removed: count('removed') });
    lines = [];
  };
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (head) {
      end();
      oldLine = Number(head[1]);
      newLine = firstLine = Number(head[2]);
    } else if (line.startsWith('+')) {
      lines.push({ kind: 'added', text: line.slice(1), new: newLine++ });
    } else if (line.startsWith('-')) {
      lines.push({ kind: 'removed', text: line.slice(1), old: oldLine++ });
    } else if (line.startsWith('\\')) {
      lines.push({ kind: 'note', text: line.slice(1).trim() });
    } else if (line !== '' || lines.length > 0) {
      lines.push({ kind: 'same', text: line.slice(1), old: oldLine++, new: newLine++ });
    }
  }
  end();
  return hunks;
}
