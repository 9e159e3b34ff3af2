import type { Checkpoint } from '../../agent/ports/checkpoints';
import { FOLDER_ID } from './entries';

/** A session's file of records. */
export interface Records {
  readonly name: string;
  readonly checkpoints: readonly Checkpoint[];
}

/** The contents that a checkpoint refers to. */
export function idsOf({ changes }: Checkpoint): string[] {
  return changes
    .flatMap(({ before, after }) => [before, after])
    .flatMap(state => (state && state.id !== FOLDER_ID ? [state.id] : []));
}

/** When a session last changed anything. */
export function lastChange({ checkpoints }: Records): number {
  return checkpoints.at(-1)?.at ?? 0;
}

/** The contents that records refer to, with the number of references. */
export function neededBy(records: readonly Records[]): Map<string, number> {
  const needed = new Map<string, number>();
  for (const id of records.flatMap(({ checkpoints }) => checkpoints.flatMap(idsOf))) {
    needed.set(id, (needed.get(id) ?? 0) + 1);
  }
  return needed;
}
