import { readdir, readFile, readlink } from 'node:fs/promises';

/** The number of the `read` system call. */
const READ: Readonly<Partial<Record<string, string>>> = { x64: '0', arm64: '63' };
/** No other program types into a command's terminal. */
const TERMINAL = /^\/dev\/(?:pts\/\d+|tty|console)$/;
/** The limit for the number of processes checked. */
const MAX_PROCESSES = 200;

/**
 * Whether `root` or a descendant is blocked in a read from `root`'s standard input or a terminal. Always false on
 * systems other than Linux, which don't provide this. Never rejects.
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
      // The system call and its arguments, in hexadecimal; the first argument of `read` is the file descriptor.
      const [call, file = ''] = (await told(readFile(`${folder}/task/${thread}/syscall`, 'latin1'), '')).split(' ');
      const reads = call === read ? await told(readlink(`${folder}/fd/${Number(file)}`), '') : '';
      if (reads === input || TERMINAL.test(reads)) return true;
      const children = await told(readFile(`${folder}/task/${thread}/children`, 'latin1'), '');
      open.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }
  return false;
}

/** Returns `otherwise` if the process has ended or belongs to another user. */
function told<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  return answer.catch(() => otherwise);
}
