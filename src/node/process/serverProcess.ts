import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import spawn from 'cross-spawn';
import type { OpenServerProcess, ServerProcess, ServerProcessRequest } from '../../agent/ports/serverProcess';
import { scrubEnvironment, type Environment } from './environment';
import type { ConfineLine } from './inputProcess';
import { LineReader } from './lineReader';
import { startOrphanGuard, type OrphanGuard } from './orphanGuard';
import { endTree, RUN_MARK } from './processTree';

/** The limit for a message; a server that exceeds it is ended. */
const MAX_LINE = 32 * 1024 * 1024;
/** How much of a server's other output is stored, in characters. */
const MAX_SAID = 64 * 1024;
/** How long a program may take to end after its input was closed. */
const GRACE_MS = 500;

/** The variables that a server may inherit; those that look like secrets are removed. */
const INHERITED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|PWD|XDG_\w+|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|SSH_AUTH_SOCK|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:HTTPS?|NO|ALL)_PROXY|NVM_(?:BIN|DIR|INC)|VOLTA_HOME|FNM_\w+|ASDF_\w+|PYENV_ROOT|VIRTUAL_ENV|CONDA_PREFIX|JAVA_HOME|GOPATH|GOROOT|CARGO_HOME|RUSTUP_HOME|DOCKER_HOST|APPDATA|LOCALAPPDATA|PROGRAMFILES(?:\(X86\))?|PROGRAMDATA|PROGRAMW6432|SYSTEMDRIVE|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|PROCESSOR_ARCHITECTURE|NUMBER_OF_PROCESSORS|OS)$/i;

/** A server's environment: the variables that programs need, and those in its configuration. */
function serverEnvironment(env: Environment, own: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(scrubEnvironment(env)).filter(([name]) => INHERITED.test(name));
  return { ...Object.fromEntries(inherited), ...own };
}

/** Starts servers in the sandbox that `confine` returns, if any. */
export function confinedServerProcess(confine: ConfineLine): OpenServerProcess {
  return request => open(request, confine);
}

async function open(request: ServerProcessRequest, confine: ConfineLine): Promise<ServerProcess> {
  const { cwd } = request;
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new Error(l10n.t('There is no folder {0}.', cwd));
  const mark = randomUUID();
  const own = serverEnvironment(process.env, request.env);
  const launch = await confine({ argv: [request.command, ...request.args], cwd, env: own });
  const [command = '', ...args] = launch?.argv ?? [request.command, ...request.args];
  const guard = startOrphanGuard();
  try {
    const child = spawn(command, args, {
      cwd,
      env: { ...(launch?.env ?? own), [RUN_MARK]: mark },
      detached: process.platform !== 'win32',
      stdio: 'pipe',
      windowsHide: true,
    });
    if (child.pid !== undefined) guard.watch(child.pid, mark);
    await once(child, 'spawn');
    return new LineProcess(child, mark, guard, request, () => launch?.close());
  } catch (error) {
    guard.release();
    launch?.close();
    throw new Error(startProblem(request.command, error), { cause: error });
  }
}

function startProblem(command: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return l10n.t('There is no program “{0}”.', command);
  if (code === 'EACCES') return l10n.t('“{0}” isn’t a program that can be run.', command);
  return l10n.t('“{0}” couldn’t be started: {1}', command, message);
}

/** One program, from its start to the end of its process group. */
class LineProcess implements ServerProcess {
  #said = '';
  #end: string | undefined;
  #closing: Promise<void> | undefined;
  #drained: Promise<void> | undefined;
  readonly #exited: Promise<void>;

  constructor(
    private readonly child: ChildProcess,
    private readonly mark: string,
    private readonly guard: OrphanGuard,
    private readonly request: ServerProcessRequest,
    private readonly onGone: () => void,
  ) {
    const lines = new LineReader(
      MAX_LINE,
      line => this.#onLine(line),
      () => this.#flood(),
    );
    child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.#hear(chunk.toString('utf8')));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
    child.on('error', () => undefined);
    this.#exited = new Promise(resolve => {
      child.once('exit', (code, signal) => {
        resolve();
        // Its last output may still be in transit.
        setTimeout(() => this.#ended(endText(code, signal)), 20);
      });
    });
  }

  async send(line: string): Promise<void> {
    const { stdin } = this.child;
    if (this.#end !== undefined || !stdin?.writable) throw new Error(this.#end ?? l10n.t('It has ended.'));
    if (stdin.write(`${line}\n`)) return;
    // One promise shared by all writes in the meantime.
    this.#drained ??= once(stdin, 'drain')
      .catch(() => undefined)
      .then(() => (this.#drained = undefined));
    await Promise.race([this.#drained, this.#exited]);
  }

  said(): string {
    return this.#said;
  }

  close(): Promise<void> {
    this.#end ??= l10n.t('It was ended.');
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const { pid, stdin, stdout, stderr } = this.child;
    stdin?.end();
    await Promise.race([this.#exited, delay(GRACE_MS)]);
    // Even if it has ended by itself: its child processes may still run.
    if (pid !== undefined) await endTree(pid, this.mark);
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
    this.guard.release();
    this.onGone();
  }

  #onLine(line: string): void {
    if (this.#end !== undefined) return;
    if (/^\s*[[{]/.test(line)) this.request.onLine(line);
    else this.#hear(`${line}\n`);
  }

  #hear(text: string): void {
    this.#said = (this.#said + text).slice(-MAX_SAID);
  }

  #flood(): void {
    this.#ended(l10n.t('It sent a message of more than {0} MB.', MAX_LINE / 1024 / 1024));
  }

  #ended(reason: string): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    void this.close();
    this.request.onEnd(reason);
  }
}

function endText(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal) return l10n.t('It was ended by {0}.', signal);
  return l10n.t('It ended with exit code {0}.', code ?? 0);
}
