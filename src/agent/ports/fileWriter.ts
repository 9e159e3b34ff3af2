import type { Approved, EditProposal, EditsProposal } from '../../shared/proposals';

/**
 * `text`: the file's text after an edit, which a formatter may have changed. `isSaved` false: the editor also has
 * unsaved changes of the user, so the edit is in the editor but not on disk yet.
 */
export interface Written {
  readonly text: string;
  readonly isSaved: boolean;
}

/** Writes approved edits; the only way in which a tool changes a file. */
export interface FileWriter {
  /**
   * Sets the file's text to `edit.after`, keeping its encoding and byte-order mark; creates missing parent folders.
   * Throws `BaselineChanged`, and writes nothing, if the file's text is no longer `edit.before`; throws `ToolError`
   * (`permission_denied`, `no_space_left`, `target_is_directory`, `file_write_failure`) if it can't be written.
   */
  write(edit: Approved<EditProposal>): Promise<Written>;
  /**
   * The same for several files, in order: all of them or none. Throws `ToolError` `file_changed` where `write` would
   * throw `BaselineChanged`. Writes made before a failure are reverted.
   */
  writeAll(edits: Approved<EditsProposal>): Promise<readonly Written[]>;
}
