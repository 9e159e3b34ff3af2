/** Control, format and other invisible characters, and unusual spaces: each could hide what a command does. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
const PLAIN_BLANKS = /[\t\n]/;

/** The invisible or space-like characters of a command as escapes, each once, at most eight; null if there are none. */
export function hiddenIn(text: string): string | null {
  const found = new Set<string>();
  for (const [character] of text.matchAll(HIDDEN)) {
    if (!PLAIN_BLANKS.test(character)) found.add(writtenOut(character));
    if (found.size === 8) break;
  }
  return found.size === 0 ? null : [...found].join(' ');
}

/** True for a program name that contains characters that may look like others. */
export function hasLookalikes(name: string): boolean {
  return /[^\x20-\x7e]/.test(name);
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
