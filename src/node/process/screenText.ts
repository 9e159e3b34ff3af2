import { Terminal, type IBuffer } from '@xterm/headless';
import { PTY_SIZE } from './pty';

/** Lines that scroll out of the screen. */
const SCROLLBACK = 10_000;
/** Where a program leaves the screen that it had for itself, and all that it showed is gone. */
const LEAVES = /(?=\x1b\[\?(?:47|1047|1049)l)/;

/** What a screen shows that got this output: lines of text, and before them what programs showed on a screen of their own at last. */
export async function screenText(output: string): Promise<string> {
  const screen = new Terminal({ ...PTY_SIZE, scrollback: SCROLLBACK, allowProposedApi: true });
  const shown: string[] = [];
  const note = () => {
    if (screen.buffer.active.type === 'alternate') shown.push(textOf(screen.buffer.active));
  };
  try {
    for (const piece of output.split(LEAVES)) {
      // What was shown until here goes with the first characters of the piece, so it is noted at the end of the one before.
      await new Promise<void>(resolve => screen.write(piece, resolve));
      note();
    }
    return [...shown, textOf(screen.buffer.normal)].filter(text => text !== '').join('\n\n');
  } finally {
    screen.dispose();
  }
}

function textOf(buffer: IBuffer): string {
  const lines: string[] = [];
  for (let at = 0; at < buffer.length; at++) {
    const line = buffer.getLine(at);
    const text = line?.translateToString(true) ?? '';
    if (line?.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`);
    else lines.push(text);
  }
  // Programs fill lines with blanks to clear what was there.
  return lines
    .map(line => line.trimEnd())
    .join('\n')
    .trimEnd();
}
