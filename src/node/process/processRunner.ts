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
import { OutputBuffer } from './outputBuffer';
import { endTree, membersOf } from './processTree';
import { inPty, readableOutput, WITHOUT_PTY } from './pty';
import { isAnyReading } from './readingProcess';
import { isGated, openGate, startProcess, type ProcessRequest } from './startProcess';
import { messageOf } from '../../shared/messageOf';

const DEFAULT_KEEP_OUTPUT = 256 * 1024;
const DEFAULT_INACTIVITY_MS = 300_000;
const DRAIN_MS = 200;
/** Hides even the length of a secret. */
const SECRET_ECHO = '••••';

/**
 * Runs a shell command in its own process group, with standard input closed unless `onInput` is set. Resolves when it
 * has exited; its background processes continue, with their output discarded and their input closed. An abort ends
 * all of its processes. Never rejects.
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
    return withBlock(await shownOf(new Run(child, mark, guard, request, onOutput, signal), request), request);
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

/** Closes a sandbox when no process is left in it; any that are left when this process ends are ended with it. */
async function closeWhenGone(group: number, launch: NonNullable<ProcessRequest['launch']>): Promise<void> {
  let ms = 10;
  launch.follow();
  do {
    await delay(ms, undefined, { ref: false });
    ms = Math.min(2 * ms, 2000);
  } while ((await membersOf(group)).length > 0);
  launch.close();
}

function withBlock(result: CommandResult, { launch }: ProcessRequest): CommandResult {
  if (!launch) return result;
  const block = launch.blocked(result);
  const created = launch.created();
  const { backgroundPids, ...ended } = result;
  if (ended.processGroup === undefined || backgroundPids === undefined) launch.close();
  else void closeWhenGone(ended.processGroup, launch);
  // Where the kernel ends them with the command, those that are left are just ending.
  const isLeft = backgroundPids !== undefined && launch.endsWithParent !== true;
  const sandbox = { tier: launch.tier, ...(block && { block }), ...(created.length > 0 && { created }) };
  return { ...ended, ...(isLeft && { backgroundPids }), sandbox };
}

/** One process with its output, limits and end. */
class Run {
  readonly #output: OutputBuffer;
  readonly #closed: Promise<void>;
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
    guard: OrphanGuard | undefined,
    request: ProcessRequest,
    private readonly onOutput: OnOutput,
    private readonly signal: AbortSignal,
  ) {
    const { inactivityMs = DEFAULT_INACTIVITY_MS, keepOutput = DEFAULT_KEEP_OUTPUT, onInput, wantsTerminal } = request;
    this.#output = new OutputBuffer(keepOutput);
    this.#closed = new Promise(resolve => child.once('close', resolve));
    this.#lineEnd = wantsTerminal && inPty([]) ? '\r\n' : '\n';
    if (wantsTerminal && !inPty([])) void this.#take(WITHOUT_PTY);
    if (onInput && child.stdin) this.#openInput(child.stdin, onInput);
    for (const stream of [child.stdout, child.stderr]) if (stream) this.#follow(stream);
    if (inactivityMs > 0) this.#silence = setTimeout(this.#endSilent, inactivityMs);
    signal.addEventListener('abort', this.#kill);
    if (signal.aborted) this.#kill();
    if (guard) this.#release.push(guard.release);
  }

  /** Rejects if the process couldn't be started. */
  async result(): Promise<CommandResult> {
    try {
      const ended = await this.#exit();
      await this.#pause;
      // A background process may hold the pipe open as long as it runs.
      await Promise.race([this.#closed, delay(DRAIN_MS)]);
      await this.#killing;
      const { pid } = this.child;
      const backgroundPids = pid === undefined ? [] : await membersOf(pid);
      const group = pid === undefined ? {} : { processGroup: pid };
      this.#letGo();
      return {
        output: this.#output.text(),
        ...ended,
        ...(this.#isTimedOut && { isTimedOut: true }),
        ...group,
        ...(backgroundPids.length > 0 && { backgroundPids }),
        ...(this.#inputs.length > 0 && { inputs: this.#inputs }),
      };
    } finally {
      this.#letGo();
    }
  }

  #exit(): Promise<{ exitCode: number | null; signal: string | null }> {
    return new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    });
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

async function hold(stream: Readable, isFull: Promise<unknown>): Promise<void> {
  stream.pause();
  await isFull;
  stream.resume();
}
