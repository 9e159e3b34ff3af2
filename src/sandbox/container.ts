import { SandboxError } from '../config/guards';

interface Engine {
  readonly program: string;
  readonly flags: readonly string[];
  /** For a user who is not root; without, podman would make another user of them, who owns none of the files. */
  readonly userFlags?: readonly string[];
}

/** Engines by the names that settings and `GEMINI_SANDBOX` have for them, with what each is asked beside `run`. */
const ENGINES: Readonly<Record<string, Engine>> = {
  docker: { program: 'docker', flags: [] },
  podman: { program: 'podman', flags: [], userFlags: ['--userns=keep-id'] },
  runsc: { program: 'docker', flags: ['--runtime=runsc'] },
};

/** Any image with Node.js 20 or later does: Pollux itself is mounted into it. */
const USUAL_IMAGE = 'docker.io/library/node:22-bookworm-slim';

/** What a run gets of the environment, by name alone: values are in no command line. */
const PASSED =
  /^(?:GEMINI_(?!SANDBOX$|SANDBOX_IMAGE$)\w+|GOOGLE_\w+|CODE_ASSIST_ENDPOINT|POLLUX_\w+|(?:HTTPS?|NO|ALL)_PROXY|(?:https?|no|all)_proxy|TERM|COLORTERM|NO_COLOR|LANG|LC_\w+|TZ)$/;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ContainerRun {
  /** `docker`, `podman` or `runsc`. */
  readonly engine: string;
  readonly env: Environment;
  readonly cwd: string;
  /** Its real one; what of it is Pollux's and Gemini CLI's is shared. */
  readonly home: string;
  /** Where this program lies, and its own arguments. */
  readonly program: string;
  readonly args: readonly string[];
  /** Directories and files to share for writing, and only for reading; all exist. */
  readonly shared: readonly string[];
  readonly read: readonly string[];
  readonly image?: string;
  /** `1000:1000`; absent: what the image says. */
  readonly user?: string;
  readonly name: string;
}

/** The program of an engine; undefined: it is none. */
export function engineProgram(engine: string): string | undefined {
  return ENGINES[engine.toLowerCase()]?.program;
}

/** The image of a run: built, named, or the usual one. */
export function imageOf({ env, image }: Pick<ContainerRun, 'env' | 'image'>): string {
  return image ?? (env.GEMINI_SANDBOX_IMAGE?.trim() || USUAL_IMAGE);
}

/** The arguments of the engine that run this program in a container. Throws `SandboxError` for a variable that can't be used. */
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

/** `/from`, `/from:/to` or `/from:/to:ro`, with commas; only for reading unless it says `rw`. */
function mountsOf(text: string): string[] {
  return listOf(text).map(mount => {
    const [from = '', to = from, mode = 'ro', ...rest] = mount.split(':');
    const isValid = [from, to].every(path => path.startsWith('/')) && /^(?:ro|rw)$/.test(mode) && rest.length === 0;
    if (!isValid)
      throw new SandboxError(`SANDBOX_MOUNTS has "${mount}". Write /from:/to:ro or /from:/to:rw, with commas between.`);
    return `${from}:${to}:${mode}`;
  });
}

function assignmentsOf(text: string): string[] {
  const wrong = listOf(text).find(each => !/^[A-Za-z_]\w*=/.test(each));
  if (wrong !== undefined) throw new SandboxError(`SANDBOX_ENV has "${wrong}". Write NAME=value, with commas between.`);
  return listOf(text);
}

function portsOf(text: string): string[] {
  const wrong = listOf(text).find(each => !/^\d{1,5}$/.test(each));
  if (wrong !== undefined) throw new SandboxError(`SANDBOX_PORTS has "${wrong}". Write numbers, with commas between.`);
  return listOf(text);
}

function listOf(text: string): string[] {
  return text.split(',').flatMap(each => each.trim() || []);
}

/** Words as a shell would have them, with quotes around blanks, and nothing else of a shell. */
export function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map(word =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}
