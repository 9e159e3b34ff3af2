import { visibleText } from '../../shared/hiddenCharacters';
import { ControlFilter, stripControls } from '../../tools/text/controls';

interface Writable {
  write(text: string): unknown;
}

export interface TerminalStreams extends Streams {
  /** From now on, prints the answer unfiltered; `warns`: prints a warning about the risk first. */
  passRaw(warns: boolean): void;
  /** From now on, prints nothing more on standard output. */
  endOutput(): void;
}

/**
 * Standard output and standard error without terminal control sequences: text from models, files and servers could
 * overwrite the screen or access the clipboard. On standard error, invisible characters are spelled out, too.
 */
export function createStreams(out: Writable, err: Writable): TerminalStreams {
  // Stateful, because a sequence may be split between the pieces of an answer.
  const filter = new ControlFilter();
  let isRaw = false;
  let isOver = false;
  const warn = (text: string) => err.write(visibleText(stripControls(text)));
  return {
    out: text => {
      if (!isOver) out.write(isRaw ? text : filter.push(text));
    },
    err: warn,
    endOutput() {
      isOver = true;
    },
    passRaw(warns) {
      isRaw = true;
      if (warns) warn(RAW_WARNING);
    },
  };
}

const RAW_WARNING =
  '[WARNING] --raw-output is on: escape sequences of the answer reach the terminal and may mislead you. ' +
  '--accept-raw-output-risk leaves this warning out.\n';

/**
 * JSON with all control characters escaped, including C1, so that it has the same meaning but can't control a
 * terminal.
 */
export function terminalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f]/g,
    each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Standard output is only for the answer; everything else goes to standard error. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}
