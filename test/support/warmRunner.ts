import { EventEmitter } from 'node:events';
import { createReadStream, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, type ReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { Script } from 'node:vm';
import type { WarmEnd, WarmRun } from './warmCommand';

// Runs the built command again and again in this process, one run after another. Each run evaluates the bundles anew and
// so begins without any state of another; only their compiled code is there already, and what Node itself has loaded.
// What a process has of its own is the run's: arguments, environment, working folder, streams, listeners and the exit.

const dist = process.argv[2]!;
const scratch = tmpdir();
const scripts = new Map<string, Script>();
let current: Run | undefined;

class Exit extends Error {}

class Run {
  isOver = false;
  private readonly modules = new Map<string, { exports: unknown }>();
  private readonly timers = new Set<NodeJS.Timeout | NodeJS.Immediate>();
  private readonly before = new Set(activeHandles());
  private readonly events = new EventEmitter();
  private readonly out: string[] = [];
  private readonly err: string[] = [];
  private readonly own: NodeJS.Process;
  private readonly globals: Record<string, unknown>;

  constructor(
    { args, cwd, env, input }: WarmRun,
    private readonly end: (end: WarmEnd) => void,
  ) {
    for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
    process.chdir(cwd);
    this.own = this.ownProcess([process.execPath, join(dist, 'headless.js'), ...args], input);
    this.globals = this.ownGlobals();
  }

  start(): void {
    this.load(join(dist, 'headless.js'));
  }

  /** What is thrown where nobody catches it, as Node hands it to the process. */
  fail(error: unknown): void {
    if (error instanceof Exit || this.isOver) return;
    if (this.events.emit('uncaughtException', error)) return;
    this.err.push(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    this.exit(1);
  }

  private exit(code: number): void {
    if (this.isOver) return;
    this.events.emit('exit', code);
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer as NodeJS.Timeout);
    for (const handle of activeHandles()) if (!this.before.has(handle)) close(handle);
    // What the closing leads to comes before the next run.
    setImmediate(() => setImmediate(() => this.end({ code, out: this.out.join(''), err: this.err.join('') })));
  }

  private load(path: string): unknown {
    const known = this.modules.get(path);
    if (known) return known.exports;
    const made = { exports: {} };
    this.modules.set(path, made);
    const names = Object.keys(this.globals);
    const factory = scriptOf(path, names).runInThisContext() as (...all: unknown[]) => void;
    factory.call(
      made.exports,
      made.exports,
      this.requireOf(path),
      made,
      path,
      dirname(path),
      ...Object.values(this.globals),
    );
    return made.exports;
  }

  private requireOf(path: string): NodeJS.Require {
    const real = createRequire(path);
    const require = (id: string): unknown => {
      if (/^(node:)?fs\/promises$/.test(id)) return this.untilOver(real(id) as object);
      const found = real.resolve(id);
      return found.startsWith(dist + sep) && found.endsWith('.js') ? this.load(found) : real(id);
    };
    return Object.assign(require, {
      resolve: real.resolve,
      cache: real.cache,
      main: undefined,
      extensions: {},
    }) as never;
  }

  /** The files as they are for this run: like all else it is about to do, what it begins after its end never happens. */
  private untilOver<T extends object>(files: T): T {
    const isOver = () => this.isOver;
    return new Proxy(files, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown =>
          isOver() ? new Promise(() => undefined) : (value as (...all: unknown[]) => unknown).apply(target, args);
      },
    });
  }

  private ownProcess(argv: string[], input: string): NodeJS.Process {
    const collect = (texts: string[]) =>
      new Writable({
        decodeStrings: false,
        write(chunk: unknown, _encoding, done) {
          texts.push(String(chunk));
          done();
        },
      });
    const stdin = standardInput(input);
    const own = Object.create(process) as NodeJS.Process;
    const values = {
      ...{ argv, stdin, stdout: collect(this.out), stderr: collect(this.err), send: undefined, exitCode: undefined },
      exit: (code = 0) => {
        this.exit(code);
        throw new Exit();
      },
    };
    for (const [name, value] of Object.entries(values)) Object.defineProperty(own, name, { value, writable: true });
    for (const name of ['on', 'once', 'off', 'addListener', 'removeListener', 'listenerCount', 'emit'] as const)
      Object.defineProperty(own, name, {
        value: (...args: never[]) => (this.events[name] as (...all: never[]) => unknown)(...args),
      });
    return own;
  }

  private ownGlobals(): Record<string, unknown> {
    const kept =
      <A extends unknown[], T extends NodeJS.Timeout | NodeJS.Immediate>(set: (...args: A) => T) =>
      (...args: A): T | undefined => {
        if (this.isOver) return undefined;
        const timer = set(...args);
        this.timers.add(timer);
        return timer;
      };
    return { process: this.own, setTimeout: kept(setTimeout), setInterval: kept(setInterval) };
  }
}

function scriptOf(path: string, names: readonly string[]): Script {
  const known = scripts.get(path);
  if (known) return known;
  const text = readFileSync(path, 'utf8').replace(/^#!.*/, '');
  const head = `(function (exports, require, module, __filename, __dirname, ${names.join(', ')}) {`;
  const script = new Script(`${head}${text}\n})`, { filename: path });
  scripts.set(path, script);
  return script;
}

/** A file without a name that has this text, as a shell would redirect one. */
function standardInput(text: string): ReadStream {
  const folder = mkdtempSync(join(scratch, 'input-'));
  const file = join(folder, 'input');
  writeFileSync(file, text);
  const stream = createReadStream(file, { fd: openSync(file, 'r') });
  rmSync(folder, { recursive: true });
  return stream;
}

interface Handles {
  _getActiveHandles(): object[];
}

const activeHandles = (): object[] => (process as unknown as Handles)._getActiveHandles();

/** Ends what the end of a process ends: connections, servers, watchers, and the pipes to children, but not those. */
function close(handle: object): void {
  const { stdio, destroy, close: stop, unref } = handle as Record<string, unknown>;
  if (Array.isArray(stdio)) for (const pipe of stdio) (pipe as Readable | null)?.destroy();
  else if (typeof destroy === 'function') destroy.call(handle);
  else if (typeof stop === 'function') stop.call(handle);
  if (typeof unref === 'function') unref.call(handle);
}

// A run may set what all requests go through. It is there once Node has loaded its part for requests, which this does.
Reflect.get(globalThis, 'Headers');
const dispatcher = Symbol.for('undici.globalDispatcher.1');
const usual: unknown = Reflect.get(globalThis, dispatcher);

process.on('disconnect', () => process.exit());
process.on('uncaughtException', error => {
  if (!current) throw error;
  current.fail(error);
});
process.on('message', (asked: WarmRun) => {
  current = new Run(asked, end => {
    Reflect.set(globalThis, dispatcher, usual);
    process.chdir(dist);
    process.send!(end);
  });
  try {
    current.start();
  } catch (error) {
    current.fail(error);
  }
});
