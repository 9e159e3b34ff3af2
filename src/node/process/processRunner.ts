import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandInput, CommandResult, OnInput, OnOutput, WriteInput } from '../../agent/ports/terminal';
import { CalmHeap } from './calmHeap';
import { InputWatch } from './inputWatch';
import { startOrphanGuard, type OrphanGuard } from './orphanGuard';
import { leftBy, type LeftProcesses } from './leftProcesses';
import { OutputBuffer } from './outputBuffer';
import { endTree } from './processTree';
import { inPty, readableOutput, WITHOUT_PTY } from './pty';
import { isAnyReading } from './readingProcess';
import { isGated, onLeavingProcesses, openGate, startProcess, type ProcessRequest } from './startProcess';
import { messageOf } from '../../shared/messageOf';

const DEFAULT_KEEP_OUTPUT = 256 * 1024;
const DEFAULT_INACTIVITY_MS = 300_000;
const DRAIN_MS = 200;
/** Hides even the length of a secret. */
const SECRET_ECHO = '••••';

/**
 * Runs a shell command in its own process group, with standard input closed unless `onInput` is set. Resolves when it
 * has exited; its background processes continue, with their output discarded and their input closed, until `onLeft`'s
 * receiver or the end of this process ends them. An abort ends all of its processes. Never rejects.
 */
export async function runProcess(
  request: ProcessRequest,
  onOutput: OnOutput,
  signal: AbortSignal,
): Promise<CommandResult> {
  const failed = { output: '', exitCode: null, signal: null };
  if (signal.aborted) {
    request.launch?.close();
    return failed;
  }
  if (!statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return { ...failed, error: `The working directory does not exist: ${request.cwd}` };
  }
  const mark = randomUUID();
  let guard: OrphanGuard | undefined;
  try {
    if (isGated(request)) guard = startOrphanGuard();
    const child = startProcess(request, mark);
    if (child.pid !== undefined) {
      guard?.watch(child.pid, mark);
      openGate(child);
      request.onStart?.(child.pid);
    }
    const run = new Run(child, mark, request, onOutput, signal);
    const result = await shownOf(run, request);
    if (run.left) void run.left.gone.then(guard?.release);
    else guard?.release();
    return withBlock(result, run.left, request);
  } catch (error) {
    guard?.release();
    request.launch?.close();
    return { ...failed, error: messageOf(error) };
  }
}

async function shownOf(run: Run, { wantsTerminal }: ProcessRequest): Promise<CommandResult> {
  const result = await run.result();
  return wantsTerminal ? { ...result, output: await readableOutput(result.output) } : result;
}

function withBlock(
  result: CommandResult,
  left: LeftProcesses | undefined,
  { launch, onLeft }: ProcessRequest,
): CommandResult {
  // Where the kernel ends them with the command, those that are left are just ending.
  const isLeft = left !== undefined && launch?.endsWithParent !== true;
  if (isLeft) onLeft?.(left);
  const ended = { ...result, ...(isLeft && { backgroundPids: left.pids }) };
  if (!launch) return ended;
  const block = launch.blocked(result);
  const created = launch.created();
  if (left) {
    launch.follow();
    void left.gone.then(() => launch.close());
  } else {
    launch.close();
  }
  return { ...ended, sandbox: { tier: launch.tier, ...(block && { block }), ...(created.length > 0 && { created }) } };
}

/** One process with its output, limits and end. */
class Run {
  /** What it left running, once the result is there. */
  left: LeftProcesses | undefined;
  readonly #output: OutputBuffer;
  readonly #closed: Promise<unknown>;
  readonly #silence: NodeJS.Timeout | undefined;
  readonly #release: (() => void)[] = [];
  #killing: Promise<void> | undefined;
  #isTimedOut = false;
  /** While set, the command's output is paused until this resolves. */
  #pause: Promise<void> | undefined;
  readonly #inputs: CommandInput[] = [];
  #watch: InputWatch | undefined;
  /** In a terminal, a line feed alone wouldn't move the cursor to the start of the line. */
  readonly #lineEnd: '\n' | '\r\n';
  readonly #heap = new CalmHeap();

  constructor(
    private readonly child: ChildProcess,
    private readonly mark: string,
    request: ProcessRequest,
    private readonly onOutput: OnOutput,
    private readonly signal: AbortSignal,
  ) {
    const { inactivityMs = DEFAULT_INACTIVITY_MS, keepOutput = DEFAULT_KEEP_OUTPUT, onInput, wantsTerminal } = request;
    this.#output = new OutputBuffer(keepOutput);
    const streams = [child.stdout, child.stderr].filter(stream => stream !== null);
    this.#closed = Promise.all(streams.map(closeOf));
    this.#lineEnd = wantsTerminal && inPty([]) ? '\r\n' : '\n';
    if (wantsTerminal && !inPty([])) void this.#take(WITHOUT_PTY);
    if (onInput && child.stdin) this.#openInput(child.stdin, onInput);
    for (const stream of streams) this.#follow(stream);
    if (inactivityMs > 0) this.#silence = setTimeout(this.#endSilent, inactivityMs);
    signal.addEventListener('abort', this.#kill);
    if (signal.aborted) this.#kill();
  }

  /** Rejects if the process couldn't be started. */
  async result(): Promise<CommandResult> {
    try {
      const ended = await endOf(this.child);
      await this.#pause;
      // A background process may hold the pipe open as long as it runs.
      await Promise.race([this.#closed, delay(DRAIN_MS)]);
      await this.#killing;
      this.left = await leftBy(this.child, this.mark);
      const { pid } = this.child;
      this.#letGo();
      return {
        output: this.#output.text(),
        ...ended,
        ...(this.#isTimedOut && { isTimedOut: true }),
        ...(pid !== undefined && { processGroup: pid }),
        ...(this.#inputs.length > 0 && { inputs: this.#inputs }),
      };
    } finally {
      this.#letGo();
    }
  }

  readonly #kill = (): void => {
    if (this.child.pid !== undefined) this.#killing ??= endTree(this.child.pid, this.mark);
  };

  readonly #endSilent = (): void => {
    this.#isTimedOut = true;
    this.#kill();
  };

  readonly #take = (text: string): Promise<unknown> | undefined => {
    this.#silence?.refresh();
    if (text === '') return undefined;
    this.#output.append(text);
    this.#heap.passed(text.length);
    const isFull = this.onOutput(text);
    return isFull instanceof Promise ? isFull : undefined;
  };

  #follow(stream: Readable): void {
    const decoder = new StringDecoder('utf8');
    const onData = (chunk: Buffer) => {
      const text = decoder.write(chunk);
      const isFull = this.#take(text);
      this.#watch?.printed(text);
      if (isFull) this.#pause = hold(stream, isFull);
    };
    stream.on('data', onData);
    this.#release.push(() => {
      stream.off('data', onData);
      void this.#take(decoder.end());
      // Background processes' further output is read and discarded, otherwise they would stop at a full or broken
      // pipe.
      stream.resume();
      if (stream instanceof Socket) stream.unref();
    });
  }

  #openInput(stdin: Writable, onInput: OnInput): void {
    const write: WriteInput = line => this.#give(stdin, line);
    // A command that ends or closes its input early causes an error here, which is harmless.
    stdin.on('error', () => undefined);
    const { pid } = this.child;
    this.#watch = new InputWatch({
      after: (ms, work) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      isReading: async () => pid !== undefined && isAnyReading(pid),
      onChange: awaited => onInput(awaited, write),
    });
    onInput(null, write);
    this.#release.push(() => {
      this.#watch?.end();
      stdin.destroy();
    });
  }

  #give(stdin: Writable, line: string | null): boolean {
    if (!this.#watch || !stdin.writable) return false;
    const { kind } = this.#watch;
    if (line === null) {
      this.#inputs.push({ kind: 'closed' });
      this.#watch.end();
      stdin.end();
      this.#silence?.refresh();
    } else {
      this.#inputs.push(kind === 'secret' ? { kind } : { kind, text: line });
      this.#watch.answered();
      const echo = kind === 'secret' ? SECRET_ECHO : line.replace(/\p{Cc}/gu, '\uFFFD');
      void this.#take(`> ${echo}${this.#lineEnd}`);
      stdin.write(`${line}\n`);
    }
    return true;
  }

  #letGo(): void {
    for (const release of this.#release.splice(0)) release();
    this.#heap.end();
    clearTimeout(this.#silence);
    this.signal.removeEventListener('abort', this.#kill);
  }
}

/** How a command ended; rejects if it couldn't be started. */
function endOf(child: ChildProcess): Promise<{ exitCode: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    const onEnd = (exitCode: number | null, signal: string | null) => resolve({ exitCode, signal });
    child.once('error', reject);
    child.once('exit', onEnd);
    onLeavingProcesses(child, onEnd);
  });
}

function closeOf(stream: Readable): Promise<void> {
  return new Promise(resolve => stream.once('close', resolve));
}

async function hold(stream: Readable, isFull: Promise<unknown>): Promise<void> {
  stream.pause();
  await isFull;
  stream.resume();
}
