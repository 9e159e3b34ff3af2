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

/**
 * What a project's file may not set: where requests and keys go, how Pollux signs in, whom it trusts, what programs are
 * run and how. Otherwise opening a folder would be enough to redirect what the person does in it.
 */
const REDIRECTING = [
  /^(?:GEMINI_CLI|POLLUX|CODE_ASSIST|GOOGLE_GENAI|GEMINI_TELEMETRY|GEMINI_SANDBOX|OTEL|OAUTH)(?:_|$)/,
  /^(?:GOOGLE_GEMINI_BASE_URL|GOOGLE_VERTEX_BASE_URL|GEMINI_API_KEY_AUTH_MECHANISM|CLOUD_SHELL|NO_BROWSER)$/,
  /^GOOGLE_EXTERNAL_ACCOUNT_/,
  /(?:^|_)PROXY$/,
  /^(?:NODE|LD|DYLD|GIT|SSL|SSH|NPM_CONFIG|VSCODE|ELECTRON)_/,
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|SHELL|COMSPEC|BASH_ENV|ENV|IFS|TMPDIR|TEMP|TMP|XDG_CONFIG_HOME|APPDATA)$/,
];

export interface WithEnvFiles {
  readonly variables: Environment;
  readonly problems: readonly SettingsProblem[];
}

/** `env` with what the files add; nothing that is there is changed, and earlier files win. */
export function addEnvFiles(env: Environment, files: readonly EnvFile[], excluded: readonly string[]): WithEnvFiles {
  const variables = new Map(Object.entries(env));
  const problems: SettingsProblem[] = [];
  for (const { file, isProject, text, error } of files) {
    if (text === null) {
      problems.push({ file, severity: 'error', message: `It can't be read: ${error ?? 'nobody knows why'}` });
      continue;
    }
    const refused: string[] = [];
    for (const [name, value] of Object.entries(parse(text.replace(/^\uFEFF/, '')))) {
      if (isProject && excluded.includes(name)) continue;
      if (isProject && REDIRECTING.some(each => each.test(name.toUpperCase()))) refused.push(name);
      else if (variables.get(name) === undefined) variables.set(name, value);
    }
    if (refused.length > 0) problems.push({ file, severity: 'error', message: refusal(refused) });
  }
  return { variables: Object.fromEntries(variables), problems };
}

function refusal(names: readonly string[]): string {
  return `A project may not set ${names.join(', ')}, so that is ignored. Set it in your own environment.`;
}
