import type { TextToWrite } from '../../agent/ports/changes';
import type { Checkpoint, FileState } from '../../agent/ports/checkpoints';
import { BINARY, textForReview } from './readReviewed';

const KIND = 0o170000;
const REGULAR = 0o100000;

/** The text changes of a recorded change; links and directories are omitted. `keepBytes` stores binary contents. */
export async function changesOfCheckpoint(
  { changes }: Checkpoint,
  read: (id: string) => Promise<Buffer | null>,
  keepBytes: (bytes: Buffer) => void,
): Promise<readonly TextToWrite[]> {
  const textOf = async (state: FileState | null) => {
    const bytes = state && (await read(state.id));
    const text = bytes && textForReview(bytes);
    if (text?.startsWith(BINARY) && bytes) keepBytes(bytes);
    return text;
  };
  const texts: TextToWrite[] = [];
  for (const { file, before, after } of changes) {
    if (![before, after].every(state => state === null || (state.mode & KIND) === REGULAR)) continue;
    const [old, text] = [await textOf(before), await textOf(after)];
    // A change whose contents can't be read again can't be undone either.
    if ((before && old === null) || (after && text === null) || old === text) continue;
    texts.push({ file, before: old, text });
  }
  return texts;
}
