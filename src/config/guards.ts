// What was meant to restrict, and can't be kept: nothing goes on without it.
import * as l10n from '@vscode/l10n';
import type { Environment } from './expand';
import type { GeminiSettings } from './geminiSettings';

export interface UnkeptGuard {
  readonly kind: 'sandbox' | 'configuration';
  /** What is wanted, who wants it, and the way on: whole sentences. */
  readonly message: string;
}

/** A sandbox is wanted that there is not. */
export class SandboxError extends Error {}

/**
 * What says whether a sandbox is wanted: the environment of the process, and where neither that nor a setting does, what
 * `.env` files add to it in `variables`. Nothing else of them counts, which could claim that there is a sandbox already.
 */
export function sandboxVariables(
  env: Environment,
  { settings, variables }: { readonly settings: GeminiSettings; readonly variables: Environment },
): Environment {
  const added = settings['tools.sandbox'] === '' ? variables.GEMINI_SANDBOX : undefined;
  return { ...env, GEMINI_SANDBOX: env.GEMINI_SANDBOX ?? added };
}

/**
 * The first thing that restricts and can't be kept. `env` are `sandboxVariables`; `isSandboxed` is what a flag says.
 */
export function unkeptGuard(
  settings: GeminiSettings,
  env: Environment,
  isSandboxed?: boolean,
): UnkeptGuard | undefined {
  // Whoever starts this inside of a sandbox has what is asked for.
  const wanted = env.SANDBOX ? undefined : sandboxWantedBy(settings, env, isSandboxed);
  if (wanted !== undefined && !OWN.test(sandboxNamed(settings, env))) {
    const message = l10n.t(
      'Pollux doesn’t support the sandbox {0}. Use `true` for its own sandbox, or remove the setting. Without an editor, `docker`, `podman`, `runsc` and `sandbox-exec` are supported as well.',
      wanted,
    );
    return { kind: 'sandbox', message };
  }
  if (!settings['security.enableConseca']) return undefined;
  const message = l10n.t(
    'The setting “{0}” requires a check that Pollux doesn’t have yet. Turn it off to continue without it.',
    'security.enableConseca',
  );
  return { kind: 'configuration', message };
}

/** The names by which Pollux's own sandbox can be asked for. */
const OWN = /^(?:|1|true|bwrap|bubblewrap|landlock|linux-native)$/i;

/** What a whole run can be in: containers, and the sandbox of macOS. */
const WHOLE = /^(?:docker|podman|runsc|sandbox-exec)$/i;

/** The name of what the whole run is to be in; undefined: none is asked for. On macOS that is what `true` means. */
export function wholeSandboxOf(
  settings: GeminiSettings,
  env: Environment,
  isSandboxed?: boolean,
  platform: string = process.platform,
): string | undefined {
  if (!isSandboxWanted(settings, env, isSandboxed)) return undefined;
  const name = sandboxNamed(settings, env).toLowerCase();
  if (WHOLE.test(name)) return name;
  return platform === 'darwin' && /^(?:|1|true)$/.test(name) ? 'sandbox-exec' : undefined;
}

/** Whether commands have to run in Pollux's own sandbox; not for what already runs in one. */
export function isSandboxWanted(settings: GeminiSettings, env: Environment, isSandboxed?: boolean): boolean {
  return !env.SANDBOX && sandboxWantedBy(settings, env, isSandboxed) !== undefined;
}

/** Which sandbox is asked for, where a name is given. */
function sandboxNamed(settings: GeminiSettings, env: Environment): string {
  const variable = env.GEMINI_SANDBOX?.trim() ?? '';
  return variable === '' ? settings['tools.sandbox'].trim() : variable;
}

/** The variable counts before the flag, and the flag before the setting, as in Gemini CLI. */
function sandboxWantedBy(settings: GeminiSettings, env: Environment, isSandboxed?: boolean): string | undefined {
  const variable = env.GEMINI_SANDBOX?.trim() ?? '';
  const isOff = variable === '' ? isSandboxed === false : /^(?:0|false)$/i.test(variable);
  if (variable !== '' && !isOff) return `GEMINI_SANDBOX=${variable}`;
  if (variable === '' && isSandboxed === true) return '--sandbox';
  if (!isOff && settings['tools.sandbox'] !== '') return 'tools.sandbox';
  return settings['security.toolSandboxing'] ? 'security.toolSandboxing' : undefined;
}
