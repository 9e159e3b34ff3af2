import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Workspace } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { unlessCode } from '../files/fileErrors';
import { decodeText } from '../files/textEncoding';

/** The prefix of the mark that represents a file that isn't text; no text begins with it. */
export const BINARY = '\0binary:';

/** A file's text as the user sees it; null: no such file. If it isn't text, a mark that is equal for equal bytes. */
export async function readReviewed(
  workspace: Pick<Workspace, 'resolve' | 'readText'>,
  file: string,
): Promise<string | null> {
  try {
    return (await workspace.readText(await workspace.resolve(file))).text;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.type === 'file_not_found') return null;
    const bytes = await unlessCode(readFile(file), ['ENOENT', 'ENOTDIR', 'EISDIR'], null);
    return bytes && textForReview(bytes);
  }
}

export function textForReview(bytes: Buffer): string {
  return decodeText(bytes)?.text ?? BINARY + createHash('sha256').update(bytes).digest('hex');
}
