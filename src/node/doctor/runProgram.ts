import { spawn } from 'node:child_process';
import { scrubEnvironment } from '../process/environment';

export type ProgramAnswer =
  | { readonly kind: 'ended'; readonly code: number | null; readonly out: string; readonly err: string }
  /** It hadn't ended when time ran out, and was killed. */
  | { readonly kind: 'hung' }
  | { readonly kind: 'missing'; readonly reason: string };

const MAX_OUTPUT = 10_000;

/** Runs a program that should end quickly, without input and without the environment's secrets. */
export function runProgram(file: string, args: readonly string[], patienceMs: number): Promise<ProgramAnswer> {
  return new Promise(resolve => {
    const env = scrubEnvironment(process.env);
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // Its child processes may hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ kind: 'hung' });
    }, patienceMs);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out = (out + text).slice(0, MAX_OUTPUT)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err = (err + text).slice(0, MAX_OUTPUT)));
    const end = (answer: ProgramAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    child.once('error', ({ message }) => end({ kind: 'missing', reason: message }));
    child.once('close', code => end({ kind: 'ended', code, out: out.trim(), err: err.trim() }));
  });
}
