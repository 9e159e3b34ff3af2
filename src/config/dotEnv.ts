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
  /^(?:NODE|LD|DYLD|GIT|SSH|NPM_CONFIG|VSCODE|ELECTRON)_|^SSL/,
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|SHELL|COMSPEC|BASH_ENV|ENV|IFS|TMPDIR|TEMP|TMP|XDG_CONFIG_HOME|APPDATA)$/,
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
