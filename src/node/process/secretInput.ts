import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';

/** Standard input; a terminal has `isTTY`. */
export type SecretSource = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/**
 * Reads one secret: a line typed into a terminal, without echo, or everything that is piped in. `ask` is called when
 * echo is off. Undefined: the user cancelled.
 */
export async function readSecret(input: SecretSource, ask: () => void): Promise<string | undefined> {
  if (input.isTTY !== true) return (await textOf(input)).trim();
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input, output: unseen, terminal: true, historySize: 0 });
  try {
    const typed = new Promise<string | undefined>(resolve => {
      line.once('line', text => resolve(text.trim()));
      line.once('SIGINT', () => resolve(undefined));
      line.once('close', () => resolve(undefined));
    });
    ask();
    return await typed;
  } finally {
    line.close();
  }
}
