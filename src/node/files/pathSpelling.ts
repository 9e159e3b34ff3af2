import { ToolError } from '../../shared/errors';

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * Throws `ToolError` `path_not_in_workspace` for spellings that don't mean a file below a folder: NUL, network and
 * device paths and, on Windows, streams, drive-relative paths and names that Windows rewrites.
 */
export function checkSpelling(given: string, platform: NodeJS.Platform, allowNetwork = false): void {
  const problem = problemWith(given, platform, allowNetwork);
  if (problem) throw new ToolError('path_not_in_workspace', `Path refused, ${problem}: ${JSON.stringify(given)}`);
}

function problemWith(given: string, platform: NodeJS.Platform, allowNetwork: boolean): string | null {
  if (given.includes('\0')) return 'it contains a NUL character';
  const isWindows = platform === 'win32';
  if (/^[\\/]{2}[?.](?:[\\/]|$)/.test(given) && (isWindows || given.startsWith('\\'))) return 'it is a device path';
  if ((given.startsWith('\\\\') || (isWindows && given.startsWith('//'))) && !allowNetwork)
    return 'it is a network path';
  return isWindows ? windowsProblem(given) : null;
}

function windowsProblem(given: string): string | null {
  const drive = /^[a-z]:/i.test(given);
  if (drive && !/^[\\/]/.test(given.slice(2))) return 'it is relative to a drive';
  for (const segment of given.slice(drive ? 2 : 0).split(/[\\/]/)) {
    if (segment.includes(':')) return 'it names a stream';
    if (DEVICE.test(segment.split('.', 1)[0]?.trimEnd() ?? '')) return 'it names a device';
    if (/[. ]$/.test(segment) && segment !== '.' && segment !== '..') return 'a name ends in a dot or a blank';
  }
  return null;
}
