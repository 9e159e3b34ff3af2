import { rm } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FileWriter, Written } from '../../agent/ports/fileWriter';
import type { FileText, Workspace } from '../../agent/ports/workspace';
import { writeAll } from '../../node/files/writeAll';
import { verifyApproved } from '../../policy/verifyApproved';
import { BaselineChanged, ToolError } from '../../shared/errors';
import type { Approved, EditProposal } from '../../shared/proposals';
import { changeAndSave, refuseCutShort } from './documentSaving';
import { replaceText } from './documentEdits';
import { documentOf, hasUnsavedNotebook, uriOf } from './documents';
import { isAlike } from '../review/lines';
import { checkCreatable, checkWritable, writeFailure } from './writability';

export interface FileWriterOptions {
  /** Reads like the tools, so that the file is compared with what they saw. */
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  /** Writes the few files that no editor document can represent: too large, or open in another encoding. */
  readonly disk: FileWriter;
}

const HALF_A_PAIR = /\p{Surrogate}/u;

type Edit = Approved<EditProposal>;

/**
 * Writes through the editor's documents: as one undo step, seen by language servers, formatted if the user has that
 * on, and in Local History. Opens no editor and takes no focus.
 */
export function createVscodeFileWriter(options: FileWriterOptions): FileWriter {
  const write = async (edit: Edit) => {
    verifyApproved(edit);
    const current = await checkBaseline(edit, options.workspace);
    // An editor document can't hold an unpaired surrogate; the disk writer decides what is possible.
    if (HALF_A_PAIR.test(edit.after)) return options.disk.write(edit);
    return current && edit.before !== null
      ? change(edit, edit.before, current, options)
      : create(edit, options.workspace);
  };
  const check = async (edit: Edit) => {
    await checkBaseline(edit, options.workspace);
  };
  return { write, writeAll: edits => writeAll(edits, { check, write }) };
}

/** The file's current text, null if it doesn't exist. Throws `BaselineChanged` if the proposal was based on another. */
async function checkBaseline(edit: Edit, workspace: FileWriterOptions['workspace']): Promise<FileText | null> {
  if (hasUnsavedNotebook(edit.file)) throw unsavedNotebook(edit.path);
  const path = await workspace.resolve(edit.file);
  if (path.isReadOnly) throw new ToolError('permission_denied', `Only to be read: ${path.absolute}`);
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

function unsavedNotebook(path: string): ToolError {
  return new ToolError(
    'file_write_failure',
    `${path} is open as a notebook with unsaved edits, so nothing was written. Ask the user to save it, then read it again.`,
    l10n.t('{0} is open as a notebook with unsaved edits. Save it first.', path),
  );
}

async function create(edit: Edit, workspace: FileWriterOptions['workspace']): Promise<Written> {
  const uri = uriOf(edit.file);
  const contents = await encodeNew(edit.after, uri);
  await checkCreatable(edit.file, contents.length);
  const creation = new vscode.WorkspaceEdit();
  creation.createFile(uri, { contents, overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(creation))) {
    // The file may have been created by others meanwhile.
    await checkBaseline(edit, workspace);
    throw new ToolError('file_write_failure', `The editor couldn't create ${edit.path}.`);
  }
  try {
    await refuseCutShort(edit.file, contents);
  } catch (error) {
    await rm(edit.file, { force: true });
    throw writeFailure(edit.file, error);
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
  return { text: await changeAndSave(document, edit.file, before, edit.after), isSaved: true };
}

/** The bytes of a new file in the encoding that the user has set, or in UTF-8 if that lacks some of the characters. */
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
