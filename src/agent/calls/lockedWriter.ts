import type { FileLocks } from '../ports/fileLocks';
import type { FileWriter } from '../ports/fileWriter';

/**
 * The same writer, but between its look at a file and its writing no other window or run of Pollux writes that file. To
 * be put around everything that looks at the file for the edit, recording included.
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
