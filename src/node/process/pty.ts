import { existsSync } from 'node:fs';
import { PTY_PROGRAM } from './ptyProgram';

/** Perl can create a terminal without further packages; macOS and most Linux systems have it. */
const PERL = '/usr/bin/perl';

/** The terminal size reported to programs. */
const PTY_SIZE = { rows: 30, cols: 120 } as const;

/** Moves the cursor or clears more than a line: then the raw output differs from what was shown. */
const DRAWS = /\x1b(?:\[[\d;]*[A-HJLMPSTXdf]|\[\?(?:47|1047|1049)[hl]|[78DM])/;

/** The command line that runs a command in its own terminal; undefined: not possible here. */
export function inPty(argv: readonly string[]): readonly string[] | undefined {
  const hasPerl = ['linux', 'darwin'].includes(process.platform) && existsSync(PERL);
  return hasPerl ? [PERL, '-e', PTY_PROGRAM, String(PTY_SIZE.rows), String(PTY_SIZE.cols), ...argv] : undefined;
}

/** Printed first if no terminal is available. */
export const WITHOUT_PTY = `pollux: no terminal is available here (${process.platform === 'win32' ? 'not on Windows' : `there is no ${PERL}`}), so the command runs without one.\n`;

/** The text that a terminal finally shows for an output; colors are preserved if nothing is drawn. */
export async function readableOutput(output: string): Promise<string> {
  if (!DRAWS.test(output)) return output.replaceAll('\r\n', '\n');
  const { screenText } = await import('./screenText');
  return screenText(output, PTY_SIZE);
}
