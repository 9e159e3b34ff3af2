import { isDecidedLine, isFileLine } from '../recordShapes';
import type { FileLine, DecidedLine } from './ledgerLine';

/** Null for another kind of line, or a truncated one. */
export function readFileLine(line: string): FileLine | null {
  const read = parsed(line);
  return isFileLine(read) ? read : null;
}

/** Null for another kind of line, or a truncated one. */
export function readDecidedLine(line: string): DecidedLine | null {
  const read = parsed(line);
  return isDecidedLine(read) ? read : null;
}

/** Null if it isn't JSON. */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
