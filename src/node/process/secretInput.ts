import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';

/** Standard input, of which a terminal has `isTTY`. */
export type SecretSource = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/**
 * One secret: a line typed into a terminal, which does not show it, or all of what is piped in. `ask` is called when the
 * terminal has stopped to show what is typed. Undefined: the person gave up.
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
