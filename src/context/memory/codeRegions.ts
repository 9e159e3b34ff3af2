/** From the offset `start` up to, but not including, `end`. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/** A fence, even in a list or a quotation. */
const FENCE = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/s;

/**
 * The code in a Markdown text: between fences, where an unclosed fence extends to the end, and between runs of
 * backticks of the same length within a paragraph. In order. Takes time linear in the length of the text.
 */
export function codeRegions(text: string): Region[] {
  const regions: Region[] = [];
  let open: { readonly start: number; readonly mark: string } | undefined;
  /** The start of the paragraph that hasn't been searched yet. */
  let paragraph = 0;
  const endParagraph = (end: number) => {
    if (end > paragraph) addSpans(text, paragraph, end, regions);
  };
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open) {
      const closes = mark.startsWith(open.mark) && rest.trim() === '';
      if (!closes) continue;
      regions.push({ start: open.start, end });
      open = undefined;
      paragraph = end;
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) {
      endParagraph(start);
      open = { start, mark };
    } else if (line.trim() === '') {
      endParagraph(start);
      paragraph = end;
    }
  }
  if (open) regions.push({ start: open.start, end: text.length });
  else endParagraph(text.length);
  return regions;
}

/** Each line without its line ending. */
function* linesOf(text: string): Generator<Region> {
  let start = 0;
  while (start <= text.length) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    yield { start, end };
    start = end + 1;
  }
}

/** A run of backticks is closed by the next one of the same length; an unclosed one is text. */
function addSpans(text: string, from: number, to: number, regions: Region[]): void {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map(({ 0: run, index }) => ({
    at: from + index,
    length: run.length,
  }));
  const next = new Map<number, number>();
  const closers = new Array<number | undefined>(runs.length);
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length = 0 } = runs[i] ?? {};
    closers[i] = next.get(length);
    next.set(length, i);
  }
  for (let i = 0; i < runs.length; i++) {
    const closer = closers[i];
    const [one, other] = [runs[i], closer === undefined ? undefined : runs[closer]];
    if (closer === undefined || !one || !other) continue;
    regions.push({ start: one.at, end: other.at + other.length });
    i = closer;
  }
}
