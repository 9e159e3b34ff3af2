import type { SearchRequest } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';

export interface LineMatch {
  readonly line: number;
  readonly text: string;
}

/** Finds the lines of a text that a search asks for. May take for ever: call it in a `timeBoxed` portion. */
export type Scan = (text: string) => LineMatch[];

/** Throws `ToolError` `grep_execution_error` for a pattern that is no regular expression. */
export function compileScan(request: Pick<SearchRequest, 'pattern' | 'isLiteral' | 'isCaseSensitive'>): Scan {
  const source = request.isLiteral ? request.pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : request.pattern;
  // The one inline flag that models use, which JavaScript does not know.
  const isInline = !request.isLiteral && source.startsWith('(?i)');
  const flags = request.isCaseSensitive && !isInline ? '' : 'i';
  const body = isInline ? source.slice(4) : source;
  const line = compile(body, flags);
  // Looking over the whole text first saves splitting it; only assertions could see more there than in a line.
  const whole = body.includes('(?') ? null : compile(body, `${flags}m`);
  return text => (whole && !whole.test(text) ? [] : matchingLines(text, line));
}

function matchingLines(text: string, pattern: RegExp): LineMatch[] {
  return splitLines(text).flatMap((line, at) => (pattern.test(line) ? [{ line: at + 1, text: line }] : []));
}

/** The lines without their endings. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The engine ends the whole process, rather than throw, over some patterns of more than about twenty thousand. */
const MAX_LENGTH = 5000;

function compile(source: string, flags: string): RegExp {
  if (source.length > MAX_LENGTH) {
    throw new ToolError('grep_execution_error', `The pattern is longer than ${MAX_LENGTH} characters. Shorten it.`);
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new ToolError('grep_execution_error', `Invalid regular expression: ${messageOf(error)}`);
  }
}
