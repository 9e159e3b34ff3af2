import type { Approved, EditProposal, EditsProposal } from '../../shared/proposals';

/**
 * `text`: what the file holds after an edit, which a formatter may have changed. `isSaved` false: the user's own unsaved
 * changes are in the same editor, so the edit is there too and not yet on disk.
 */
export interface Written {
  readonly text: string;
  readonly isSaved: boolean;
}

/** Writes approved edits; the only way that a tool changes a file. */
export interface FileWriter {
  /**
   * Makes the file hold `edit.after`, keeping its encoding and byte-order mark; creates missing parent folders.
   * Throws `BaselineChanged`, and writes nothing, if the file no longer holds `edit.before`; throws `ToolError`
   * (`permission_denied`, `no_space_left`, `target_is_directory`, `file_write_failure`) if it can't be written.
   */
  write(edit: Approved<EditProposal>): Promise<Written>;
  /**
   * The same for several files, in their order: all of them or none. Throws `ToolError` `file_changed` where `write` would
   * throw `BaselineChanged`. What was written before a failure is taken back.
   */
  writeAll(edits: Approved<EditsProposal>): Promise<readonly Written[]>;
}
