import * as l10n from '@vscode/l10n';
import type { AgentEvent } from '../../shared/events';
import type { AnswerEnd, Part, ToolCall } from '../../shared/messages';

export interface AnswerPrinter {
  /** Prints a further piece of the answer's text. */
  readonly text: (piece: string) => void;
  readonly call: (call: ToolCall) => void;
  readonly warn: (message: string) => void;
}

/**
 * Prints an answer as it streams, so that the printed pieces make up its text. An answer that restarts after a
 * failure mostly repeats itself: text already printed isn't printed again, and a warning comes before different text.
 * Calls are printed at the end of the answer, before any of them runs.
 */
export class StreamedAnswer {
  /** The text printed so far of this answer. */
  #printed = '';
  /** The text since the restart, as long as it only repeats what is already printed. */
  #repeated: string | undefined;
  #calls: ToolCall[] = [];

  constructor(private readonly print: AnswerPrinter) {}

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'delta':
        this.#say(event.text);
        break;
      case 'part':
        this.#takePart(event.part);
        break;
      case 'retry':
        this.#repeated = '';
        this.#calls = [];
        break;
      case 'message-finished':
        this.#finish(event.end);
        break;
      default: // not part of an answer
    }
  }

  #takePart(part: Part): void {
    if (part.type === 'toolCall') this.#calls.push(part.call);
    else if (part.type === 'text') this.#say(part.text);
  }

  #say(text: string): void {
    if (text === '') return;
    if (this.#repeated === undefined) this.#put(text);
    else {
      const said = this.#repeated + text;
      if (said.startsWith(this.#printed)) {
        const rest = said.slice(this.#printed.length);
        this.#repeated = undefined;
        if (rest !== '') this.#put(rest);
      } else if (this.#printed.startsWith(said)) this.#repeated = said;
      else this.#beginAnew(said);
    }
  }

  #finish(end: AnswerEnd): void {
    const isWhole = end !== 'failed' && end !== 'interrupted';
    if (isWhole && this.#repeated !== undefined && this.#printed !== '') this.#beginAnew(this.#repeated);
    if (end !== 'failed') this.#calls.forEach(call => this.print.call(call));
    this.#printed = '';
    this.#repeated = undefined;
    this.#calls = [];
  }

  #beginAnew(text: string): void {
    this.print.warn(l10n.t('The answer restarted with a different text. Ignore the text so far.'));
    this.#printed = '';
    this.#repeated = undefined;
    if (text !== '') this.#put(text);
  }

  #put(text: string): void {
    this.#printed += text;
    this.print.text(text);
  }
}
