// The settings that are there to restrict. What can't be kept of them ends a run: see `guards.ts`.
import { choice, onOff, text, texts } from './settingRow';

/** Ways to sign in, by the names that Gemini CLI has for them. */
export const AUTH_TYPES = [
  '',
  'oauth-personal',
  'gemini-api-key',
  'vertex-ai',
  'compute-default-credentials',
  'cloud-shell',
  'gateway',
] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

const EITHER = (before: boolean, value: boolean) => before || value;

export const GUARD_ROWS = {
  'tools.sandbox': text(
    '',
    'Run commands in a sandbox, by `true`, `bwrap` or `landlock`; or all of a run without an editor, by `docker`, `podman`, `runsc` or `sandbox-exec`. Where it can’t be had, or another is named, a run ends with exit code 44 and no prompt is sent. In the editor it makes `pollux.sandbox` binding.',
    { read: readSandbox, stricter: (before, value) => (value === '' ? before : value) },
  ),
  'tools.sandboxAllowedPaths': texts(
    [],
    'Folders besides the workspace that commands in the sandbox may write in; what they could not read there otherwise, they can.',
    { isUserOnly: true },
  ),
  'tools.sandboxNetworkAccess': onOff(false, 'Commands in the sandbox have the whole network.', { isUserOnly: true }),
  'security.toolSandboxing': onOff(false, 'Run each tool in a sandbox; as `tools.sandbox`.', { stricter: EITHER }),
  'security.enableConseca': onOff(
    false,
    'A model makes rules for each prompt. Not available yet, so that a run ends with exit code 52 and no prompt is sent.',
    { stricter: EITHER },
  ),
  'security.auth.selectedType': choice<AuthType>(
    '',
    AUTH_TYPES,
    'How to sign in, whatever keys there are; in the editor, how you signed in last counts before it. With `gateway`, the address that is set for the Gemini API is asked without a key where there is none.',
    { isUserOnly: true },
  ),
  'security.auth.enforcedType': choice<AuthType>(
    '',
    AUTH_TYPES,
    'The only way to sign in. Where that can’t be had, a run ends with exit code 52 and no prompt is sent.',
    { stricter: (before, value) => (before === '' ? value : before) },
  ),
  'admin.secureModeEnabled': onOff(false, 'As `security.disableYoloMode` and `security.disableAlwaysAllow` together.', {
    stricter: EITHER,
  }),
  'admin.skills.enabled': onOff(true, 'Skills may be used.', { stricter: (before, value) => before && value }),
  'admin.extensions.enabled': onOff(true, 'Extensions may be used.', { stricter: (before, value) => before && value }),
  'security.blockGitExtensions': onOff(false, 'No extension from git or an address is installed or used.', {
    stricter: EITHER,
  }),
  'security.allowedExtensions': texts(
    [],
    'Regular expressions, of which the source of an extension has to match one; empty: any source.',
    { isUserOnly: true },
  ),
  'admin.mcp.enabled': onOff(true, 'MCP servers may be used.', { stricter: (before, value) => before && value }),
  'admin.mcp.config': texts(
    [],
    'The only MCP servers that may be used, as an object by their names. One with a `url` may be reached at that address alone; empty: all.',
    { isUserOnly: true, read: readServers, stricter: servedByBoth },
  ),
  'admin.network.allowedHosts': texts(
    [],
    'The only hosts that Pollux may reach, each `host`, `host:port` or `*.suffix`; empty: all. What is set elsewhere can only leave out more.',
    { isUserOnly: true, read: readList },
  ),
  'admin.models.allowed': texts(
    [],
    'Names of the only models that may be asked, in which `*` stands for anything; empty: all.',
    { isUserOnly: true, read: readList },
  ),
  adminPolicyPaths: texts(
    [],
    'Files and folders of policy rules that count before all others. One that can’t be read ends a run with exit code 52.',
    { merge: 'union', isUserOnly: true },
  ),
};

/** Of an object of servers: each name, with its address where it has one. */
function readServers(written: unknown): unknown {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return written;
  return Object.entries(written as Readonly<Record<string, unknown>>).map(([name, row]) => {
    const url = (row as { readonly url?: unknown } | null)?.url;
    return typeof url === 'string' ? `${name} ${url}` : name;
  });
}

/** Of two lists of servers what both have; an empty one has all of them, so that a list of none is one of no name. */
function servedByBoth(before: readonly string[], value: readonly string[]): readonly string[] {
  if (before.length === 0 || value.length === 0) return before.length === 0 ? value : before;
  const isIn = (list: readonly string[], entry: string) =>
    list.includes(entry) || list.includes(entry.replace(/ \S+:\/\/\S*$/, ''));
  const both = [...value.filter(entry => isIn(before, entry)), ...before.filter(entry => isIn(value, entry))];
  return both.length === 0 ? [''] : [...new Set(both)];
}

/** A list of what is allowed, of which one may stand alone. */
function readList(written: unknown): unknown {
  return typeof written === 'string' ? [written] : written;
}

/** `true`, the name of a sandbox, or an object that says whether it is `enabled` and by what `command`; empty: none. */
function readSandbox(written: unknown): unknown {
  if (typeof written === 'boolean') return written ? 'true' : '';
  if (typeof written === 'string') return /^(?:|0|false)$/i.test(written.trim()) ? '' : written;
  if (typeof written !== 'object' || written === null) return written;
  const { enabled, command } = written as Readonly<Record<string, unknown>>;
  if (enabled === false) return '';
  return typeof command === 'string' ? command : 'true';
}
