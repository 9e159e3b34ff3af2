import type { Checkpoint } from '../../agent/ports/checkpoints';
import { isCheckpoint } from '../recordShapes';

/** A line of the records; undefined if it is none, like one that a crash cut: its change can't be taken back. */
export function readRecord(line: string): Checkpoint | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isCheckpoint(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
