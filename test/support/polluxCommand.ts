import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { dirname, join } from 'node:path';
import { WarmCommand } from './warmCommand';

const COMMAND = join(__dirname, '..', '..', 'dist', 'headless.js');
const warm = new WarmCommand(dirname(COMMAND));

export interface CommandPlace {
  readonly cwd: string;
  /** The whole environment, besides `PATH`. */
  readonly env: Readonly<Record<string, string>>;
  /** On standard input, which ends after it; null: it stays open. */
  readonly input?: string | null;
  /** A command of the shell that gets the input, and whose output is piped into `pollux`. */
  readonly through?: string;
  /** Whether the test is about the process itself: its start, its end, what it loads, or what is left of it. */
  readonly isOwnProcess?: boolean;
}

export interface CommandEnd {
  /** Null: a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built `pollux` as a process of its own, with nothing of the environment of the tests. */
export function startCommand(
  args: readonly string[],
  { cwd, env, input = '', through }: CommandPlace,
): { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<CommandEnd> } {
  const piped = through === undefined ? [] : ['-c', `${through} | "$0" "$@"`, process.execPath];
  const program = through === undefined ? process.execPath : 'sh';
  const child = spawn(program, [...piped, COMMAND, ...args], { cwd, env: { PATH: process.env.PATH, ...env } });
  if (input !== null) child.stdin.end(input);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const ended = new Promise<CommandEnd>(resolve => child.once('close', code => resolve({ code, out, err })));
  return { child, ended };
}

/**
 * Runs the built `pollux` to its end. A new process costs several times as much as what most tests are about, so one
 * process does a run after another, each with bundles that are evaluated again, wherever that makes no difference.
 */
export async function runCommand(args: readonly string[], place: CommandPlace): Promise<CommandEnd> {
  const { cwd, env, input = '', through, isOwnProcess } = place;
  // Node reads its own variables when a process starts.
  const isForStart = Object.keys(env).some(name => name.startsWith('NODE_'));
  if (isOwnProcess || isForStart || input === null || through !== undefined) return startCommand(args, place).ended;
  const run = warm.run({ args, cwd, env: { PATH: process.env.PATH, ...env }, input });
  return run ?? startCommand(args, place).ended;
}
