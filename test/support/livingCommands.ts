import { readFileSync, readdirSync } from 'node:fs';

/** The living processes that have this among their arguments, as their command lines. */
export function commandsWith(argument: string): readonly string[] {
  const textOf = (file: string) => {
    try {
      return readFileSync(file, 'latin1');
    } catch {
      return ''; // it has ended
    }
  };
  const living = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return living.map(pid => textOf(`/proc/${pid}/cmdline`)).filter(line => line.split('\0').includes(argument));
}
