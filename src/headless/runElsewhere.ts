import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Configuration } from '../config/configuration';
import { isSandboxForced, SandboxError, sandboxVariables, wholeSandboxOf } from '../config/guards';
import { readEnvironment } from '../config/environment';
import { settingPath } from '../node/config/settingsFiles';
import { isContained } from '../node/sandbox/contained';
import { findProgram } from '../node/process/shell';
import { containerArguments, engineProgram } from '../sandbox/container';
import { seatbeltNameOf, seatbeltProfile } from '../sandbox/seatbelt';
import { carriedFiles, ownFolders } from './carriedFiles';
import type { Streams } from './output/streams';

export interface RunElsewhere {
  readonly configuration: Configuration;
  readonly isSandboxed: boolean | undefined;
  /** The piped input, which is passed on. */
  readonly piped: string;
  /** Workspace folders besides the working directory. */
  readonly include: readonly string[];
  readonly streams: Streams;
}

/** Variables that can weaken a sandbox; ignored if the administrator requires one. */
const WITHOUT_HOLES = { SANDBOX_FLAGS: undefined, SANDBOX_MOUNTS: undefined, SEATBELT_PROFILE: undefined };

/**
 * Runs this command in the configured container or Seatbelt sandbox and resolves to its exit code, or to undefined if
 * none is configured, so that the run continues here. Throws `SandboxError` if it isn't available.
 */
export async function runElsewhere(options: RunElsewhere): Promise<number | undefined> {
  const { configuration, isSandboxed, piped, include, streams } = options;
  const wanted = wholeSandboxOf(
    configuration.settings,
    sandboxVariables(process.env, configuration, isContained),
    isSandboxed,
  );
  if (wanted === undefined) return undefined;
  const variables = isSandboxForced(configuration.settings) ? { ...process.env, ...WITHOUT_HOLES } : process.env;
  const [script = '', ...args] = process.argv.slice(1);
  const program = realpathSync(script);
  const cwd = realpathSync(process.cwd());
  const folders = [cwd, ...include.filter(existsSync).map(path => realpathSync(path))];
  if (wanted === 'sandbox-exec') {
    const file = programOf('sandbox-exec');
    const home = realpathSync(homedir());
    const profile = seatbeltProfile(seatbeltNameOf(variables.SEATBELT_PROFILE), {
      writable: [...folders, realpathSync(tmpdir()), join(home, '.gemini'), join(home, '.pollux'), join(home, '.npm')],
      kept: folders.flatMap(folder =>
        ['.git/hooks', '.git/config', '.vscode', '.gemini'].map(name => join(folder, name)),
      ),
      secrets: ['.ssh', '.aws', '.gnupg', '.netrc', '.config/gcloud', 'Library/Keychains'].map(name =>
        join(home, name),
      ),
    });
    const env = { ...process.env, SANDBOX: 'sandbox-exec' };
    return run(file, ['-p', profile, process.execPath, program, ...args], { env, piped });
  }
  const engine = programOf(engineProgram(wanted) ?? wanted);
  const image = await builtImage(engine, cwd, configuration.isTrusted, streams);
  const home = homedir();
  const { policyPaths, adminPolicyPaths } = configuration.settings;
  const named = [...policyPaths, ...adminPolicyPaths].map(path => settingPath(path, cwd));
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const argv = containerArguments({
    ...{ engine: wanted, env: variables, cwd, home, program, args, ...(image !== undefined && { image }) },
    name: `pollux-sandbox-${randomBytes(4).toString('hex')}`,
    shared: [...new Set([...folders, ...ownFolders(readEnvironment(process.env).home ?? home)])],
    read: [dirname(dirname(program)), ...carriedFiles(process.env, named)],
    ...(uid !== 0 && { user: `${uid}:${gid}` }),
  });
  return run(engine, argv, { env: process.env, piped });
}

function programOf(name: string): string {
  const found = findProgram(name, process.env.PATH ?? '');
  if (found !== null) return found;
  throw new SandboxError(
    `The sandbox ${name} is turned on, but the program ${name} wasn't found. Install it, use \`true\` for Pollux's own sandbox, or turn the sandbox off.`,
  );
}

/**
 * With `BUILD_SANDBOX`: builds the image from `.gemini/sandbox.Dockerfile` and returns its name. Its commands come
 * from the folder, which must be trusted.
 */
async function builtImage(
  engine: string,
  cwd: string,
  isTrusted: boolean,
  streams: Streams,
): Promise<string | undefined> {
  const file = join(cwd, '.gemini', 'sandbox.Dockerfile');
  if (!/^(?:1|true)$/i.test(process.env.BUILD_SANDBOX ?? '')) return undefined;
  if (!existsSync(file)) throw new SandboxError(`BUILD_SANDBOX is set, but there is no file ${file}.`);
  if (!isTrusted)
    throw new SandboxError(
      `BUILD_SANDBOX is set, but this folder isn't trusted. Use --trust to trust it for this run.`,
    );
  const image = `pollux-sandbox-${createHash('sha256').update(cwd).digest('hex').slice(0, 12)}`;
  streams.err(`pollux: Building the image ${image} from ${file}.\n`);
  const code = await run(engine, ['build', '--quiet', '--tag', image, '--file', file, cwd], {
    env: process.env,
    piped: '',
    isQuiet: true,
  });
  if (code !== 0) throw new SandboxError(`The image of ${file} couldn't be built.`);
  return image;
}

interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly piped: string;
  /** Its output isn't part of the answer. */
  readonly isQuiet?: boolean;
}

function run(file: string, args: readonly string[], { env, piped, isQuiet = false }: RunOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, stdio: ['pipe', isQuiet ? 'ignore' : 'inherit', 'inherit'] });
    // Signals are passed on to the child process; a container engine forwards them to the container.
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
    child.stdin.on('error', () => undefined);
    child.stdin.end(piped);
    child.once('error', error => reject(new SandboxError(`${file} couldn't be started: ${error.message}`)));
    child.once('exit', (code, signal) => {
      for (const each of ['SIGTERM', 'SIGHUP'] as const) process.off(each, pass);
      // 125 to 127: the engine itself failed, and nothing ran.
      if (code !== null && code >= 125 && code <= 127)
        reject(new SandboxError(`${file} couldn't run Pollux (exit code ${code}).`));
      else resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
