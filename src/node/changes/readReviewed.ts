import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Workspace } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { unlessCode } from '../files/fileErrors';
import { decodeText } from '../files/textEncoding';

/** The prefix of the mark that represents a file that isn't text; no text begins with it. */
export const BINARY = '\0binary:';

/** A file's text as the user sees it; null: no such regular file. If it isn't text, a mark that is equal for equal bytes. */
export async function readReviewed(
  workspace: Pick<Workspace, 'resolve' | 'readText'>,
  file: string,
): Promise<string | null> {
  try {
    return (await workspace.readText(await workspace.resolve(file))).text;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.type === 'file_not_found') return null;
    return unlessCode(readBinary(file), ['ENOENT', 'ENOTDIR'], null);
  }
}

/** Null: it isn't a regular file. A read of a pipe might never come to its end. */
async function readBinary(file: string): Promise<string | null> {
  return (await stat(file)).isFile() ? textForReview(await readFile(file)) : null;
}

export function textForReview(bytes: Buffer): string {
  return decodeText(bytes)?.text ?? BINARY + createHash('sha256').update(bytes).digest('hex');
}
