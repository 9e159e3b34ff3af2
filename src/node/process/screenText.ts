import { Terminal, type IBuffer } from '@xterm/headless';

/** How many lines that scroll off the screen are stored. */
const SCROLLBACK = 10_000;
/** Matches before a program leaves the alternate screen, whose content is then lost. */
const LEAVES = /(?=\x1b\[\?(?:47|1047|1049)l)/;

/** The text of a screen after this output, preceded by the final content of each alternate screen. */
export async function screenText(
  output: string,
  size: { readonly rows: number; readonly cols: number },
): Promise<string> {
  const screen = new Terminal({ ...size, scrollback: SCROLLBACK, allowProposedApi: true });
  const shown: string[] = [];
  const note = () => {
    if (screen.buffer.active.type === 'alternate') shown.push(textOf(screen.buffer.active));
  };
  try {
    for (const piece of output.split(LEAVES)) {
      // The alternate screen disappears with the first characters of the next piece, so record it at the end of this
      // one.
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
  // Programs pad lines with spaces to overwrite earlier text.
  return lines
    .map(line => line.trimEnd())
    .join('\n')
    .trimEnd();
}
