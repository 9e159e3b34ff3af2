/** The beginning of `text`, at most `max` code units, without splitting a surrogate pair. */
export function start(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max);
}

/** The end of `text`, at most `max` code units, without splitting a surrogate pair. */
export function end(text: string, max: number): string {
  if (text.length <= max) return text;
  const from = text.length - max;
  return text.slice(isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
