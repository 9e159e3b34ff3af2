import type { RecordedOutput } from '../ports/outputFiles';
import { end, start } from '../../shared/cutText';
import { messageOf } from '../../shared/messageOf';

/** Saves a text for later reads; returns the absolute path of its file. */
export type SaveOutput = (text: string) => Promise<string>;

const MAX_CHARACTERS = 40_000;
/** How many characters a cut may move in order to keep whole lines. */
const MAX_SHIFT = 1000;

/**
 * Shortens an output that is too long for the model to a head (a fifth of `max`) and a tail (four fifths), and says
 * where the complete output is. Cuts at line ends if one is near. A text that is short enough is returned unchanged and
 * not saved; if saving fails, the model is told that the rest is lost. `recorded`: where the complete output already
 * is, if `text` is a part of it.
 */
export async function limitOutput(
  text: string,
  save: SaveOutput,
  max = MAX_CHARACTERS,
  recorded?: RecordedOutput,
): Promise<string> {
  if (text.length <= max) return text;
  const head = headOf(text, Math.floor(max / 5));
  const tail = tailOf(text, max - Math.floor(max / 5));
  const missing = (recorded?.characters ?? text.length) - head.length - tail.length;
  const place = recorded ? placeOf(recorded) : await savedPlace(text, save);
  return `${head}\n\n... [${missing} characters omitted; ${place}] ...\n\n${tail}`;
}

async function savedPlace(text: string, save: SaveOutput): Promise<string> {
  try {
    return placeOf({ characters: text.length, file: await save(text) });
  } catch (error) {
    return placeOf({ characters: text.length, error: messageOf(error) });
  }
}

function placeOf(recorded: RecordedOutput): string {
  if ('error' in recorded) return `the full output couldn't be saved: ${recorded.error}`;
  const { file, cutAt } = recorded;
  const what = cutAt === undefined ? 'the full output is' : `its first ${cutAt} bytes are`;
  return `${what} in ${file}, which read_file and search_file_content can read`;
}

function headOf(text: string, max: number): string {
  const head = start(text, max);
  const newline = head.lastIndexOf('\n');
  return newline >= 0 && head.length - newline <= MAX_SHIFT ? head.slice(0, newline) : head;
}

function tailOf(text: string, max: number): string {
  const tail = end(text, max);
  const newline = tail.indexOf('\n');
  return newline >= 0 && newline < MAX_SHIFT && newline < tail.length - 1 ? tail.slice(newline + 1) : tail;
}
