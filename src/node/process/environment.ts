import { lookingEnvironment } from '../git/lookingEnvironment';
import { harmlessEnvironment } from './harmlessEnvironment';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Words that mark a variable as secret: long ones also as the end of a word (`PGPASSWORD`), short ones only alone. */
const SECRET_WORD =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|(?:API|ACCESS|PRIVATE|SECRET|AUTH|SSH|SIGNING|ENCRYPTION|MASTER)KEY)S?$|^(?:KEY|CRED|O?AUTH)S?$|^(?:PRIVATE|AUTHORIZATION|AUTHENTICATION)$/;

/** Names that look like secrets but aren't: they say where a program finds its agent. */
const HARMLESS = new Set(['SSH_AUTH_SOCK']);

const CERTIFICATE_WORD = /^CERT(?:IFICATE)?S?$/;
/** Paths of certificates (`PIP_CERT`, `SSL_CERT_DIR`, `NODE_EXTRA_CA_CERTS`), which programs need to connect. */
const isPath = (value: string) => /^(?:[/~]|[A-Za-z]:[\\/])/.test(value);

/** Whether a name contains a secret's word; words are separated by non-letters or camelCase. */
function isSecretName(name: string, value: string): boolean {
  const words = name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toUpperCase()
    .split(/[^A-Z]+/);
  return words.some(word => SECRET_WORD.test(word) || (CERTIFICATE_WORD.test(word) && !isPath(value)));
}

const SECRET_VALUES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)/,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\./,
  /\b(?:gh[opsur]_|github_pat_|glpat-|npm_|xox[abprs]-|sk-|ya29\.)[\w-]{10}/,
  /\bAIzaSy[\w-]{20}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12}/,
  /:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/,
];

/** VS Code's variables for its own processes; with them, a child such as `code` wouldn't start normally. */
const EDITOR_NAME = /^(?:ELECTRON_|VSCODE_(?!IPC_HOOK_CLI$|GIT_))/;

/** Credentials for the model's service: never passed to commands, whatever the settings are. */
const OWN_KEYS =
  /^(?:GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_CLOUD_ACCESS_TOKEN|POLLUX_OAUTH_CLIENT_SECRET|GEMINI_CLI_CUSTOM_HEADERS)$/i;

export interface ScrubOptions {
  /** False: removes only our own keys and blocked names. */
  readonly isEnabled?: boolean;
  /** Names to pass whatever they look like, and names to remove. */
  readonly allowed?: readonly string[];
  readonly blocked?: readonly string[];
}

/** `env` for a command chosen by the model: without variables whose name or value looks like a secret. */
export function scrubEnvironment(env: Environment, options: ScrubOptions = {}): Record<string, string> {
  const isKept = keeping(options);
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && isKept(name, value));
  return Object.fromEntries(kept) as Record<string, string>;
}

function keeping(options: ScrubOptions): (name: string, value: string) => boolean {
  const { isEnabled = true } = options;
  const allowed = new Set([...HARMLESS, ...(options.allowed ?? [])]);
  const blocked = new Set(options.blocked);
  return (name, value) => {
    if (blocked.has(name) || EDITOR_NAME.test(name) || OWN_KEYS.test(name)) return false;
    if (!isEnabled || allowed.has(name)) return true;
    const isNameSecret = isSecretName(name, value) && !name.startsWith('GEMINI_CLI_');
    return !isNameSecret && !SECRET_VALUES.some(shape => shape.test(value));
  };
}

export interface CommandEnvironmentOptions extends ScrubOptions {
  /** The variables that commands inherit; the process's if absent. */
  readonly variables?: Environment;
  /** The pager for long output; `cat` if absent. */
  readonly pager?: string;
  /** No command gets a terminal, even if it asks for one. */
  readonly withoutTerminal?: boolean;
  /** The command is read-only: git gets a configuration with which it runs no other programs. */
  readonly onlyLooks?: true;
  /** The workspace folders: a read-only command runs no programs from them. */
  readonly folders?: readonly string[];
}

/** The names of set variables that are withheld from commands, except those of VS Code's own processes. */
export function withheldNames(env: Environment, options: CommandEnvironmentOptions = {}): readonly string[] {
  const isKept = keeping(options);
  return Object.entries(options.variables ?? env)
    .filter(([name, value]) => value !== undefined && !EDITOR_NAME.test(name) && !isKept(name, value))
    .map(([name]) => name);
}

/** The withheld variables relevant to a command: those it names and, if it failed, all except our own keys. */
export function withheldFrom(
  { command, exitCode }: { readonly command: string; readonly exitCode: number | null },
  env: Environment,
  options: CommandEnvironmentOptions = {},
): readonly string[] {
  const words = new Set(command.split(/\W+/));
  return withheldNames(env, options).filter(name => words.has(name) || (exitCode !== 0 && !OWN_KEYS.test(name)));
}

/** A shell command's environment: no secrets, no waiting for the user, and variables that name the agent. */
export function commandEnvironment(env: Environment, options: CommandEnvironmentOptions = {}): Record<string, string> {
  const { pager = 'cat', onlyLooks = false, folders = [] } = options;
  const scrubbed = onlyLooks
    ? harmlessEnvironment(scrubEnvironment(env, options), folders)
    : scrubEnvironment(options.variables ?? env, options);
  return {
    ...scrubbed,
    GEMINI_CLI: '1',
    POLLUX: '1',
    TERM: 'xterm-256color',
    // A pager is a program that a setting names.
    PAGER: onlyLooks ? 'cat' : pager,
    GIT_PAGER: onlyLooks ? 'cat' : pager,
    GIT_TERMINAL_PROMPT: '0',
    ...(onlyLooks && lookingEnvironment()),
  };
}
