import { readFile, stat, utimes } from 'node:fs/promises';
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
    await saveInsistently(document, file, bytes);
    return await checkWritten(document, file, before, after);
  } catch (error) {
    await putBack(document, file, before, bytes);
    throw writeFailure(file, error);
  }
}

/** Throws if the file holds only the beginning of `bytes`: a full disk makes a short file, and the editor says nothing. */
export async function refuseCutShort(file: string, bytes: Uint8Array): Promise<void> {
  const written = await readFile(file);
  if (written.length >= bytes.length || !written.equals(bytes.subarray(0, written.length))) return;
  throw new ToolError('no_space_left', `No space left on the device: ${file}`);
}

/**
 * The editor refuses to save over what it takes for somebody else's change, by time and size. It may just not have noticed
 * that only line endings changed; an old time tells it that the file, which is known to hold `bytes`, may be written.
 */
async function saveInsistently(document: vscode.TextDocument, file: string, bytes: Uint8Array): Promise<void> {
  if (await document.save()) return;
  if (!(await readFile(file)).equals(bytes)) throw new Error('It was changed meanwhile');
  const { atime, mtime } = await stat(file);
  await utimes(file, atime, 0);
  if (await document.save()) return;
  await utimes(file, atime, mtime);
  throw new Error('The editor could not save it');
}

async function putBack(document: vscode.TextDocument, file: string, before: string, bytes: Uint8Array): Promise<void> {
  try {
    await replaceText(document, document.getText(), before);
    // Saving the old text is what makes the editor take the document for unchanged; it may be as impossible.
    await document.save();
    await overwrite(file, bytes);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/**
 * Gives the text on disk. An editor makes mixed line endings alike when it saves; here the lines on disk get those that
 * they should have. The document is the same as far as the editor can tell, so undo still works.
 */
async function checkWritten(
  document: vscode.TextDocument,
  file: string,
  before: string,
  after: string,
): Promise<string> {
  const saved = document.getText();
  const isMixed = hasMixedEndings(before) || hasMixedEndings(after);
  const text = isMixed ? restoreEndings(after, saved) : saved;
  const bytes = await vscode.workspace.encode(text, { encoding: document.encoding });
  if (isMixed) await overwrite(file, bytes);
  await refuseCutShort(file, bytes);
  return text;
}

/** Keeps the time, by which the editor would take the file for changed by somebody else and refuse the next save. */
async function overwrite(file: string, bytes: Uint8Array): Promise<void> {
  if ((await readFile(file)).equals(bytes)) return;
  const { atime, mtime } = await stat(file);
  await vscode.workspace.fs.writeFile(vscode.Uri.file(file), bytes);
  await utimes(file, atime, mtime);
}
