import { parse } from 'dotenv';
import type { Environment } from './expand';
import type { SettingsProblem } from './settingsText';

/** A `.env` file as it was found. `text` is null if it could not be read; then `error` says why. */
export interface EnvFile {
  readonly file: string;
  readonly isProject: boolean;
  readonly text: string | null;
  readonly error?: string;
}

/** What Pollux itself goes by, and of that the closed list of what a project's file may set. */
const READ_BY_POLLUX = /^(?:GEMINI|GOOGLE|POLLUX|CODE_ASSIST|CLOUDSDK|CLOUD_SHELL|OTEL|OAUTH)(?:_|$)|^NO_BROWSER$/;
const PROJECTS = new Set(['GEMINI_MODEL']);
/** A project may bring a key along. It counts where the user has no way of their own to the models. */
const KEYS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'];

/**
 * What steers the programs below Pollux: where requests go, whom they trust, what is run and how. Otherwise opening a
 * folder would be enough to redirect what the user does in it.
 */
const REDIRECTING = [
  /(?:^|_)PROXY$/,
  /^(?:NODE(?!_ENV$)|LD|DYLD|GIT|SSH|NPM_CONFIG|VSCODE|ELECTRON)_|^SSL/,
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|SHELL|COMSPEC|BASH_ENV|ENV|IFS|TMPDIR|TEMP|TMP|XDG_\w+|APPDATA|LOCALAPPDATA)$/,
  // What shells and the C library run or load with every command.
  /^(?:SHELLOPTS|BASHOPTS|BASH_\w+|PS[0-4]|PROMPT_COMMAND|ZDOTDIR|CDPATH|GLOBIGNORE|POSIXLY_CORRECT|GCONV_PATH|LOCPATH|OPENSSL_\w+)$/,
  // What programs start when they want a text, a page or a password.
  /(?:^|_|MAN|HG)(?:EDITOR|VISUAL|PAGER|BROWSER|ASKPASS)$|^(?:LESSOPEN|LESSCLOSE)$/,
  // What interpreters and tools load, run or are told before what they were asked for.
  /^(?:PYTHON(?:STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS|EXECUTABLE)|PERL5(?:OPT|DB|LIB)|PERLLIB|RUBY(?:OPT|LIB)|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS)$/,
  /^(?:MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|TAR_OPTIONS|RIPGREP_CONFIG_PATH|CURL_HOME|WGETRC|GO(?:FLAGS|ENV|TOOLCHAIN|PROXY|NOSUMDB|SUMDB|INSECURE)|RUSTC\w*|RUSTUP_\w+|CARGO_(?!TERM_)\w+)$/,
  // Where packages come from and requests go, and whom they trust.
  /^(?:PIP|UV|YARN|PNPM|COREPACK|BUN_CONFIG)_|(?:^|_)(?:REGISTRY|INDEX_URL|CA_BUNDLE|CA_CERTS?|CERT_FILE)$|^(?:DOCKER_(?:HOST|CONFIG|CONTEXT)|KUBECONFIG|GH_HOST)$/,
];

export interface WithEnvFiles {
  readonly variables: Environment;
  /** A key that the project brings along; not one of the environment variables. */
  readonly projectKey?: string;
  readonly problems: readonly SettingsProblem[];
}

/** `env` with what the files add; nothing that is there is changed, and earlier files win. */
export function addEnvFiles(env: Environment, files: readonly EnvFile[], excluded: readonly string[]): WithEnvFiles {
  const variables = new Map(Object.entries(env));
  const problems: SettingsProblem[] = [];
  let projectKey: string | undefined;
  for (const { file, isProject, text, error } of files) {
    if (text === null) {
      problems.push({ file, severity: 'error', message: `It can't be read: ${error ?? 'nobody knows why'}` });
      continue;
    }
    const refused: string[] = [];
    for (const [name, value] of Object.entries(parse(text.replace(/^\uFEFF/, '')))) {
      if (isProject && excluded.includes(name)) continue;
      if (isProject && KEYS.includes(name)) projectKey ||= value;
      else if (isProject && isRefused(name.toUpperCase()) && !tightens(name, value)) refused.push(name);
      else if (variables.get(name) === undefined) variables.set(name, value);
    }
    if (refused.length > 0) problems.push({ file, severity: 'error', message: refusal(refused) });
  }
  return { variables: Object.fromEntries(variables), problems, ...(projectKey && { projectKey }) };
}

function isRefused(name: string): boolean {
  if (READ_BY_POLLUX.test(name)) return !PROJECTS.has(name);
  return REDIRECTING.some(each => each.test(name));
}

/** A project may want its commands in a sandbox, and never out of one. */
function tightens(name: string, value: string): boolean {
  return name === 'GEMINI_SANDBOX' && !/^(?:0|false)?$/i.test(value.trim());
}

function refusal(names: readonly string[]): string {
  return `A project may not set ${names.join(', ')}, so that is ignored. Set it in your own environment.`;
}
