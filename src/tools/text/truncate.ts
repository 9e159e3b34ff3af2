import { end, start } from '../../shared/cutText';

/** Shortens a line for display. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${start(text, max - 1)}…`;
}

/** Cuts a line for the model and marks the cut. */
export function cutLine(line: string, max: number): string {
  return line.length <= max ? line : `${start(line, max)}... [truncated]`;
}

/** The first fifth and the last four fifths of `max` characters, with a note of how much is missing between them. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = start(text, Math.floor(max / 5));
  const tail = end(text, max - Math.floor(max / 5));
  const missing = text.length - head.length - tail.length;
  return `${head}\n\n... [${missing} characters omitted] ...\n\n${tail}`;
}
