import { ToolError } from './errors';

const MAX_LENGTH = 2000;

/** Throws `ToolError` for a glob so long that the regular expression made from it could crash the whole process. */
export function refuseLongGlobs(globs: readonly string[]): void {
  const long = globs.find(glob => glob.length > MAX_LENGTH);
  if (long === undefined) return;
  throw new ToolError(
    'invalid_tool_params',
    `A glob may have ${MAX_LENGTH} characters at most, this has ${long.length}: ${long.slice(0, 40)}...`,
  );
}

/** Whether a shell would expand the text to file names if it is not quoted. */
export function isPattern(text: string): boolean {
  return /[*?[{]/.test(text);
}
