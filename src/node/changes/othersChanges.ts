import type { ChangeSource, Decided, FileChanges } from '../../agent/ports/changes';
import type { OthersChanges } from './changeLedger';
import type { StoredDecision } from './ledgerLine';

interface Adopting {
  adopt(file: string, state: FileChanges | null): Promise<void>;
  heardOf(decided: readonly Decided[]): void;
}

/** Adopts what other windows and runs of the folder change and decide. */
export function othersChanges(changes: Adopting): OthersChanges {
  return {
    onFile: (file, state) => changes.adopt(file, state),
    onDecided: all => changes.heardOf(decidedOf(all)),
  };
}

/** Without the texts of the hunks, which stored decisions don't have. */
export function decidedOf(all: readonly StoredDecision[]): readonly Decided[] {
  return all.map(({ calls, ...each }) => ({ ...each, ...TEXTS, sources: calls.map(sourceOf) }));
}

const TEXTS = { base: '', text: '' };

function sourceOf(call: Pick<ChangeSource, 'sessionId' | 'callId'>): ChangeSource {
  return { ...call, turn: '', prompt: '', author: 'tool', title: '', at: 0 };
}
