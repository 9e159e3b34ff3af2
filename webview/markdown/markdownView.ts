import type { MarkdownIt } from 'markdown-it';
import type { Job, Painter } from '../painter';
import { countHidden } from '../../src/shared/hiddenCharacters';
import { type Block, BlockSplitter } from './blocks';
import { CodeBlock, type CodeActions } from './codeBlock';
import type { Highlight } from './highlight';
import { renderMarkdown } from './markdown';
import { sanitise } from './sanitise';
import { completed } from './tail';
import { appendVisible } from './visibleText';

export interface MarkdownTools extends CodeActions {
  readonly markdown: MarkdownIt;
  readonly highlight: Highlight;
  readonly painter: Painter;
}

/** How many blocks share a container; the browser skips a whole container while it is out of view. */
const CHUNK = 24;
/** After rendering the open block, wait this many times the duration, so that it only takes a fraction of the time. */
const REST_FACTOR = 8;
const MAX_REST_MS = 250;

/**
 * Markdown that grows, outside Preact: each closed block is rendered once and never touched again, and only the open
 * block at the end is replaced. The cost of a step depends only on the new text.
 */
export class MarkdownView implements Job {
  #splitter: BlockSplitter;
  #text = '';
  #isDone = false;
  #blocks: Block[] = [];
  #chunk: HTMLElement | undefined;
  /** The nodes of the open block. */
  #tail: readonly ChildNode[] = [];
  #tailSource = '';
  #openCode: CodeBlock | undefined;
  #restUntil = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly tools: MarkdownTools,
  ) {
    this.#splitter = new BlockSplitter(tools.markdown);
  }

  /** Shows `text`; cheapest if it extends the previous text. */
  update(text: string, isDone: boolean): void {
    if (text === this.#text && isDone === this.#isDone) return;
    if (!text.startsWith(this.#text) || this.#isDone) this.#reset();
    this.#splitter.push(text.slice(this.#text.length));
    this.#text = text;
    this.#isDone = isDone;
    this.tools.painter.add(this);
  }

  dispose(): void {
    this.tools.painter.remove(this);
  }

  work(deadline: number): 'done' | 'more' | number {
    while (performance.now() < deadline) {
      const block = this.#blocks.shift();
      if (block) this.#addClosed(block);
      else if (this.#splitter.hasUnread) this.#blocks = this.#splitter.next();
      else if (this.#isDone && this.#splitter.open) this.#blocks = this.#splitter.finish();
      else return this.#showOpen();
    }
    return 'more';
  }

  #reset(): void {
    this.#splitter = new BlockSplitter(this.tools.markdown);
    this.#text = '';
    this.#blocks = [];
    this.#chunk = undefined;
    this.#tail = [];
    this.#tailSource = '';
    this.#openCode = undefined;
    this.root.replaceChildren();
  }

  #addClosed(block: Block): void {
    if (block.kind === 'code') {
      const code = this.#openCode ?? this.#addCode(block.info);
      code.grow(block.code);
      code.finish();
      this.#color(code);
      this.#openCode = undefined;
      return;
    }
    this.#setTail('');
    this.#container().append(this.#render(block, true));
  }

  /** Shows the open block, or returns the milliseconds until it may be rendered again. */
  #showOpen(): 'done' | number {
    const open = this.#splitter.open;
    if (open?.kind === 'code') {
      this.#openCode ??= this.#addCode(open.info);
      this.#openCode.grow(open.code);
      return 'done';
    }
    const source = open?.source ?? '';
    if (source === this.#tailSource) return 'done';
    const began = performance.now();
    if (began < this.#restUntil) return this.#restUntil - began;
    this.#setTail(source, open?.listStart);
    this.#restUntil = began + Math.min(MAX_REST_MS, (performance.now() - began) * REST_FACTOR);
    return 'done';
  }

  #setTail(source: string, listStart?: number): void {
    for (const node of this.#tail) node.remove();
    this.#tail = [];
    this.#tailSource = source;
    if (source === '') return;
    const rendered = this.#render({ source: completed(source), ...(listStart !== undefined && { listStart }) }, false);
    this.#tail = [...rendered.childNodes];
    this.#container().append(rendered);
  }

  #addCode(info: string): CodeBlock {
    this.#setTail('');
    const code = new CodeBlock(languageOf(info), this.tools);
    this.#container().append(code.element);
    return code;
  }

  #render(block: { readonly source: string; readonly listStart?: number }, isClosed: boolean): DocumentFragment {
    const fragment = sanitise(renderMarkdown(this.tools.markdown, block.source, block.listStart));
    for (const pre of fragment.querySelectorAll('pre')) {
      const language = /language-(\S+)/.exec(pre.firstElementChild?.className ?? '')?.[1] ?? '';
      const code = new CodeBlock(language, this.tools);
      code.grow(pre.textContent);
      code.finish();
      pre.replaceWith(code.element);
      if (isClosed) this.#color(code);
    }
    if (countHidden(block.source) > 0) {
      for (const code of fragment.querySelectorAll(':not(pre) > code')) {
        const text = code.textContent;
        code.replaceChildren();
        appendVisible(code, text);
      }
    }
    return fragment;
  }

  #color(code: CodeBlock): void {
    if (code.language === '') return;
    this.tools.painter.later(() => {
      const colored = this.tools.highlight(code.text, code.language);
      if (colored) code.paint(colored);
    });
  }

  /** The container for the next block. */
  #container(): HTMLElement {
    if (!this.#chunk || this.#chunk.childElementCount >= CHUNK) {
      this.#chunk?.classList.add('full');
      this.#chunk = document.createElement('div');
      this.#chunk.className = 'chunk';
      this.root.append(this.#chunk);
    }
    return this.#chunk;
  }
}

/** The language of a fence: its first word, without the braces and attributes that some tools write. */
function languageOf(info: string): string {
  return /[\w+#.-]+/.exec(info)?.[0] ?? '';
}
