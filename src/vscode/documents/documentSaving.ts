import { open, readFile, stat, utimes } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ToolError } from '../../shared/errors';
import { replaceText } from './documentEdits';
import { hasMixedEndings, restoreEndings } from '../review/lines';
import { withoutTab } from './withoutTab';
import { writeFailure } from './writability';

/**
 * Changes a document without unsaved changes, and its file, from `before` to `after`. Resolves with the file's
 * resulting text, which a formatter may have changed. Throws `BaselineChanged`, or the `ToolError` of
 * `FileWriter.write` after restoring both. Leaves no tab open that was not there.
 */
export async function changeAndSave(
  document: vscode.TextDocument,
  file: string,
  before: string,
  after: string,
): Promise<string> {
  return withoutTab(document, () => change(document, file, before, after));
}

async function change(document: vscode.TextDocument, file: string, before: string, after: string): Promise<string> {
  const bytes = await readFile(file);
  await replaceText(document, before, after);
  try {
    if (!(await save(document, file, bytes))) throw new Error("The editor couldn't save it");
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

/**
 * Throws if the file holds only the beginning of `bytes`: on a full disk the file is cut, without an error from the
 * editor.
 */
export async function refuseCutShort(file: string, bytes: Uint8Array): Promise<void> {
  const written = await readFile(file);
  if (written.equals(bytes) || !isBeginning(written, bytes)) return;
  throw new ToolError('no_space_left', `No space left on the device: ${file}`);
}

/** Throws if the file wrongly has its old content: the editor may report success although it was too late to save. */
async function refuseUnsaved(file: string, before: Uint8Array, wanted: Uint8Array): Promise<void> {
  const there = await readFile(file);
  if (there.equals(before) && !there.equals(wanted)) throw new Error("The editor couldn't save it");
}

/**
 * Saves the document. The editor refuses to save over what it takes, by time and size, for someone else's change. It
 * may have missed that only line endings changed; if the file still holds `bytes`, an old modification time makes it
 * save.
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
 * The text and bytes that the file should have once the document is saved. The editor unifies mixed line endings; the
 * lines get those of `endings` back. To the editor the document is unchanged, so undo still works.
 */
async function wantedContent(document: vscode.TextDocument, endings: string | null): Promise<[string, Uint8Array]> {
  const text = endings === null ? document.getText() : restoreEndings(endings, document.getText());
  return [text, await vscode.workspace.encode(text, { encoding: document.encoding })];
}

/** Restores both after a failure. Changes that others have written meanwhile are kept. */
async function putBack(
  document: vscode.TextDocument,
  file: string,
  { before, after, bytes }: { before: string; after: string; bytes: Uint8Array },
): Promise<void> {
  try {
    const [[, saved], [, mixed]] = await Promise.all([wantedContent(document, null), wantedContent(document, after)]);
    // The editor may have re-read the document meanwhile, so any text is replaced.
    await replaceText(document, null, before);
    const there = await readFile(file);
    if (!there.equals(bytes) && !isBeginning(there, saved) && !isBeginning(there, mixed)) return;
    // Saving the old text makes the editor consider the document unchanged; this may fail as well.
    await save(document, file, there);
    await overwrite(file, bytes);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** Keeps the modification time: otherwise the editor would assume someone else's change and refuse the next save. */
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

/** Doesn't empty the file first, because the editor would see that. */
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
