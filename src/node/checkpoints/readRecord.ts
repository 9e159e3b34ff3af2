import type { Checkpoint } from '../../agent/ports/checkpoints';
import { isCheckpoint } from '../recordShapes';

/** Parses a line of the records. Undefined if it is invalid, for example cut by a crash: its change can't be undone. */
export function readRecord(line: string): Checkpoint | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isCheckpoint(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
