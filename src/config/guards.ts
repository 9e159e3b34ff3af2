// Settings that restrict but can't be enforced: nothing runs in spite of them.
import * as l10n from '@vscode/l10n';
import type { Environment } from './expand';
import type { GeminiSettings } from './geminiSettings';

export interface UnkeptGuard {
  readonly kind: 'sandbox' | 'configuration';
  /** What is required, the setting that requires it, and how to continue, in whole sentences. */
  readonly message: string;
}

/** The required sandbox is not available. */
export class SandboxError extends Error {}

/**
 * The environment that decides whether a sandbox is required: that of the process, plus `GEMINI_SANDBOX` from `.env`
 * files (in `variables`) if neither the process nor a setting says anything. No other variable from those files
 * counts, because it could claim that a sandbox already exists. If the administrator requires a sandbox, no variable
 * turns it off, and `SANDBOX` only counts if Pollux really runs in one (`isContained`).
 */
export function sandboxVariables(
  env: Environment,
  { settings, variables }: { readonly settings: GeminiSettings; readonly variables: Environment },
  isContained: () => boolean,
): Environment {
  if (isSandboxForced(settings)) {
    return { ...env, GEMINI_SANDBOX: undefined, SANDBOX: isContained() ? env.SANDBOX : undefined };
  }
  const added = settings['tools.sandbox'] === '' ? variables.GEMINI_SANDBOX : undefined;
  return { ...env, GEMINI_SANDBOX: env.GEMINI_SANDBOX ?? added };
}

/**
 * The first restriction that can't be enforced; undefined if there is none. `env`: the result of `sandboxVariables`;
 * `isSandboxed`: the value of the flag.
 */
export function unkeptGuard(
  settings: GeminiSettings,
  env: Environment,
  isSandboxed?: boolean,
): UnkeptGuard | undefined {
  const name = sandboxNamed(settings, env);
  if (isSandboxWanted(settings, env, isSandboxed) && !OWN.test(name)) {
    const message = l10n.t(
      'Pollux doesn’t support the sandbox {0}. Use `true` for its own sandbox, or remove the setting. Without an editor, `docker`, `podman`, `runsc` and `sandbox-exec` are supported as well.',
      `${namesSandbox(env) ? 'GEMINI_SANDBOX' : 'tools.sandbox'}=${name}`,
    );
    return { kind: 'sandbox', message };
  }
  // A user is warned instead: Gemini CLI, too, allows what this check can't decide.
  if (!settings.forced?.['security.enableConseca']) return undefined;
  const message = l10n.t(
    'Your administrator requires a check of tool calls by a model (“{0}”), which Pollux doesn’t have. Ask your administrator to turn it off for Pollux.',
    'security.enableConseca',
  );
  return { kind: 'configuration', message };
}

/** The names that select Pollux's own sandbox. */
const OWN = /^(?:|1|true|bwrap|bubblewrap|landlock|linux-native)$/i;

/** Sandboxes for a whole run: containers, and the sandbox of macOS. */
const WHOLE = /^(?:docker|podman|runsc|sandbox-exec)$/i;

/** The name of the sandbox for the whole run; undefined if none is required. On macOS, `true` means `sandbox-exec`. */
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

/** Whether commands must run in Pollux's own sandbox; false if Pollux already runs in a sandbox. */
export function isSandboxWanted(settings: GeminiSettings, env: Environment, isSandboxed?: boolean): boolean {
  return !env.SANDBOX && asksForSandbox(settings, env, isSandboxed);
}

/** Whether the administrator requires a sandbox. */
export function isSandboxForced({ forced = {} }: GeminiSettings): boolean {
  return (forced['tools.sandbox'] ?? '') !== '' || forced['security.toolSandboxing'] === true;
}

function namesSandbox(env: Environment): boolean {
  return (env.GEMINI_SANDBOX?.trim() ?? '') !== '';
}

/** The name of the required sandbox, if one is given; otherwise empty. */
function sandboxNamed(settings: GeminiSettings, env: Environment): string {
  return (namesSandbox(env) ? (env.GEMINI_SANDBOX ?? '') : settings['tools.sandbox']).trim();
}

/** As in Gemini CLI, the variable comes before the flag, and the flag before the setting. */
function asksForSandbox(settings: GeminiSettings, env: Environment, isSandboxed?: boolean): boolean {
  const isNamed = namesSandbox(env);
  const isOff = isNamed ? /^(?:0|false)$/i.test(env.GEMINI_SANDBOX?.trim() ?? '') : isSandboxed === false;
  if ((isNamed && !isOff) || (!isNamed && isSandboxed === true)) return true;
  return (
    ((!isOff || isSandboxForced(settings)) && settings['tools.sandbox'] !== '') || settings['security.toolSandboxing']
  );
}
