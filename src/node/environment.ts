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

export interface ScrubOptions {
  /** Names that stay whatever they look like, and names that go. */
  readonly allowed?: readonly string[];
  readonly blocked?: readonly string[];
}

/** `env` for a command that the model chose: without variables whose name or value looks like a secret. */
export function scrubEnvironment(env: Environment, options: ScrubOptions = {}): Record<string, string> {
  const allowed = new Set([...harmless, ...(options.allowed ?? [])]);
  const blocked = new Set(options.blocked);
  const kept = Object.entries(env).filter(([name, value]) => {
    if (value === undefined || blocked.has(name) || editorName.test(name)) return false;
    if (allowed.has(name)) return true;
    const isNameSecret = secretName.test(name) && !name.startsWith('GEMINI_CLI_');
    return !isNameSecret && !secretValues.some(shape => shape.test(value));
  });
  return Object.fromEntries(kept) as Record<string, string>;
}

/** The environment of a shell command: no secrets, nothing that waits for a person, and how a script knows who runs it. */
export function commandEnvironment(env: Environment, options?: ScrubOptions): Record<string, string> {
  return {
    ...scrubEnvironment(env, options),
    GEMINI_CLI: '1',
    POLLUX: '1',
    TERM: 'xterm-256color',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  };
}
