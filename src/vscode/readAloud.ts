/** What a screen reader says of a row: its texts, with a comma after each that isn't a sentence. */
export function readAloud(...texts: readonly (string | undefined)[]): string {
  const [first = '', ...others] = texts.filter((text): text is string => Boolean(text));
  return others.reduce((read, text) => `${read}${/[.!?…]$/.test(read) ? '' : ','} ${text}`, first);
}
