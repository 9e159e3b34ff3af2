import { lookingEnvironment } from '../git/lookingEnvironment';
import { pathOutside } from './searchPath';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Words of a name that make it a secret's: long ones also at the end of another (`PGPASSWORD`), short ones alone. */
const secretWord =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|(?:API|ACCESS|PRIVATE|SECRET|AUTH|SSH|SIGNING|ENCRYPTION|MASTER)KEY)S?$|^(?:KEY|CRED|O?AUTH)S?$|^(?:PRIVATE|AUTHORIZATION|AUTHENTICATION)$/;

/** Names that look like secrets and are none: where a program finds its agent. */
const harmless = new Set(['SSH_AUTH_SOCK']);

const certificateWord = /^CERT(?:IFICATE)?S?$/;
/** Where certificates lie (`PIP_CERT`, `SSL_CERT_DIR`, `NODE_EXTRA_CA_CERTS`), which programs can't connect without. */
const isPath = (value: string) => /^(?:[/~]|[A-Za-z]:[\\/])/.test(value);

/** Whether one of the words of a name is a secret's: those between other characters than letters, and in camelCase. */
function isSecretName(name: string, value: string): boolean {
  const words = name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toUpperCase()
    .split(/[^A-Z]+/);
  return words.some(word => secretWord.test(word) || (certificateWord.test(word) && !isPath(value)));
}

const secretValues: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)/,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\./,
  /\b(?:gh[opsur]_|github_pat_|glpat-|npm_|xox[abprs]-|sk-|ya29\.)[\w-]{10}/,
  /\bAIzaSy[\w-]{20}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12}/,
  /:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/,
];

/** What the editor tells its own processes and would mislead a child: it would not start as itself. */
const editorName = /^(?:ELECTRON_|VSCODE_(?!IPC_HOOK_CLI$|GIT_))/;

/** What reaches the model's service in a person's name: no command gets it, whatever settings say. */
const ownKeys =
  /^(?:GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_CLOUD_ACCESS_TOKEN|POLLUX_OAUTH_CLIENT_SECRET|GEMINI_CLI_CUSTOM_HEADERS)$/i;

export interface ScrubOptions {
  /** False: only our own keys and what is blocked go. */
  readonly isEnabled?: boolean;
  /** Names that stay whatever they look like, and names that go. */
  readonly allowed?: readonly string[];
  readonly blocked?: readonly string[];
}

/** `env` for a command that the model chose: without variables whose name or value looks like a secret. */
export function scrubEnvironment(env: Environment, options: ScrubOptions = {}): Record<string, string> {
  const isKept = keeping(options);
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && isKept(name, value));
  return Object.fromEntries(kept) as Record<string, string>;
}

function keeping(options: ScrubOptions): (name: string, value: string) => boolean {
  const { isEnabled = true } = options;
  const allowed = new Set([...harmless, ...(options.allowed ?? [])]);
  const blocked = new Set(options.blocked);
  return (name, value) => {
    if (blocked.has(name) || editorName.test(name) || ownKeys.test(name)) return false;
    if (!isEnabled || allowed.has(name)) return true;
    const isNameSecret = isSecretName(name, value) && !name.startsWith('GEMINI_CLI_');
    return !isNameSecret && !secretValues.some(shape => shape.test(value));
  };
}

export interface CommandEnvironmentOptions extends ScrubOptions {
  /** What commands inherit; that of the process if absent. */
  readonly variables?: Environment;
  /** What shows long output; `cat` if absent. */
  readonly pager?: string;
  /** Commands that want a terminal get none. */
  readonly withoutTerminal?: boolean;
  /** The command can change no file: git gets the configuration under which it runs nothing besides. */
  readonly onlyLooks?: true;
  /** Those of the workspace: a command that only looks runs no program of theirs. */
  readonly folders?: readonly string[];
}

/** The names of variables that a command does not get although they are set, but for those of the editor's own processes. */
export function withheldNames(env: Environment, options: CommandEnvironmentOptions = {}): readonly string[] {
  const isKept = keeping(options);
  return Object.entries(options.variables ?? env)
    .filter(([name, value]) => value !== undefined && !editorName.test(name) && !isKept(name, value))
    .map(([name]) => name);
}

/** Of those, what concerns a command: those that it names, and if it failed, all but our own keys, which no command needs. */
export function withheldFrom(
  { command, exitCode }: { readonly command: string; readonly exitCode: number | null },
  env: Environment,
  options: CommandEnvironmentOptions = {},
): readonly string[] {
  const words = new Set(command.split(/\W+/));
  return withheldNames(env, options).filter(name => words.has(name) || (exitCode !== 0 && !ownKeys.test(name)));
}

/** The environment of a shell command: no secrets, nothing that waits for a person, and how a script knows who runs it. */
export function commandEnvironment(env: Environment, options: CommandEnvironmentOptions = {}): Record<string, string> {
  const { pager = 'cat', onlyLooks = false, folders = [] } = options;
  // What a project's `.env` adds is for its programs; a command that nobody is asked about gets none of it.
  const scrubbed = scrubEnvironment(onlyLooks ? env : (options.variables ?? env), options);
  return {
    ...scrubbed,
    GEMINI_CLI: '1',
    POLLUX: '1',
    TERM: 'xterm-256color',
    PAGER: pager,
    GIT_PAGER: pager,
    GIT_TERMINAL_PROMPT: '0',
    ...(onlyLooks && { ...lookingEnvironment(), ...searchedOutside(scrubbed, folders) }),
  };
}

function searchedOutside(env: Environment, folders: readonly string[]): Record<string, string> {
  const paths = Object.entries(env).filter(([name]) => name.toUpperCase() === 'PATH');
  return Object.fromEntries(paths.map(([name, value = '']) => [name, pathOutside(value, folders)]));
}
