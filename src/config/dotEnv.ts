import { parse } from 'dotenv';
import { controlsPrograms } from './controllingVariables';
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
  return controlsPrograms(name);
}

/** A project may require a sandbox for its commands, but never disable one. */
function tightens(name: string, value: string): boolean {
  return name === 'GEMINI_SANDBOX' && !/^(?:0|false)?$/i.test(value.trim());
}

function refusal(names: readonly string[]): string {
  return `A project may not set ${names.join(', ')}, so that is ignored. Set it in your own environment.`;
}
