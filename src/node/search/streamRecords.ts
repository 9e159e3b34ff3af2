import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { scrubEnvironment } from '../process/environment';
import { codeOf } from '../files/fileErrors';

export interface ToolRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly separator: '\n' | '\0';
  readonly signal: AbortSignal;
}

export interface ToolEnd {
  /** Null if it was stopped or killed. */
  readonly exitCode: number | null;
  readonly isStopped: boolean;
  /** The beginning of standard error. */
  readonly errors: string;
}

// A longer record is dropped instead of stored.
const MAX_RECORD = 8 * 1024 * 1024;
const MAX_ERRORS = 10_000;
// How many characters are split at a time, and after how long it yields (milliseconds).
const PORTION = 4096;
const SLICE_MS = 5;
// Lowers the program's priority: with few processors, its threads would otherwise starve this process.
const NICENESS = 5;
const LOWEST = 19;

/**
 * Runs a program and calls `onRecord` with each non-empty record of its output, yielding in between; returning false
 * stops the program. Null if it can't be started. Rejects with errors thrown by `onRecord`, and with the signal's
 * reason if it aborts.
 */
export function streamRecords(run: ToolRun, onRecord: (record: string) => boolean): Promise<ToolEnd | null> {
  return new Promise((resolve, reject) => {
    run.signal.throwIfAborted();
    const child = start(run);
    if (!child) {
      resolve(null);
      return;
    }
    let isStopped = false;
    let errors = '';
    const stop = (): void => {
      isStopped = true;
      child.kill('SIGKILL');
    };
    const splitter = new RecordSplitter(run.separator, record => {
      try {
        if (!isStopped && !onRecord(record)) stop();
      } catch (error) {
        stop();
        reject(asError(error));
      }
    });
    const abort = (): void => {
      stop();
      reject(asError(run.signal.reason));
    };
    run.signal.addEventListener('abort', abort);
    let taken = Promise.resolve();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      // Otherwise, all output so far would arrive in the same turn. When the program ends, the rest still arrives.
      child.stdout.pause();
      taken = taken.then(() => splitter.take(text)).then(() => void child.stdout.resume());
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (errors.length < MAX_ERRORS) errors += text;
    });
    child.once('error', () => {
      run.signal.removeEventListener('abort', abort);
      resolve(null);
    });
    child.once('close', exitCode => {
      void taken.then(() => {
        run.signal.removeEventListener('abort', abort);
        // The last output of a killed program may be an incomplete record.
        if (exitCode !== null) splitter.end();
        resolve({ exitCode: isStopped ? null : exitCode, isStopped, errors });
      });
    });
  });
}

/** Null for arguments that can't be passed to a program. */
function start(run: ToolRun) {
  try {
    const env = { ...scrubEnvironment(process.env), ...run.env };
    const options = { cwd: run.cwd, env, windowsHide: true };
    const child = spawn(run.file, run.args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) giveWay(child.pid);
    return child;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}

/** Lowers a program's priority below this process's, if allowed. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + NICENESS, LOWEST));
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error('Stopped', { cause: value });
}

class RecordSplitter {
  #parts: string[] = [];
  #length = 0;

  constructor(
    private readonly separator: string,
    private readonly onRecord: (record: string) => void,
  ) {}

  /** Reports the records that end in `text`, in slices. Must not be called again before it resolves. */
  async take(text: string): Promise<void> {
    let since = performance.now();
    for (let from = 0; from < text.length; from += PORTION) {
      this.#push(text.slice(from, from + PORTION));
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
  }

  #push(text: string): void {
    let from = 0;
    for (let to = text.indexOf(this.separator); to >= 0; to = text.indexOf(this.separator, from)) {
      if (this.#length === 0 && to - from <= MAX_RECORD) this.#report(text.slice(from, to));
      else {
        this.#keep(text.slice(from, to));
        this.end();
      }
      from = to + 1;
    }
    this.#keep(text.slice(from));
  }

  end(): void {
    if (this.#length <= MAX_RECORD) this.#report(this.#parts.join(''));
    this.#parts = [];
    this.#length = 0;
  }

  #report(record: string): void {
    if (record !== '') this.onRecord(record);
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_RECORD) this.#parts = [];
    else if (text !== '') this.#parts.push(text);
  }
}
