import { dirname } from 'node:path';
import type { FileWriter } from '../../src/agent/ports/fileWriter';
import type { Workspace } from '../../src/agent/ports/workspace';
import { verifyApproved } from '../../src/policy/verifyApproved';
import { BaselineChanged, ToolError } from '../../src/shared/errors';
import { decodeText, encodeText } from '../../src/node/files/textEncoding';
import { writeAll } from '../../src/node/files/writeAll';
import type { Approved, EditProposal } from '../../src/shared/proposals';
import type { MemoryFiles } from './memoryWorkspace';

/** Writes into files in memory. */
export function createMemoryFileWriter(files: MemoryFiles, workspace: Pick<Workspace, 'resolve'>): FileWriter {
  const write = async (edit: Approved<EditProposal>) => {
    verifyApproved(edit);
    const { absolute, isReadOnly } = await workspace.resolve(edit.file);
    if (isReadOnly) throw new ToolError('permission_denied', `Only to be read: ${absolute}`);
    if (files.stat(absolute)?.type === 'directory') {
      throw new ToolError('target_is_directory', `Path is a directory, not a file: ${absolute}`);
    }
    if (files.stat(dirname(absolute))?.type === 'file') {
      throw new ToolError('file_write_failure', `Not a directory: ${dirname(absolute)}`);
    }
    const bytes = files.bytes(absolute);
    const current = bytes && decodeText(bytes);
    if ((current?.text ?? null) !== edit.before) throw new BaselineChanged(current?.text ?? null);
    const encoded = encodeText(edit.after, current?.encoding ?? 'utf8');
    if (!encoded) throw new ToolError('file_write_failure', `The encoding can't hold it: ${absolute}`);
    files.put(absolute, encoded);
    return { text: edit.after, isSaved: true };
  };
  const check = async ({ file, before }: EditProposal) => {
    const bytes = files.bytes((await workspace.resolve(file)).absolute);
    const text = (bytes && decodeText(bytes))?.text ?? null;
    if (text !== before) throw new BaselineChanged(text);
  };
  return { write, writeAll: edits => writeAll(edits, { check, write, remove: async file => files.remove(file) }) };
}
