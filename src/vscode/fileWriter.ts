import { readFile, stat, utimes } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { FileText, FileWriter, Workspace } from '../agent/ports';
import { BaselineChanged, ToolError } from '../shared/errors';
import type { Approved, EditProposal } from '../shared/proposals';
import { editsTo } from './documentEdits';
import { documentOf, uriOf } from './documents';
import { hasMixedEndings, restoreEndings, withLf } from './lines';
import { checkCreatable, checkWritable, writeFailure } from './writability';

export interface FileWriterOptions {
  /** Reads as the tools do, so that the file is compared with what they saw. */
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  /** Writes the few files that no document of an editor can stand for: far too large, or open in another encoding. */
  readonly disk: FileWriter;
}

const HALF_A_PAIR = /\p{Surrogate}/u;

// The editor refuses an edit of a document that it has just read anew, even if the text is the same.
const MAX_ATTEMPTS = 3;

type Edit = Approved<EditProposal>;
type Written = Awaited<ReturnType<FileWriter['write']>>;

/**
 * Writes by way of the editor's documents: one step to undo, seen by language servers, formatted if the person has that
 * on, and in Local History. Opens no editor and takes no focus.
 */
export function createVscodeFileWriter(options: FileWriterOptions): FileWriter {
  return {
    async write(edit) {
      const current = await checkBaseline(edit, options.workspace);
      // A document of an editor can't hold it; the disk says what may be done.
      if (HALF_A_PAIR.test(edit.after)) return options.disk.write(edit);
      return current && edit.before !== null ? change(edit, edit.before, current, options) : create(edit);
    },
  };
}

/** What the file holds now, null if it isn't there. Throws `BaselineChanged` if that is not what was proposed from. */
async function checkBaseline(edit: Edit, workspace: FileWriterOptions['workspace']): Promise<FileText | null> {
  const path = await workspace.resolve(edit.file);
  if (path.absolute !== edit.file) {
    throw new ToolError('file_write_failure', `${edit.path} has become a symbolic link; nothing was written.`);
  }
  const current = await readIfThere();
  const isSame = current
    ? edit.before !== null &&
      (current.text === edit.before || (current.isUnsaved && isAlike(current.text, edit.before)))
    : edit.before === null;
  if (!isSame) throw new BaselineChanged(current?.text ?? null);
  return current;

  async function readIfThere(): Promise<FileText | null> {
    try {
      return await workspace.readText(path);
    } catch (error) {
      if (error instanceof ToolError && error.type === 'file_not_found') return null;
      throw error;
    }
  }
}

async function create(edit: Edit): Promise<Written> {
  const uri = uriOf(edit.file);
  const contents = await encodeNew(edit.after, uri);
  await checkCreatable(edit.file, contents.length);
  const creation = new vscode.WorkspaceEdit();
  creation.createFile(uri, { contents, overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(creation))) {
    throw new ToolError('file_write_failure', `The editor could not create ${edit.path}.`);
  }
  return { text: edit.after, isSaved: true };
}

async function change(edit: Edit, before: string, current: FileText, options: FileWriterOptions): Promise<Written> {
  const document = await documentOf(edit.file, before, current.encoding);
  if (!document) {
    if (current.encoding !== 'other') return options.disk.write(edit);
    throw new ToolError('file_write_failure', `The editor can't open ${edit.path}, whose encoding only it knows.`);
  }
  await checkEncodable(edit, document.encoding);
  if (document.isDirty) {
    await replaceText(document, before, edit.after);
    return { text: document.getText(), isSaved: false };
  }
  await checkWritable(edit.file, Buffer.byteLength(edit.after));
  const bytes = await readFile(edit.file);
  await replaceText(document, before, edit.after);
  await saveOrUndo(edit, document, before, bytes);
  return { text: await restoreMixedEndings(edit, document), isSaved: true };
}

/** One undo step. Throws `BaselineChanged` if the person was faster. */
async function replaceText(document: vscode.TextDocument, before: string, after: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (!isAlike(document.getText(), before)) throw new BaselineChanged(document.getText());
    const edits = editsTo(document, after);
    if (edits.length === 0) return;
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    if (await vscode.workspace.applyEdit(edit)) return;
  }
  throw new ToolError('file_write_failure', `The editor refused to change ${document.uri.fsPath}.`);
}

async function saveOrUndo(edit: Edit, document: vscode.TextDocument, before: string, bytes: Uint8Array): Promise<void> {
  if ((await save(document)) === undefined) return;
  const failure = await saveAgain(document, edit.file, bytes);
  if (failure === undefined) return;
  await replaceText(document, document.getText(), before);
  // Saving the old text is what makes the editor take the document for unchanged; it may be as impossible.
  await save(document);
  await putBack(edit.file, bytes);
  throw writeFailure(edit.file, failure);
}

/** Undefined if all went well, else what went wrong. */
async function save(document: vscode.TextDocument): Promise<unknown> {
  try {
    return (await document.save()) ? undefined : new Error('the editor could not save it');
  } catch (error) {
    return error;
  }
}

/**
 * The editor refuses to save over what it takes for somebody else's change, by time and size. It may just not have noticed
 * that only line endings changed; an old time tells it that the file, whose bytes are known, may be written.
 */
async function saveAgain(document: vscode.TextDocument, file: string, bytes: Uint8Array): Promise<unknown> {
  try {
    if (!(await readFile(file)).equals(bytes)) return new Error('it was changed meanwhile');
    const { atime, mtime } = await stat(file);
    await utimes(file, atime, 0);
    const failure = await save(document);
    if (failure !== undefined) await utimes(file, atime, mtime);
    return failure;
  } catch (error) {
    return error;
  }
}

/** A failed save may have cut the file short. */
async function putBack(file: string, bytes: Buffer | Uint8Array): Promise<void> {
  try {
    if ((await readFile(file)).equals(bytes)) return;
    await overwrite(file, bytes);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/**
 * An editor makes mixed line endings alike when it saves. Gives the lines on disk their own back, and the text they then
 * make. The document holds the same as far as the editor can tell, so undo still works.
 */
async function restoreMixedEndings(edit: Edit, document: vscode.TextDocument): Promise<string> {
  const saved = document.getText();
  if (!hasMixedEndings(edit.after)) return saved;
  const text = restoreEndings(edit.after, saved);
  if (text !== saved) {
    await overwrite(edit.file, await vscode.workspace.encode(text, { encoding: document.encoding }));
  }
  return text;
}

/** Keeps the time, by which the editor would take the file for changed by somebody else and refuse the next save. */
async function overwrite(file: string, bytes: Uint8Array): Promise<void> {
  const { atime, mtime } = await stat(file);
  await vscode.workspace.fs.writeFile(vscode.Uri.file(file), bytes);
  await utimes(file, atime, mtime);
}

/** The bytes of a new file in the encoding that the person has set, or UTF-8 if that has not all the characters. */
async function encodeNew(text: string, uri: vscode.Uri): Promise<Uint8Array> {
  const bytes = await vscode.workspace.encode(text, { uri });
  if (text === '' || (await vscode.workspace.decode(bytes, { uri })) === text) return bytes;
  return vscode.workspace.encode(text, { encoding: 'utf8' });
}

async function checkEncodable({ path, after }: Edit, encoding: string): Promise<void> {
  if (encoding.startsWith('utf')) return;
  const bytes = await vscode.workspace.encode(after, { encoding });
  if ((await vscode.workspace.decode(bytes, { encoding })) === after) return;
  throw new ToolError(
    'file_write_failure',
    `${path} is in the encoding ${encoding}, which lacks some of the characters.`,
  );
}

function isAlike(text: string, other: string): boolean {
  return withLf(text) === withLf(other);
}
