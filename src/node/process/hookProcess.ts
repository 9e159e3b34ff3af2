import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { commandEnvironment, type CommandEnvironmentOptions } from './environment';
import { startOrphanGuard, type OrphanGuard } from './orphanGuard';
import { quoteVariables } from './hookCommand';
import { endTree } from './processRunner';
import { RUN_MARK } from './processTree';
import { defaultShell } from './shell';

export interface HookProcessRequest {
  readonly command: string;
  readonly cwd: string;
  /** Added to the environment, which has no secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  readonly input: string;
  readonly timeoutMs: number;
}

export interface HookProcessResult {
  /** Null: it did not end by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended, or could not be started, because of this. */
  readonly failure?: 'timeout' | 'flood' | 'cancelled' | 'crash';
  readonly detail?: string;
}

/** Bytes of output and errors together; more is no answer. */
const MAX_BYTES = 1024 * 1024;
/** How long output is waited for after the process has ended; what it left behind may hold the pipe open. */
const DRAIN_MS = 200;

/**
 * Runs a hook in a process group of its own, in an environment without secrets. Aborting, too much output and too much
 * time end the whole group; the result does not wait for that. Never rejects.
 */
export async function runHookProcess(
  request: HookProcessRequest,
  environment: CommandEnvironmentOptions,
  signal: AbortSignal,
): Promise<HookProcessResult> {
  const none = { exitCode: null, stdout: '', stderr: '' };
  if (signal.aborted) return { ...none, failure: 'cancelled' };
  if (!statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return { ...none, failure: 'crash', detail: `There is no folder ${request.cwd}` };
  }
  const mark = randomUUID();
  const { file, args } = defaultShell();
  const dialect = process.platform === 'win32' ? 'powershell' : 'posix';
  let guard: OrphanGuard | undefined;
  try {
    guard = startOrphanGuard();
    const child = spawn(file, [...args, quoteVariables(request.command, dialect)], {
      cwd: request.cwd,
      // Redaction can be switched off for commands, which people read before they run; not here.
      env: {
        ...commandEnvironment(process.env, { ...environment, variables: process.env, isEnabled: true }),
        // A bash on the first level that reads from a socket, as which Node's pipes count, would run `.bashrc`.
        SHLVL: '1',
        ...request.env,
        [RUN_MARK]: mark,
      },
      detached: process.platform !== 'win32',
      stdio: 'pipe',
      windowsHide: true,
    });
    if (child.pid !== undefined) guard.watch(child.pid, mark);
    return await new HookRun(child, mark, guard, request, signal).result;
  } catch (error) {
    guard?.release();
    return { ...none, failure: 'crash', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** One process of a hook, and its end. */
class HookRun {
  readonly result: Promise<HookProcessResult>;
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  #bytes = 0;
  #settle: ((result: HookProcessResult) => void) | undefined;
  #drain: NodeJS.Timeout | undefined;
  readonly #timeout: NodeJS.Timeout;

  constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly mark: string,
    private readonly guard: OrphanGuard,
    { input, timeoutMs }: HookProcessRequest,
    private readonly signal: AbortSignal,
  ) {
    this.result = new Promise(resolve => (this.#settle = resolve));
    this.#follow(child.stdout, this.#stdout);
    this.#follow(child.stderr, this.#stderr);
    child.once('error', error => this.#end({ exitCode: null, failure: 'crash', detail: error.message }));
    child.once('exit', (exitCode, killedBy) => {
      const end = killedBy === null ? { exitCode } : { exitCode, failure: 'crash' as const, detail: killedBy };
      child.once('close', () => this.#end(end));
      this.#drain = setTimeout(() => this.#end(end), DRAIN_MS);
    });
    this.#timeout = setTimeout(() => this.#kill('timeout'), timeoutMs);
    signal.addEventListener('abort', this.#cancel);
    // A hook that does not read its input is none the worse.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  }

  readonly #cancel = (): void => this.#kill('cancelled');

  #follow(stream: Readable, kept: Buffer[]): void {
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_BYTES) this.#kill('flood');
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
  #end(end: Pick<HookProcessResult, 'exitCode' | 'failure' | 'detail'>, isKilled = false): void {
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
