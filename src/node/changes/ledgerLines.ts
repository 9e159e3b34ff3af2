import { isDecidedLine, isFileLine } from '../recordShapes';
import type { FileLine, DecidedLine } from './ledgerLine';

/** Null for a line about something else, or one that was cut. */
export function readFileLine(line: string): FileLine | null {
  const read = parsed(line);
  return isFileLine(read) ? read : null;
}

/** Null for a line about something else, or one that was cut. */
export function readDecidedLine(line: string): DecidedLine | null {
  const read = parsed(line);
  return isDecidedLine(read) ? read : null;
}

/** Null for what is no JSON. */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
