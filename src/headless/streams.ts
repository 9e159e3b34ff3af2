import { ControlFilter, stripControls } from '../tools/text/controls';

interface Writable {
  write(text: string): unknown;
}

export interface TerminalStreams extends Streams {
  /** From now on the answer is printed as it comes; `warns`: says first what that may do. */
  passRaw(warns: boolean): void;
}

/**
 * Standard output and standard error without terminal control sequences: what models, files and servers say could
 * rewrite what is on the screen or reach the clipboard.
 */
export function createStreams(out: Writable, err: Writable): TerminalStreams {
  // An answer comes in pieces, and a sequence may be cut by their ends.
  const filter = new ControlFilter();
  let isRaw = false;
  const warn = (text: string) => err.write(stripControls(text));
  return {
    out: text => out.write(isRaw ? text : filter.push(text)),
    err: warn,
    passRaw(warns) {
      isRaw = true;
      if (warns) warn(RAW_WARNING);
    },
  };
}

const RAW_WARNING =
  '[WARNING] --raw-output is on: escape sequences of the answer reach the terminal and may mislead you. ' +
  '--accept-raw-output-risk leaves this warning out.\n';

/** As JSON in which no control character stands, C1 included, so that it means the same and steers no terminal. */
export function terminalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f]/g,
    each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Standard output carries the answer alone; everything else goes to standard error. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}
