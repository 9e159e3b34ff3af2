import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { LaunchRequest, SandboxedLaunch } from '../../agent/ports/sandbox';
import { startOrphanGuard, type OrphanGuard } from './orphanGuard';
import { shellLine } from './startProcess';
import { endTree, RUN_MARK } from './processTree';
import { messageOf } from '../../shared/messageOf';

/** Undefined: run without a sandbox. Rejects if the command must not run at all. */
export type ConfineLine = (request: LaunchRequest) => Promise<SandboxedLaunch | undefined>;

export interface InputProcessRequest {
  /** A command line for this machine's shell. */
  readonly command: string;
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The process's standard input. */
  readonly input: string;
  readonly timeoutMs: number;
  /** The limit for stdout and stderr together, in bytes; exceeding it ends the process. */
  readonly maxBytes: number;
  /** Runs the command in a sandbox. */
  readonly confine?: ConfineLine | undefined;
}

export interface InputProcessResult {
  /** Null: it didn't exit by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why the process was ended or couldn't be started. */
  readonly failure?: 'timeout' | 'flood' | 'cancelled' | 'crash';
  readonly detail?: string;
  /** The signal that ended it, if this code didn't send it. */
  readonly signal?: string;
}

/** How long to wait for output after the process has ended: its child processes may hold the pipe open. */
const DRAIN_MS = 200;

/**
 * Runs a command that reads input and answers, in its own process group. An abort, too much output or a timeout ends
 * the whole group; the result doesn't wait for that. Never rejects.
 */
export async function runInputProcess(request: InputProcessRequest, signal: AbortSignal): Promise<InputProcessResult> {
  const none = { exitCode: null, stdout: '', stderr: '' };
  if (signal.aborted) return { ...none, failure: 'cancelled' };
  if (!statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return { ...none, failure: 'crash', detail: `There is no folder ${request.cwd}` };
  }
  const mark = randomUUID();
  let guard: OrphanGuard | undefined;
  let launch: SandboxedLaunch | undefined;
  try {
    const { cwd, env, confine } = request;
    launch = await confine?.({ argv: shellLine(request.command), cwd, env });
    const [file = '', ...args] = launch?.argv ?? shellLine(request.command);
    guard = startOrphanGuard();
    const child = spawn(file, args, {
      cwd,
      env: { ...(launch?.env ?? env), [RUN_MARK]: mark },
      detached: process.platform !== 'win32',
      stdio: 'pipe',
      windowsHide: true,
    });
    if (child.pid !== undefined) guard.watch(child.pid, mark);
    return await new InputRun(child, mark, guard, request, signal).result;
  } catch (error) {
    guard?.release();
    return { ...none, failure: 'crash', detail: messageOf(error) };
  } finally {
    launch?.close();
  }
}

/** One process until it ends. */
class InputRun {
  readonly result: Promise<InputProcessResult>;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  #bytes = 0;
  #settle: ((result: InputProcessResult) => void) | undefined;
  #drain: NodeJS.Timeout | undefined;
  readonly #timeout: NodeJS.Timeout;
  readonly #maxBytes: number;

  constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly mark: string,
    private readonly guard: OrphanGuard,
    { input, timeoutMs, maxBytes }: InputProcessRequest,
    private readonly signal: AbortSignal,
  ) {
    this.#maxBytes = maxBytes;
    this.result = new Promise(resolve => (this.#settle = resolve));
    this.#follow(child.stdout, this.#stdout);
    this.#follow(child.stderr, this.#stderr);
    child.once('error', error => this.#end({ exitCode: null, failure: 'crash', detail: error.message }));
    child.once('exit', (exitCode, killedBy) => {
      const end =
        killedBy === null ? { exitCode } : { exitCode, failure: 'crash' as const, detail: killedBy, signal: killedBy };
      child.once('close', () => this.#end(end));
      this.#drain = setTimeout(() => this.#end(end), DRAIN_MS);
    });
    this.#timeout = setTimeout(() => this.#kill('timeout'), timeoutMs);
    signal.addEventListener('abort', this.#cancel);
    // A process that doesn't read its input causes an error here, which is harmless.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  }

  readonly #cancel = (): void => this.#kill('cancelled');

  #follow(stream: Readable, kept: Buffer[]): void {
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#maxBytes) this.#kill('flood');
      else kept.push(chunk);
    });
  }

  #kill(failure: 'timeout' | 'flood' | 'cancelled'): void {
    if (!this.#settle) return;
    // The guard stays until the group has ended, because this process may end first.
    if (this.child.pid !== undefined) void endTree(this.child.pid, this.mark).finally(this.guard.release);
    this.#end({ exitCode: null, failure }, true);
  }

  /** Only the first call counts. */
  #end(end: Pick<InputProcessResult, 'exitCode' | 'failure' | 'detail' | 'signal'>, isKilled = false): void {
    const settle = this.#settle;
    if (!settle) return;
    this.#settle = undefined;
    clearTimeout(this.#timeout);
    clearTimeout(this.#drain);
    this.signal.removeEventListener('abort', this.#cancel);
    if (!isKilled) this.guard.release();
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.removeAllListeners('data');
      // Processes still writing get a broken pipe, rather than a reader that never stops.
      stream.destroy();
    }
    settle({ ...end, stdout: textOf(this.#stdout), stderr: textOf(this.#stderr) });
  }
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
