import type { SearchRequest } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';

export interface LineMatch {
  readonly line: number;
  readonly text: string;
}

/** Finds the matching lines of a text. May run forever: call it inside `timeBoxed`. */
export type Scan = (text: string) => LineMatch[];

/** Throws `ToolError` `grep_execution_error` for an invalid regular expression. */
export function compileScan(request: Pick<SearchRequest, 'pattern' | 'isLiteral' | 'isCaseSensitive'>): Scan {
  const source = request.isLiteral ? request.pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : request.pattern;
  // The only inline flag that models use; JavaScript doesn't support it.
  const isInline = !request.isLiteral && source.startsWith('(?i)');
  const flags = request.isCaseSensitive && !isInline ? '' : 'i';
  const body = isInline ? source.slice(4) : source;
  const line = compile(body, flags);
  // Testing the whole text first often avoids splitting it; only patterns with `(?` could match differently in it.
  const whole = body.includes('(?') ? null : compile(body, `${flags}m`);
  return text => (whole && !whole.test(text) ? [] : matchingLines(text, line));
}

function matchingLines(text: string, pattern: RegExp): LineMatch[] {
  return splitLines(text).flatMap((line, at) => (pattern.test(line) ? [{ line: at + 1, text: line }] : []));
}

/** The lines without their line breaks. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** For some patterns of more than about 20,000 characters, the engine ends the whole process instead of throwing. */
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
