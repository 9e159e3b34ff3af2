import type { FileLocks } from '../ports/fileLocks';
import type { FileWriter } from '../ports/fileWriter';

/**
 * Wraps a writer so that no other window or run of Pollux writes a file between checking and writing it. Must wrap
 * everything that reads the file for the edit, including recording.
 */
export function lockedWriter(writer: FileWriter, locks: FileLocks): FileWriter {
  return {
    write: edit => locks.holding([edit.file], () => writer.write(edit)),
    writeAll: change =>
      locks.holding(
        change.edits.map(({ file }) => file),
        () => writer.writeAll(change),
      ),
  };
}
