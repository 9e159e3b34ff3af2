import { codeRegions } from './codeRegions';

/** `@path` in a memory file. */
export interface ImportReference {
  /** Without the `@`. */
  readonly path: string;
  /** Offsets of the whole, the `@` included. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
}

/** At the beginning or behind a blank; then a dot, a slash or a letter, up to the next blank. */
const REFERENCE = /(?<=^|\s)@([./\p{L}]\S*)/gu;

/** The imports of a text, in order; none of those in code. */
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

/** Whether it may just as well be somebody's name: then a file that is not there is no mistake. */
export function isBareWord(path: string): boolean {
  return /^\p{L}/u.test(path) && !/\.[\p{L}\p{N}]+$/u.test(path.replace(/[\p{P}\p{S}]+$/u, ''));
}

export function isAddress(path: string): boolean {
  return /^[A-Za-z][A-Za-z\d+.-]*:\/\//.test(path);
}
