import type { Configuration } from '../../config/configuration';
import type { EnvironmentSettings } from '../../config/environment';
import { findAccess, type FoundAccess } from '../../gemini/findAccess';
import { readSecret, type SecretSource } from '../../node/process/secretInput';
import { createAccessSources, keyFileOf } from '../session/access';
import { createHeadlessEgress } from '../session/headlessEgress';
import { InputError } from '../commandLine';
import type { Streams } from '../output/streams';

const AUTH_HELP = `Usage: pollux auth COMMAND

  set-key   read an API key from standard input, without showing it, and store it in ~/.pollux/credentials
  status    show what a run in this folder would sign in with
  clear     delete the stored key

The key is never read from the command line, because other users can see it there. Environment variables take precedence.
The file is encrypted and only you can read it. Its encryption key is derived from this machine and your user: it protects
copies of the file, but not against programs that run as you.
`;

const COMMANDS = ['set-key', 'status', 'clear'];
const INTERRUPTED = 130;
/** The characters that a header can contain. */
const KEY = /^[!-~]{1,4096}$/;

export interface AuthOptions {
  readonly streams: Streams;
  readonly input: SecretSource;
  readonly configuration: () => Promise<Pick<Configuration, 'environment' | 'settings' | 'origins'>>;
}

/** Whether the arguments are this command; with any other word after `auth`, they are a prompt. */
export function isAuth([first, command, ...more]: readonly string[]): boolean {
  return first === 'auth' && (more.length === 0 || COMMANDS.includes(command ?? ''));
}

/**
 * Runs `pollux auth`, given the arguments after that word; resolves to the exit code. Throws `InputError` and
 * `SignInError`.
 */
export async function runAuth([command, ...more]: readonly string[], options: AuthOptions): Promise<number> {
  const { streams } = options;
  if (command === undefined || command === '--help' || command === '-h') {
    streams.out(AUTH_HELP);
    return 0;
  }
  if (!COMMANDS.includes(command)) throw new InputError(`There is no command "auth ${command}".\n\n${AUTH_HELP}`);
  // The argument may be a key, so the message doesn't repeat it.
  if (more.length > 0)
    throw new InputError(`"auth ${command}" takes no arguments. The key is read from standard input.`);
  const found = await options.configuration();
  if (command === 'set-key') return setKey(found.environment, options);
  streams.out(command === 'status' ? await statusOf(found, streams.err) : await clear(found.environment));
  return 0;
}

async function setKey(environment: EnvironmentSettings, { streams, input }: AuthOptions): Promise<number> {
  const key = await readSecret(input, () => streams.err('API key (not shown): '));
  if (input.isTTY === true) streams.err('\n');
  if (key === undefined) return INTERRUPTED;
  if (!KEY.test(key)) throw new InputError("This isn't an API key. Nothing was stored.");
  const file = keyFileOf(environment);
  await file.save(key);
  streams.out(`The key is stored in ${file.path}.\n`);
  return 0;
}

async function statusOf(
  configuration: Pick<Configuration, 'environment' | 'settings' | 'origins'>,
  err: Streams['err'],
): Promise<string> {
  const file = keyFileOf(configuration.environment);
  const found = await findAccess(createAccessSources(configuration, createHeadlessEgress(configuration), err));
  const isUnused = found.from !== 'key' && (await file.read()) !== undefined;
  const unused = isUnused ? `The key stored in ${file.path} isn't used.\n` : '';
  return `${wayOf(found, file.path)}\n${unused}`;
}

function wayOf({ access, from }: FoundAccess, path: string): string {
  if (from === 'key') return `The API key stored in ${path} is used.`;
  if (from === 'google') return 'The Google account of Gemini CLI is used.';
  const ways = {
    apiKey: 'an API key',
    gateway: 'a gateway without a key',
    vertexKey: 'an express key of Vertex AI',
    vertexProject: 'Vertex AI with application default credentials',
    codeAssist: 'Code Assist',
  };
  return `Used from the environment: ${ways[access.via]}.`;
}

async function clear(environment: EnvironmentSettings): Promise<string> {
  const file = keyFileOf(environment);
  return (await file.delete()) ? `The key in ${file.path} is deleted.\n` : 'No key was stored.\n';
}
