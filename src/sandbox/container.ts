import { SandboxError } from '../config/guards';

interface Engine {
  readonly program: string;
  readonly flags: readonly string[];
  /** For a non-root user: without these flags, podman maps them to another user, who owns none of the files. */
  readonly userFlags?: readonly string[];
}

/** Container engines by their names in settings and `GEMINI_SANDBOX`, with their additional arguments for `run`. */
const ENGINES: Readonly<Record<string, Engine>> = {
  docker: { program: 'docker', flags: [] },
  podman: { program: 'podman', flags: [], userFlags: ['--userns=keep-id'] },
  runsc: { program: 'docker', flags: ['--runtime=runsc'] },
};

/** Any image with Node.js 20 or later works: Pollux itself is mounted into it. */
const USUAL_IMAGE = 'docker.io/library/node:22-bookworm-slim';

/** Environment variables passed to the container, by name only, so that no command line contains their values. */
const PASSED =
  /^(?:GEMINI_(?!SANDBOX$|SANDBOX_IMAGE$)\w+|GOOGLE_\w+|CODE_ASSIST_ENDPOINT|NODE_EXTRA_CA_CERTS|POLLUX_\w+|(?:HTTPS?|NO|ALL)_PROXY|(?:https?|no|all)_proxy|TERM|COLORTERM|NO_COLOR|LANG|LC_\w+|TZ)$/;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ContainerRun {
  /** `docker`, `podman` or `runsc`. */
  readonly engine: string;
  readonly env: Environment;
  readonly cwd: string;
  /** The user's real home directory; its files of Pollux and Gemini CLI are shared. */
  readonly home: string;
  /** The path of this program, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  /** Directories and files shared for writing (`shared`) and for reading only (`read`); all exist. */
  readonly shared: readonly string[];
  readonly read: readonly string[];
  readonly image?: string;
  /** For example `1000:1000`; absent: the image's default. */
  readonly user?: string;
  readonly name: string;
}

/** The program of an engine; undefined if the engine is unknown. */
export function engineProgram(engine: string): string | undefined {
  return ENGINES[engine.toLowerCase()]?.program;
}

/** The image of a run: built, configured, or the default. */
function imageOf({ env, image }: Pick<ContainerRun, 'env' | 'image'>): string {
  return image ?? (env.GEMINI_SANDBOX_IMAGE?.trim() || USUAL_IMAGE);
}

/** The engine's arguments for running this program in a container. Throws `SandboxError` if a variable is invalid. */
export function containerArguments(run: ContainerRun): string[] {
  const { engine, env, cwd, home, program, args, shared, read, user, name } = run;
  const mounts = [
    ...shared.map(path => `${path}:${path}`),
    ...read.map(path => `${path}:${path}:ro`),
    ...mountsOf(env.SANDBOX_MOUNTS ?? ''),
  ];
  const passed = Object.keys(env).filter(key => PASSED.test(key) && env[key] !== undefined);
  return [
    ...['run', '-i', '--rm', '--init', '--name', name, ...(ENGINES[engine.toLowerCase()]?.flags ?? [])],
    ...['--workdir', cwd, '--security-opt', 'no-new-privileges'],
    ...(user === undefined ? [] : [...(ENGINES[engine.toLowerCase()]?.userFlags ?? []), '--user', user]),
    ...mounts.flatMap(mount => ['--volume', mount]),
    ...passed.toSorted().flatMap(key => ['--env', key]),
    ...['--env', `SANDBOX=${name}`, '--env', `HOME=${home}`],
    ...assignmentsOf(env.SANDBOX_ENV ?? '').flatMap(each => ['--env', each]),
    ...portsOf(env.SANDBOX_PORTS ?? '').flatMap(port => ['--publish', `127.0.0.1:${port}:${port}`]),
    ...wordsOf(env.SANDBOX_FLAGS ?? ''),
    ...[imageOf(run), 'node', program, ...args],
  ];
}

/** Comma-separated `/from`, `/from:/to` or `/from:/to:rw`; read-only unless it says `rw`. */
function mountsOf(text: string): string[] {
  return listOf(text).map(mount => {
    const [from = '', to = from, mode = 'ro', ...rest] = mount.split(':');
    const isValid = [from, to].every(path => path.startsWith('/')) && /^(?:ro|rw)$/.test(mode) && rest.length === 0;
    if (!isValid)
      throw new SandboxError(`SANDBOX_MOUNTS has "${mount}". Write /from:/to:ro or /from:/to:rw, separated by commas.`);
    return `${from}:${to}:${mode}`;
  });
}

function assignmentsOf(text: string): string[] {
  const wrong = listOf(text).find(each => !/^[A-Za-z_]\w*=/.test(each));
  if (wrong !== undefined) throw new SandboxError(`SANDBOX_ENV has "${wrong}". Write NAME=value, separated by commas.`);
  return listOf(text);
}

function portsOf(text: string): string[] {
  const wrong = listOf(text).find(each => !/^\d{1,5}$/.test(each));
  if (wrong !== undefined) throw new SandboxError(`SANDBOX_PORTS has "${wrong}". Write numbers, separated by commas.`);
  return listOf(text);
}

function listOf(text: string): string[] {
  return text.split(',').flatMap(each => each.trim() || []);
}

/** Splits words like a shell, with quotes around spaces, but without any other shell syntax. */
export function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map(word =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}
