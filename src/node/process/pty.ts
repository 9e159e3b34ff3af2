import { existsSync } from 'node:fs';
import { PTY_PROGRAM } from './ptyProgram';

/** Perl can make a terminal with nothing installed, and is there on macOS and on most of what runs Linux. */
const PERL = '/usr/bin/perl';

/** What programs are told of the size of their terminal. */
export const PTY_SIZE = { rows: 30, cols: 120 } as const;

/** Moves the cursor or clears more than a line: the text alone, in the order in which it came, is not what was shown. */
const DRAWS = /\x1b(?:\[[\d;]*[A-HJLMPSTXdf]|\[\?(?:47|1047|1049)[hl]|[78DM])/;

/** The command line that gives a command a terminal of its own; undefined: none can be had here. */
export function inPty(argv: readonly string[]): readonly string[] | undefined {
  const hasPerl = ['linux', 'darwin'].includes(process.platform) && existsSync(PERL);
  return hasPerl ? [PERL, '-e', PTY_PROGRAM, String(PTY_SIZE.rows), String(PTY_SIZE.cols), ...argv] : undefined;
}

/** What is said first where none can be had. */
export const WITHOUT_PTY = `pollux: no terminal could be had here (${process.platform === 'win32' ? 'not on Windows' : `there is no ${PERL}`}), so the command runs without.\n`;

/** What a terminal shows of an output in the end, as text; colours stay where nothing is drawn. */
export async function readableOutput(output: string): Promise<string> {
  if (!DRAWS.test(output)) return output.replaceAll('\r\n', '\n');
  const { screenText } = await import('./screenText');
  return screenText(output);
}
