import * as l10n from '@vscode/l10n';
import { icon } from '../icons';
import { appendVisible } from './visibleText';

/** Lines per element: adding code then doesn't lay out again the code above it. */
const STRETCH = 40;
/** Lines up to this length are assumed to fit; longer ones may need scrolling, also by keyboard. */
const FITS = 32;

/** What the buttons of a code block do with its code. */
export interface CodeActions {
  /** Copies it to the clipboard. */
  readonly copy: (code: string) => void;
  /** Inserts it in the editor that was used last. */
  readonly insert: (code: string) => void;
}

/** A code block that can grow. */
export class CodeBlock {
  readonly element = document.createElement('div');
  readonly #pre = document.createElement('pre');
  readonly #code = document.createElement('code');
  #shown = '';
  #lines: HTMLElement | undefined;
  #lineCount = 0;

  constructor(
    readonly language: string,
    actions: CodeActions,
  ) {
    this.element.className = 'code-block';
    const head = document.createElement('div');
    head.className = 'code-head';
    const label = document.createElement('span');
    label.textContent = language;
    const buttons = document.createElement('span');
    buttons.className = 'code-buttons';
    buttons.append(
      button('insert', l10n.t('Insert at cursor'), () => actions.insert(this.text)),
      button('copy', l10n.t('Copy code'), () => actions.copy(this.text)),
    );
    head.append(label, buttons);
    this.#pre.append(this.#code);
    this.element.append(head, this.#pre);
  }

  get text(): string {
    return this.#shown.replace(/\n$/, '');
  }

  /** Shows `text`, which must begin with the text already shown. */
  grow(text: string): void {
    const added = text.slice(this.#shown.length);
    this.#shown = text;
    let start = 0;
    while (start < added.length) {
      if (!this.#lines || this.#lineCount >= STRETCH) this.#addStretch();
      const end = added.indexOf('\n', start) + 1 || added.length;
      this.#append(added.slice(start, end));
      start = end;
    }
  }

  /**
   * Call this when no more text will come. Hidden characters, detected piece by piece so far, are detected again in
   * the whole.
   */
  finish(): void {
    if (!/^[\t\n -~]*$/.test(this.#shown)) {
      const whole = this.#shown;
      this.#code.replaceChildren();
      this.#lines = undefined;
      this.#shown = '';
      this.grow(whole);
    }
    if (this.#shown.split('\n').some(line => line.length > FITS)) this.#pre.tabIndex = 0;
  }

  /** Replaces the plain text with the same text in colors. */
  paint(colored: DocumentFragment): void {
    this.#code.replaceChildren(colored);
    this.#lines = undefined;
  }

  #addStretch(): void {
    this.#lines = document.createElement('span');
    this.#lines.className = 'code-lines';
    this.#lineCount = 0;
    this.#code.append(this.#lines);
  }

  #append(line: string): void {
    if (line.endsWith('\n')) this.#lineCount++;
    const last = this.#lines?.lastChild;
    if (last instanceof Text && /^[\t\n -~]*$/.test(line)) last.appendData(line);
    else if (this.#lines) appendVisible(this.#lines, line);
  }
}

function button(picture: 'insert' | 'copy', label: string, act: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'code-button';
  element.title = label;
  element.setAttribute('aria-label', label);
  element.append(icon(picture));
  element.addEventListener('click', act);
  return element;
}
