import { rm } from 'node:fs/promises';
import type { FileWriter, Written } from '../../agent/ports/fileWriter';
import { BaselineChanged, isRefusedEdit, ToolError } from '../../shared/errors';
import { approvedEdits, undoOf } from '../../policy/verifyApproved';
import type { Approved, EditProposal, EditsProposal } from '../../shared/proposals';

export interface WritingOneByOne extends Pick<FileWriter, 'write'> {
  /** Throws like `write` if the file isn't what the edit was based on; writes nothing. */
  readonly check: (edit: Approved<EditProposal>) => Promise<void>;
  /** Deletes a file that was just created. */
  readonly remove?: (file: string) => Promise<void>;
}

/**
 * Implements `FileWriter.writeAll` with a writer of single files: checks all of them before writing the first, and
 * undoes what it has written after a failure.
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

/** False if the file couldn't be restored, because it was changed again or can't be written any more. */
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
    // The model gets the first error, which lists this file.
    return false;
  }
}

function removeFile(file: string): Promise<void> {
  return rm(file, { force: true });
}

function incomplete(error: unknown, left: readonly string[]): ToolError {
  const [known, message] =
    error instanceof ToolError ? [error.type, error.message] : ['file_write_failure', String(error)];
  // Some changes remain, so it isn't merely a refused edit.
  const type = isRefusedEdit(error) ? 'file_write_failure' : known;
  return new ToolError(type, `${message} These files were changed and couldn't be put back: ${left.join(', ')}.`);
}
