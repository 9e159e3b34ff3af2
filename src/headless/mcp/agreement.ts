import { createInterface } from 'node:readline/promises';
import { InputError } from '../commandLine';
import type { Streams } from '../output/streams';

/**
 * Shows a text and asks the user at the terminal to agree; only `y` and `yes` mean agreement. Without a terminal,
 * throws `InputError` unless the command line agreed (`isAgreed`).
 */
export function createAgreement(isAgreed: boolean, input: NodeJS.ReadStream, { err }: Streams) {
  return async (question: string, text: string): Promise<boolean> => {
    err(`${text}\n`);
    if (isAgreed) return true;
    if (!input.isTTY) throw new InputError(`${question} There is no terminal to ask in: use --yes to approve it.`);
    const lines = createInterface({ input, output: process.stderr });
    try {
      return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  };
}
