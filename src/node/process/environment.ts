import { lookingEnvironment } from '../git/lookingEnvironment';

export type Environment = Readonly<Record<string, string | undefined>>;

const secretName = /token|secret|password|passwd|key|auth|credential|creds|private|cert/i;

/** Names that look like secrets and are none: where a program finds its agent, its display or its authorities. */
const harmless = new Set([
  'SSH_AUTH_SOCK',
  'XAUTHORITY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_AUTHOR_DATE',
]);

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
  const { isEnabled = true } = options;
  const allowed = new Set([...harmless, ...(options.allowed ?? [])]);
  const blocked = new Set(options.blocked);
  const kept = Object.entries(env).filter(([name, value]) => {
    if (value === undefined || blocked.has(name) || editorName.test(name) || ownKeys.test(name)) return false;
    if (!isEnabled || allowed.has(name)) return true;
    const isNameSecret = secretName.test(name) && !name.startsWith('GEMINI_CLI_');
    return !isNameSecret && !secretValues.some(shape => shape.test(value));
  });
  return Object.fromEntries(kept) as Record<string, string>;
}

export interface CommandEnvironmentOptions extends ScrubOptions {
  /** What shows long output; `cat` if absent. */
  readonly pager?: string;
  /** The command can change no file: git gets the configuration under which it runs nothing besides. */
  readonly onlyLooks?: true;
}

/** The environment of a shell command: no secrets, nothing that waits for a person, and how a script knows who runs it. */
export function commandEnvironment(env: Environment, options: CommandEnvironmentOptions = {}): Record<string, string> {
  const { pager = 'cat', onlyLooks = false } = options;
  return {
    ...scrubEnvironment(env, options),
    GEMINI_CLI: '1',
    POLLUX: '1',
    TERM: 'xterm-256color',
    PAGER: pager,
    GIT_PAGER: pager,
    GIT_TERMINAL_PROMPT: '0',
    ...(onlyLooks && lookingEnvironment()),
  };
}
