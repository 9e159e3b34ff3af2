const BLOCKS = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, div, summary, section, button';
/** Content that is invisible here isn't found; folded content is. */
const UNSEEN = '.visually-hidden, .turn-actions';

/** Returns all occurrences of a text below `root`, in order, ignoring case. A match lies within one block. */
export function findText(root: Element, wanted: string): Range[] {
  const query = wanted.toLowerCase();
  if (query === '') return [];
  const ranges: Range[] = [];
  for (const nodes of blocksOf(root)) ranges.push(...findIn(nodes, query));
  return ranges;
}

/** The text nodes of each block, in document order. */
function blocksOf(root: Element): Text[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const blocks: Text[][] = [];
  let block: Element | null | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest(UNSEEN)) continue;
    const next = parent.closest(BLOCKS);
    if (next !== block) blocks.push([]);
    block = next;
    blocks.at(-1)?.push(node as Text);
  }
  return blocks;
}

function findIn(nodes: readonly Text[], query: string): Range[] {
  // Letters whose lower case is longer would shift every offset after them.
  const text = nodes.map(({ data }) => data.replace(/./gsu, lowered)).join('');
  const ranges: Range[] = [];
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
    const range = document.createRange();
    range.setStart(...placeOf(nodes, at, false));
    range.setEnd(...placeOf(nodes, at + query.length, true));
    ranges.push(range);
  }
  return ranges;
}

function lowered(letter: string): string {
  const small = letter.toLowerCase();
  return small.length === letter.length ? small : letter;
}

function placeOf(nodes: readonly Text[], offset: number, isEnd: boolean): [Text, number] {
  let left = offset;
  for (const node of nodes) {
    if (left < node.length || (isEnd && left === node.length)) return [node, left];
    left -= node.length;
  }
  throw new RangeError('There is no such place in the text.');
}
