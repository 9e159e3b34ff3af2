/**
 * Removes terminal control sequences and control characters from output that arrives in pieces: they could rewrite
 * the display or the clipboard. Keeps newline and tab; a carriage return that overwrites a line becomes a newline.
 */
export class ControlFilter {
  /** `keepsColours` keeps sequences that only set color and weight, for a display that interprets them. */
  constructor(private readonly keepsColours = false) {}

  /** The beginning of an incomplete sequence, or a carriage return whose next character hasn't arrived yet. */
  #held = '';

  push(piece: string): string {
    const text = this.#held + piece;
    const end = openEnd(text);
    this.#held = text.slice(end);
    return clean(text.slice(0, end), this.keepsColours);
  }
}

/** The whole text without control sequences; of an overwritten line, only the final state is kept. */
export function stripControls(text: string, keepsColours = false): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return clean(lines.map(line => (line.includes('\r') ? lastState(line) : line)).join('\n'), keepsColours);
}

/** A line with its invisible characters escaped, so that the user sees exactly what will run. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu, character =>
    character === '\t' ? ' ' : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
}

function lastState(line: string): string {
  return line.split('\r').findLast(state => state !== '') ?? '';
}

// CSI, OSC and other strings, two-character sequences. No part can match the beginning of the next one.
const SEQUENCES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;

/** Sets only color and weight. */
const COLOURS = /(\u001b\[[\d;:]{0,60}m)/;

function clean(text: string, keepsColours: boolean): string {
  if (!keepsColours || !text.includes('\u001b')) return cleanAll(text);
  return text
    .split(COLOURS)
    .map((piece, i) => (i % 2 === 1 ? piece : cleanAll(piece)))
    .join('');
}

const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

function cleanAll(text: string): string {
  // Usually there are none, and replacing all of them would take ten times as long.
  if (!CONTROL.test(text)) return text;
  return text
    .replace(SEQUENCES, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

const LONGEST_HELD = 4096;

/** The index at which an incomplete sequence begins; the length of the text if there is none. */
function openEnd(text: string): number {
  if (text.endsWith('\r')) return text.length - 1;
  const last = Math.max(text.lastIndexOf('\u001b'), text.lastIndexOf('\u009b'));
  if (last < 0 || text.length - last > LONGEST_HELD) return text.length;
  // U+009B is short for the escape character and a bracket.
  const [kind, rest] =
    text[last] === '\u009b' ? ['[', text.slice(last + 1)] : [text.charAt(last + 1), text.slice(last + 2)];
  const isControl = /^[ -/]*$/.test(kind + rest) || (kind === '[' && !/[@-~]/.test(rest));
  const isString = /[\]PX^_]/.test(kind) && !/[\u0007\n]/.test(rest);
  return isControl || isString ? last : text.length;
}
