import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { TypedLine } from './typedLine';
import { plainLabel } from '../../shared/plainText';

// A terminal that was never shown accepts no text, so this much is kept for it, in characters.
const BACKLOG_LENGTH = 256 * 1024;
// Nobody reads faster than this, and the window must draw everything that it gets.
const [INTERVAL_MS, MOST_IN_INTERVAL] = [50, 64 * 1024];
/** The interval after text was left out: a shorter one would fill memory faster than it is freed. */
const FLOOD_INTERVAL_MS = 500;

const CTRL_C = '\x03';
const [DIM, RED, RESET] = ['\x1b[2m', '\x1b[31m', '\x1b[0m'];

/** Receives the user's actions in the terminal. */
export interface MirrorListener {
  /** Called on Ctrl+C, and when the user closes the terminal. */
  interrupt(): void;
  /** Called with each typed line; null: the input should be closed. */
  type(line: string | null): void;
  /** Whether typed text may be visible now. */
  isVisible(): boolean;
}

/** A terminal that shows commands but runs none. Creating it reveals nothing and takes no focus. */
export class TerminalMirror implements vscode.Disposable {
  readonly #terminal: vscode.Terminal;
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closing: vscode.Disposable;
  readonly #backlog: string[] = [];
  #typed = new TypedLine();
  #backlogLength = 0;
  #next = '';
  #left = 0;
  #interval = INTERVAL_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasScreen = false;
  #isOpen = true;
  #isAtLineStart = true;

  constructor(
    name: string,
    private readonly listener: MirrorListener,
  ) {
    const pty: vscode.Pseudoterminal = {
      onDidWrite: this.#written.event,
      open: () => this.#showBacklog(),
      close: () => undefined,
      handleInput: data => {
        if (data.includes(CTRL_C)) listener.interrupt();
        else this.#type(data);
      },
    };
    this.#terminal = vscode.window.createTerminal({
      name: plainLabel(name),
      pty,
      iconPath: new vscode.ThemeIcon('sparkle'),
      isTransient: true,
    });
    // Unlike the pseudoterminal's own `close`, this event also comes for a terminal that was never shown.
    this.#closing = vscode.window.onDidCloseTerminal(terminal => {
      if (terminal !== this.#terminal) return;
      this.#isOpen = false;
      listener.interrupt();
    });
  }

  /** False once the user has closed the terminal. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  begin(cwd: string, command: string): void {
    // A line begun for another command is not for this one.
    this.#typed = new TypedLine();
    this.write(`${DIM}${printable(cwd)}${RESET}\n$ ${printable(command)}\n`);
  }

  /** Accepts either kind of line ending. */
  write(text: string): void {
    if (text === '') return;
    this.#isAtLineStart = text.endsWith('\n');
    // Cut before joining: long texts that would only be cut later would fill the memory.
    if (this.#next.length + text.length > 2 * MOST_IN_INTERVAL) this.#keep(MOST_IN_INTERVAL - text.length);
    this.#next += text;
    this.#timer ??= setTimeout(() => this.#flush(), this.#interval);
  }

  end(how: string, isGood: boolean): void {
    this.write(`${RESET}${this.#isAtLineStart ? '' : '\n'}${isGood ? DIM : RED}${printable(how)}${RESET}\n\n`);
  }

  /** Reveals the terminal without focusing it. */
  show(): void {
    this.#terminal.show(true);
  }

  dispose(): void {
    this.#isOpen = false;
    this.#closing.dispose();
    this.#terminal.dispose();
    clearTimeout(this.#timer);
    this.#written.dispose();
  }

  #flush(): void {
    this.#timer = undefined;
    this.#keep(MOST_IN_INTERVAL);
    const note = this.#left > 0 ? `${DIM}… ${notShown(this.#left)} …${RESET}\n` : '';
    this.#put((note + this.#next).replace(/\r?\n/g, '\r\n'));
    this.#next = '';
    this.#interval = this.#left > 0 ? FLOOD_INTERVAL_MS : INTERVAL_MS;
    this.#left = 0;
  }

  /** Drops all pending text except the last `most` characters, starting at a whole line if possible. */
  #keep(most: number): void {
    const cut = this.#next.length - Math.max(0, most);
    if (cut <= 0) return;
    const line = this.#next.indexOf('\n', cut) + 1;
    const start = line > 0 && line < this.#next.length ? line : cut;
    this.#left += start;
    this.#next = this.#next.slice(start);
  }

  #type(keys: string): void {
    const { drawn, lines } = this.#typed.take(keys, this.listener.isVisible());
    this.write(drawn);
    for (const line of lines) this.listener.type(line);
  }

  #showBacklog(): void {
    this.#hasScreen = true;
    for (const text of this.#backlog.splice(0)) this.#written.fire(text);
    this.#backlogLength = 0;
  }

  #put(text: string): void {
    if (this.#hasScreen) return this.#written.fire(text);
    this.#backlog.push(text);
    this.#backlogLength += text.length;
    while (this.#backlogLength > BACKLOG_LENGTH && this.#backlog.length > 1) {
      this.#backlogLength -= this.#backlog.shift()?.length ?? 0;
    }
  }
}

function notShown(count: number): string {
  return count === 1 ? l10n.t('1 character isn’t shown') : l10n.t('{0} characters aren’t shown', count);
}

/** Replaces control characters, with which a command could pose as another. */
function printable(text: string): string {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '\uFFFD');
}
