import { rm } from 'node:fs/promises';
import type { FileWriter, Written } from '../../agent/ports/fileWriter';
import { BaselineChanged, isRefusedEdit, ToolError } from '../../shared/errors';
import { approvedEdits, undoOf } from '../../policy/verifyApproved';
import type { Approved, EditProposal, EditsProposal } from '../../shared/proposals';

export interface WritingOneByOne extends Pick<FileWriter, 'write'> {
  /** Throws like `write` where the file is not what the edit was made from; writes nothing. */
  readonly check: (edit: Approved<EditProposal>) => Promise<void>;
  /** Takes a file away that has just been created. */
  readonly remove?: (file: string) => Promise<void>;
}

/**
 * `FileWriter.writeAll` by a writer of single files: looks at all of them before it writes the first, and after a failure
 * takes back what it has written.
 */
export async function writeAll(edits: Approved<EditsProposal>, writing: WritingOneByOne): Promise<Written[]> {
  const all = approvedEdits(edits);
  for (const edit of all) await explaining(edit, writing.check(edit));
  const done: { readonly edit: Approved<EditProposal>; readonly written: Written }[] = [];
  try {
    for (const edit of all) done.push({ edit, written: await explaining(edit, writing.write(edit)) });
  } catch (error) {
    const left: string[] = [];
    for (const { edit, written } of done.reverse()) {
      if (!(await takeBack(edit, written, writing))) left.push(edit.path);
    }
    throw left.length > 0 ? incomplete(error, left) : error;
  }
  return done.map(({ written }) => written);
}

async function explaining<T>({ path }: EditProposal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BaselineChanged)) throw error;
    throw new ToolError('file_changed', `${path} changed in the meantime, so no file was changed. Repeat the call.`);
  }
}

/** False if the file has to stay as it is, because somebody has changed it again or it can't be written any more. */
async function takeBack(
  edit: Approved<EditProposal>,
  { text }: Written,
  { write, remove = removeFile }: WritingOneByOne,
): Promise<boolean> {
  try {
    const undo = undoOf(edit, text);
    await (undo ? write(undo) : remove(edit.file));
    return true;
  } catch {
    // The failure that the model is told of is the first one; this file is named with it.
    return false;
  }
}

function removeFile(file: string): Promise<void> {
  return rm(file, { force: true });
}

function incomplete(error: unknown, left: readonly string[]): ToolError {
  const [known, message] =
    error instanceof ToolError ? [error.type, error.message] : ['file_write_failure', String(error)];
  // What was written stands, so it is no mere refusal.
  const type = isRefusedEdit(error) ? 'file_write_failure' : known;
  return new ToolError(type, `${message} These files were changed and could not be put back: ${left.join(', ')}.`);
}
