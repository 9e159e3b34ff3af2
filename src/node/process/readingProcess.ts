import { readdir, readFile, readlink } from 'node:fs/promises';

/** The number of the system call `read`. */
const READ: Readonly<Partial<Record<string, string>>> = { x64: '0', arm64: '63' };
/** Nobody else types at the terminal of a command. */
const TERMINAL = /^\/dev\/(?:pts\/\d+|tty|console)$/;
/** A tree that is larger is not looked through to its end. */
const MAX_PROCESSES = 200;

/**
 * Whether `root` or a process below it is blocked in reading what is now the standard input of `root`, or a terminal. Always false where
 * the system does not tell: only Linux does. Never rejects.
 */
export async function isAnyReading(root: number): Promise<boolean> {
  const read = process.platform === 'linux' ? READ[process.arch] : undefined;
  if (read === undefined) return false;
  const input = await told(readlink(`/proc/${root}/fd/0`), '');
  if (input === '') return false;
  const open = [root];
  for (let at = 0; at < Math.min(open.length, MAX_PROCESSES); at++) {
    const folder = `/proc/${open[at]}`;
    for (const thread of await told(readdir(`${folder}/task`), [])) {
      // The call and its arguments, in hexadecimal; the first that `read` has is the file descriptor.
      const [call, file = ''] = (await told(readFile(`${folder}/task/${thread}/syscall`, 'latin1'), '')).split(' ');
      const reads = call === read ? await told(readlink(`${folder}/fd/${Number(file)}`), '') : '';
      if (reads === input || TERMINAL.test(reads)) return true;
      const children = await told(readFile(`${folder}/task/${thread}/children`, 'latin1'), '');
      open.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }
  return false;
}

/** What is asked of a process that has ended, or is somebody else's, has no answer. */
function told<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return answer.catch(() => otherwise);
}
