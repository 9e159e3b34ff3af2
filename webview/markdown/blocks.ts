import type { MarkdownIt } from 'markdown-it';
import { topBlocks, type Fence, type Top } from './topBlocks';

/** A part of an answer that can no longer change. */
export type Block =
  /** Markdown; `listStart` is the number of the first item if a long ordered list was split. */
  | { readonly kind: 'markdown'; readonly source: string; readonly listStart?: number }
  | { readonly kind: 'code'; readonly info: string; readonly code: string };

/** Lists longer than this many characters are split between items, so that the open block stays small. */
const LIST_LIMIT = 2_000;
/** Any other block longer than this many characters is split at a line. */
const BLOCK_LIMIT = 16_000;
/** Text is processed in steps of this many characters: each step parses only itself and the open block. */
const STEP = 4_000;

/**
 * Splits streamed Markdown into blocks, by lines: a block is closed as soon as no further line can change it. The
 * blocks don't depend on how the text was cut into pieces. A fenced code block is never parsed twice.
 */
export class BlockSplitter {
  #rest = '';
  #unread = '';
  /** How much of `rest` the last parse covered. */
  #seen = 0;
  #fence: Fence | undefined;
  /** The number with which the next ordered list continues. */
  #nextItem: number | undefined;

  constructor(private readonly markdown: MarkdownIt) {}

  push(text: string): void {
    this.#unread += text.replaceAll('\r', '');
  }

  /** Whether `next` may still find blocks in the pushed text. */
  get hasUnread(): boolean {
    return this.#unread !== '';
  }

  /** Reads one step and returns the blocks that it closed. */
  next(): Block[] {
    const step = this.#unread.slice(0, STEP);
    this.#unread = this.#unread.slice(STEP);
    this.#rest += step;
    const blocks: Block[] = [];
    while (this.#fence ? this.#readFence(blocks) : this.#readBlocks(blocks));
    return blocks;
  }

  /** Closes everything; call it after the last step. */
  finish(): Block[] {
    const blocks: Block[] = [];
    if (this.#rest !== '' && !this.#rest.endsWith('\n')) this.#rest += '\n';
    while (this.#fence ? this.#readFence(blocks) : this.#readBlocks(blocks));
    const open = this.open;
    if (open) blocks.push(open);
    this.#rest = '';
    this.#fence = undefined;
    this.#nextItem = undefined;
    return blocks;
  }

  /** The block that is still open, without what can't be shown yet. */
  get open(): Block | undefined {
    if (this.#fence) {
      // A line that may become the closing fence is held back.
      const held = /^ {0,3}[`~]*[ \t]*$/.test(this.#rest);
      return {
        kind: 'code',
        info: this.#fence.info,
        code: this.#fence.code + (held ? '' : withoutIndent(this.#rest, this.#fence.indent)),
      };
    }
    const source = this.#rest.replace(/(^|\n) {0,3}(?:`{1,2}|~{1,2}|(?:`{3}|~{3})[^\n]*)$/, '$1');
    return source.trim() === '' ? undefined : this.#markdownBlock(source);
  }

  /** Moves complete lines of code out of `rest`. Returns true if the fence ended. */
  #readFence(blocks: Block[]): boolean {
    const fence = this.#fence;
    if (!fence) return false;
    let start = 0;
    for (let end; (end = this.#rest.indexOf('\n', start)) >= 0; start = end + 1) {
      const line = this.#rest.slice(start, end);
      if (fence.end.test(line)) {
        blocks.push({ kind: 'code', info: fence.info, code: fence.code });
        this.#fence = undefined;
        this.#keep(end + 1);
        return true;
      }
      fence.code += `${withoutIndent(line, fence.indent)}\n`;
    }
    this.#keep(start);
    return false;
  }

  /** Moves closed blocks out of `rest`. Returns true if the rest must be read again. */
  #readBlocks(blocks: Block[]): boolean {
    const complete = this.#rest.lastIndexOf('\n') + 1;
    if (complete > this.#seen) {
      if (this.#parseLines(this.#rest.slice(0, complete), blocks)) return true;
    }
    if (this.#rest.length < BLOCK_LIMIT) return false;
    this.#close(blocks, divisionOf(this.#rest));
    return true;
  }

  /** Closes blocks in complete lines. Returns true if it must be called again for the rest. */
  #parseLines(text: string, blocks: Block[]): boolean {
    const tops = topBlocks(this.markdown, text);
    let done = 0;
    for (const [i, top] of tops.entries()) {
      const next = tops[i + 1];
      const size = (next?.start ?? text.length) - top.start;
      if (top.fence) {
        if (top.start > done) this.#close(blocks, top.start - done);
        this.#fence = top.fence;
        this.#nextItem = undefined;
        this.#keep(top.contentStart - top.start);
        return true;
      }
      const divided = top.items.find(item => item - top.start >= LIST_LIMIT);
      if (divided !== undefined && text.indexOf('\n', divided) - top.start < BLOCK_LIMIT) {
        this.#closeList(blocks, top, divided - done);
        return true;
      }
      if (size >= BLOCK_LIMIT) {
        this.#close(blocks, top.start - done + divisionOf(text.slice(top.start)));
        return true;
      }
      if (!next) break;
      this.#close(blocks, next.start - done);
      done = next.start;
    }
    this.#seen = text.length - done;
    return false;
  }

  #closeList(blocks: Block[], list: Top, length: number): void {
    const items = list.items.filter(item => item - list.start < LIST_LIMIT).length;
    const first = this.#nextItem ?? list.firstItem;
    this.#close(blocks, length);
    this.#nextItem = first === undefined ? undefined : first + items;
  }

  #close(blocks: Block[], length: number): void {
    const source = this.#rest.slice(0, length);
    if (source.trim() !== '') blocks.push(this.#markdownBlock(source));
    this.#nextItem = undefined;
    this.#keep(length);
  }

  #markdownBlock(source: string): Block {
    return { kind: 'markdown', source, ...(this.#nextItem !== undefined && { listStart: this.#nextItem }) };
  }

  #keep(from: number): void {
    this.#rest = this.#rest.slice(from);
    this.#seen = 0;
  }
}

/** Removes up to `indent` columns of white space from the line; a tab that is only partly removed leaves spaces. */
function withoutIndent(line: string, indent: number): string {
  let at = 0;
  let column = 0;
  for (; column < indent && (line[at] === ' ' || line[at] === '\t'); at++) {
    column += line[at] === '\t' ? 4 - (column % 4) : 1;
  }
  return ' '.repeat(Math.max(0, column - indent)) + line.slice(at);
}

/** Where to split a block that is too long: after a line, otherwise after a word, never within a character. */
function divisionOf(text: string): number {
  const head = text.slice(0, BLOCK_LIMIT);
  const line = head.lastIndexOf('\n') + 1;
  if (line > 0) return line;
  const word = head.lastIndexOf(' ') + 1;
  if (word > 0) return word;
  return /[\ud800-\udbff]$/.test(head) ? BLOCK_LIMIT - 1 : BLOCK_LIMIT;
}
