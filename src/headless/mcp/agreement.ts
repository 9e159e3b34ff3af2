import { createInterface } from 'node:readline/promises';
import { InputError } from '../commandLine';
import type { Streams } from '../streams';

/**
 * Shows a text and has somebody at the terminal agree to it; nothing but `y` and `yes` is agreement. Where there is no
 * terminal, only `isAgreed` is, which the command line said; it throws `InputError` otherwise.
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
