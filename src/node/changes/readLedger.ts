import { isDecidedLine, isFileLine, isKnowsLine, isToldLine } from '../recordShapes';
import type { FileLine, KnowsLine, StoredDecision } from './ledgerLine';
import { parsed } from './ledgerLines';

/** What the lines of a ledger amount to. */
export interface LedgerContents {
  /** The last line of each file. */
  readonly files: ReadonlyMap<string, FileLine>;
  /** The decisions since there was last nothing to decide. */
  readonly reviewed: readonly StoredDecision[];
  /** By session: the decisions about its changes that its model has not been told of. */
  readonly untold: ReadonlyMap<string, readonly StoredDecision[]>;
  /** The last line of each session and file. */
  readonly known: readonly KnowsLine[];
}

/** Reads a whole ledger; other lines and truncated ones are skipped. */
export function readLedger(text: string): LedgerContents {
  const files = new Map<string, FileLine>();
  const open = new Set<string>();
  const reviewed = new Map<string, StoredDecision>();
  const untold = new Map<string, StoredDecision[]>();
  const known = new Map<string, KnowsLine>();
  // Earlier versions did not write what models know, nor what they were told.
  const sessions = new Set<string>();
  for (const line of text.split('\n')) {
    const read = line === '' ? null : parsed(line);
    if (isFileLine(read)) {
      files.set(read.file, read);
      if (!read.state?.hunks.length) open.delete(read.file);
      else {
        if (open.size === 0) reviewed.clear();
        open.add(read.file);
      }
    } else if (isDecidedLine(read)) {
      for (const each of read.decided) {
        reviewed.set(each.id, each);
        for (const { sessionId } of each.calls) {
          if (!sessions.has(sessionId)) continue;
          const others = untold.get(sessionId)?.filter(({ id }) => id !== each.id) ?? [];
          untold.set(sessionId, [...others, each]);
        }
      }
    } else if (isToldLine(read)) untold.delete(read.told);
    else if (isKnowsLine(read)) {
      const { sessionId, file } = read.knows;
      sessions.add(sessionId);
      known.set(`${sessionId}\0${file}`, read);
    }
  }
  return { files, reviewed: [...reviewed.values()], untold, known: [...known.values()] };
}

/** The lines that amount to the same; `live`: the lines of the files still under review. */
export function ledgerLines({ reviewed, untold, known }: LedgerContents, live: readonly FileLine[]): readonly object[] {
  const sessions = new Set(reviewed.flatMap(({ calls }) => calls.map(({ sessionId }) => sessionId)));
  return [
    ...known,
    ...live,
    { decided: reviewed },
    ...[...sessions].map(told => ({ told })),
    { decided: [...new Set([...untold.values()].flat())] },
  ];
}
