import { codeRegions } from './codeRegions';

/** `@path` in a memory file. */
export interface ImportReference {
  /** Without the `@`. */
  readonly path: string;
  /** Offsets of the whole reference, including the `@`. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
}

/** At the beginning or after a space; then a dot, a slash or a letter, up to the next space. */
const REFERENCE = /(?<=^|\s)@([./\p{L}]\S*)/gu;

/** The imports in a text, in order, except those in code. */
export function importReferences(text: string): ImportReference[] {
  if (!text.includes('@')) return [];
  const regions = codeRegions(text);
  const references: ImportReference[] = [];
  let region = 0;
  let line = 1;
  let counted = 0;
  for (const { 0: whole, 1: path = '', index } of text.matchAll(REFERENCE)) {
    for (; counted < index; counted++) if (text[counted] === '\n') line++;
    while ((regions[region]?.end ?? Infinity) <= index) region++;
    if ((regions[region]?.start ?? Infinity) <= index) continue;
    references.push({ path, start: index, end: index + whole.length, line });
  }
  return references;
}

/** Whether the reference could also be a person's name, so that a missing file is not an error. */
export function isBareWord(path: string): boolean {
  return /^\p{L}/u.test(path) && !/\.[\p{L}\p{N}]+$/u.test(path.replace(/[\p{P}\p{S}]+$/u, ''));
}

export function isAddress(path: string): boolean {
  return /^[A-Za-z][A-Za-z\d+.-]*:\/\//.test(path);
}
