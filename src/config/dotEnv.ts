import { parse } from 'dotenv';
import type { Environment } from './expand';
import type { SettingsProblem } from './settingsText';

/** A `.env` file as it was found. `text` is null if it could not be read; `error` then says why. */
export interface EnvFile {
  readonly file: string;
  readonly isProject: boolean;
  readonly text: string | null;
  readonly error?: string;
}

/** Variables that Pollux itself reads, and the only ones of them that a project's file may set. */
const READ_BY_POLLUX = /^(?:GEMINI|GOOGLE|POLLUX|CODE_ASSIST|CLOUDSDK|CLOUD_SHELL|OTEL|OAUTH)(?:_|$)|^NO_BROWSER$/;
const PROJECTS = new Set(['GEMINI_MODEL']);
/** A project may provide a key. It is used only if the user has no other access to the models. */
const KEYS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'];

/**
 * Variables that control the programs Pollux runs: where requests go, which hosts are trusted, what is run and how.
 * If a project could set them, merely opening a folder could redirect the user's work.
 */
const REDIRECTING = [
  /(?:^|_)PROXY$/,
  /^(?:NODE(?!_ENV$)|LD|DYLD|GIT|SSH|NPM_CONFIG|VSCODE|ELECTRON)_|^SSL/,
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|SHELL|COMSPEC|BASH_ENV|ENV|IFS|TMPDIR|TEMP|TMP|XDG_\w+|APPDATA|LOCALAPPDATA)$/,
  // Shells and the C library run or load these with every command.
  /^(?:SHELLOPTS|BASHOPTS|BASH_\w+|PS[0-4]|PROMPT_COMMAND|ZDOTDIR|CDPATH|GLOBIGNORE|POSIXLY_CORRECT|GCONV_PATH|LOCPATH|OPENSSL_\w+)$/,
  // Programs start these to edit a text, show a page or ask for a password.
  /(?:^|_|MAN|HG)(?:EDITOR|VISUAL|PAGER|BROWSER|ASKPASS)$|^(?:LESSOPEN|LESSCLOSE)$/,
  // Interpreters and tools load, run or read these before their actual task.
  /^(?:PYTHON(?:STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS|EXECUTABLE)|PERL5(?:OPT|DB|LIB)|PERLLIB|RUBY(?:OPT|LIB)|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS)$/,
  /^(?:MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|TAR_OPTIONS|RIPGREP_CONFIG_PATH|CURL_HOME|WGETRC|GO(?:FLAGS|ENV|TOOLCHAIN|PROXY|NOSUMDB|SUMDB|INSECURE)|RUSTC\w*|RUSTUP_\w+|CARGO_(?!TERM_)\w+)$/,
  // These decide where packages come from, where requests go, and which hosts are trusted.
  /^(?:PIP|UV|YARN|PNPM|COREPACK|BUN_CONFIG)_|(?:^|_)(?:REGISTRY|INDEX_URL|CA_BUNDLE|CA_CERTS?|CERT_FILE)$|^(?:DOCKER_(?:HOST|CONFIG|CONTEXT)|KUBECONFIG|GH_HOST)$/,
];

export interface WithEnvFiles {
  readonly variables: Environment;
  /** A key provided by the project; not part of `variables`. */
  readonly projectKey?: string;
  readonly problems: readonly SettingsProblem[];
}

/** Adds the variables in the files to `env`. Existing variables are not changed, and earlier files take precedence. */
export function addEnvFiles(env: Environment, files: readonly EnvFile[], excluded: readonly string[]): WithEnvFiles {
  const variables = new Map(Object.entries(env));
  const problems: SettingsProblem[] = [];
  let projectKey: string | undefined;
  for (const { file, isProject, text, error } of files) {
    if (text === null) {
      problems.push({ file, severity: 'error', message: `It can't be read: ${error ?? 'unknown error'}` });
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

/** A project may require a sandbox for its commands, but never disable one. */
function tightens(name: string, value: string): boolean {
  return name === 'GEMINI_SANDBOX' && !/^(?:0|false)?$/i.test(value.trim());
}

function refusal(names: readonly string[]): string {
  return `A project may not set ${names.join(', ')}, so that is ignored. Set it in your own environment.`;
}
