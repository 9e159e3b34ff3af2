import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { LaunchRequest, SandboxedLaunch } from '../../agent/ports/sandbox';
import { startOrphanGuard, type OrphanGuard } from './orphanGuard';
import { shellLine } from './startProcess';
import { endTree, RUN_MARK } from './processTree';
import { messageOf } from '../../shared/messageOf';

/** Undefined: it runs as it is. Rejects where it may not run at all. */
export type ConfineLine = (request: LaunchRequest) => Promise<SandboxedLaunch | undefined>;

export interface InputProcessRequest {
  /** A line for the shell of this machine. */
  readonly command: string;
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
  /** Bytes of output and errors together; more ends it. */
  readonly maxBytes: number;
  /** Puts it into a sandbox. */
  readonly confine?: ConfineLine | undefined;
}

export interface InputProcessResult {
  /** Null: it did not end by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended, or could not be started, because of this. */
  readonly failure?: 'timeout' | 'flood' | 'cancelled' | 'crash';
  readonly detail?: string;
  /** The signal that somebody else ended it with. */
  readonly signal?: string;
}

/** How long output is waited for after the process has ended; what it left behind may hold the pipe open. */
const DRAIN_MS = 200;

/**
 * Runs a command that reads an input and answers, in a process group of its own. Aborting, too much output and too much
 * time end the whole group; the result does not wait for that. Never rejects.
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

/** One process, and its end. */
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
    // Who does not read its input is none the worse.
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
    // The guard stays until the group is gone: this process may end before that.
    if (this.child.pid !== undefined) void endTree(this.child.pid, this.mark).finally(this.guard.release);
    this.#end({ exitCode: null, failure }, true);
  }

  /** The first end counts. */
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
      // What still writes gets a broken pipe instead of somebody who reads for ever.
      stream.destroy();
    }
    settle({ ...end, stdout: textOf(this.#stdout), stderr: textOf(this.#stderr) });
  }
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
