import { open, readFile, stat, utimes } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ToolError } from '../shared/errors';
import { replaceText } from './documentEdits';
import { hasMixedEndings, restoreEndings } from './lines';
import { writeFailure } from './writability';

/**
 * Makes a document without unsaved changes, and with it `file`, hold `after` instead of `before`; gives the text that the
 * file then holds, which a formatter may have changed. Throws `BaselineChanged`, or the `ToolError` of
 * `FileWriter.write` after both have been put back as they were.
 */
export async function changeAndSave(
  document: vscode.TextDocument,
  file: string,
  before: string,
  after: string,
): Promise<string> {
  const bytes = await readFile(file);
  await replaceText(document, before, after);
  try {
    if (!(await save(document, file, bytes))) throw new Error('The editor could not save it');
    const isMixed = hasMixedEndings(before) || hasMixedEndings(after);
    const [text, wanted] = await wantedContent(document, isMixed ? after : null);
    if (isMixed) await overwrite(file, wanted);
    await refuseCutShort(file, wanted);
    await refuseUnsaved(file, bytes, wanted);
    return text;
  } catch (error) {
    await putBack(document, file, { before, after, bytes });
    throw writeFailure(file, error);
  }
}

/** Throws if the file holds only the beginning of `bytes`: a full disk makes a short file, and the editor says nothing. */
export async function refuseCutShort(file: string, bytes: Uint8Array): Promise<void> {
  const written = await readFile(file);
  if (written.equals(bytes) || !isBeginning(written, bytes)) return;
  throw new ToolError('no_space_left', `No space left on the device: ${file}`);
}

/** Throws if the file is what it was before: an editor that says it has saved may have been too late to. */
async function refuseUnsaved(file: string, before: Uint8Array, wanted: Uint8Array): Promise<void> {
  const there = await readFile(file);
  if (there.equals(before) && !there.equals(wanted)) throw new Error('The editor could not save it');
}

/**
 * The editor refuses to save over what it takes for somebody else's change, by time and size. It may just not have noticed
 * that only line endings changed; an old time tells it that the file, if it holds `bytes`, may be written.
 */
async function save(document: vscode.TextDocument, file: string, bytes: Uint8Array): Promise<boolean> {
  if (await document.save()) return true;
  if (!(await readFile(file)).equals(bytes)) return false;
  const { atime, mtime } = await stat(file);
  await utimes(file, atime, 0);
  if (await document.save()) return true;
  await utimes(file, atime, mtime);
  return false;
}

/**
 * What the file should hold now that the document is saved. An editor makes mixed line endings alike; the lines get those
 * of `endings` back, and the document is the same as far as the editor can tell, so undo still works.
 */
async function wantedContent(document: vscode.TextDocument, endings: string | null): Promise<[string, Uint8Array]> {
  const text = endings === null ? document.getText() : restoreEndings(endings, document.getText());
  return [text, await vscode.workspace.encode(text, { encoding: document.encoding })];
}

/** After a failure. What somebody else has written meanwhile stays. */
async function putBack(
  document: vscode.TextDocument,
  file: string,
  { before, after, bytes }: { before: string; after: string; bytes: Uint8Array },
): Promise<void> {
  try {
    const [[, saved], [, mixed]] = await Promise.all([wantedContent(document, null), wantedContent(document, after)]);
    // It may be what the editor has read anew meanwhile.
    await replaceText(document, null, before);
    const there = await readFile(file);
    if (!there.equals(bytes) && !isBeginning(there, saved) && !isBeginning(there, mixed)) return;
    // Saving the old text is what makes the editor take the document for unchanged; it may be as impossible.
    await save(document, file, there);
    await overwrite(file, bytes);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** Keeps the time, by which the editor would take the file for changed by somebody else and refuse the next save. */
async function overwrite(file: string, bytes: Uint8Array): Promise<void> {
  const old = await readFile(file);
  if (old.equals(bytes)) return;
  const { atime, mtime } = await stat(file);
  try {
    await writeInPlace(file, bytes);
  } catch (error) {
    await writeInPlace(file, old);
    throw error;
  } finally {
    await utimes(file, atime, mtime);
  }
}

/** Does not empty the file first, which the editor would see. */
async function writeInPlace(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.writeFile(bytes);
    await handle.truncate(bytes.length);
  } finally {
    await handle.close();
  }
}

function isBeginning(part: Buffer, whole: Uint8Array): boolean {
  return part.length <= whole.length && part.equals(whole.subarray(0, part.length));
}
