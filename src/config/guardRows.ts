// Settings that restrict. If one of them can't be enforced, the run ends: see `guards.ts`.
import { choice, onOff, text, texts } from './settingRow';
import { isJsonObject, type JsonObject } from '../shared/jsonObject';

/** Ways to sign in, by Gemini CLI's names. */
const AUTH_TYPES = [
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
    'Run commands in a sandbox (`true`, `bwrap`, `landlock`), or the whole headless run (`docker`, `podman`, `runsc`, `sandbox-exec`). If the sandbox isn’t available, a run ends with exit code 44 before a prompt is sent. In the editor, `pollux.sandbox` can then not be turned off.',
    { read: readSandbox, stricter: (before, value) => (value === '' ? before : value) },
  ),
  'tools.sandboxAllowedPaths': texts(
    [],
    'Folders outside the workspace that commands in the sandbox can read and write.',
    { isUserOnly: true },
  ),
  'tools.sandboxNetworkAccess': onOff(false, 'Give commands in the sandbox full network access.', { isUserOnly: true }),
  'security.toolSandboxing': onOff(false, 'Run each tool in a sandbox. Same as `tools.sandbox`.', { stricter: EITHER }),
  'security.enableConseca': onOff(
    false,
    'Have a model write policy rules for each prompt. Not available in Pollux, which warns and continues: its rules, questions and sandbox apply as usual. If the administrator sets it, a run ends with exit code 52 before a prompt is sent.',
    {
      stricter: EITHER,
      lacking: 'Pollux has no model that checks tool calls. Its rules, questions and sandbox apply as usual.',
    },
  ),
  'security.auth.selectedType': choice<AuthType>(
    '',
    AUTH_TYPES,
    'How to sign in, regardless of which keys are set. In the editor, the way you signed in last takes precedence. With `gateway`, the configured address of the Gemini API is used, without a key if none is set.',
    { isUserOnly: true },
  ),
  'security.auth.enforcedType': choice<AuthType>(
    '',
    AUTH_TYPES,
    'The only allowed way to sign in. If it isn’t available, a run ends with exit code 52 before a prompt is sent.',
    { stricter: (before, value) => (before === '' ? value : before) },
  ),
  'admin.secureModeEnabled': onOff(
    false,
    'Same as `security.disableYoloMode` and `security.disableAlwaysAllow` together.',
    {
      stricter: EITHER,
    },
  ),
  'admin.skills.enabled': onOff(true, 'Allow skills.', { stricter: (before, value) => before && value }),
  'admin.extensions.enabled': onOff(true, 'Allow extensions.', { stricter: (before, value) => before && value }),
  'security.blockGitExtensions': onOff(false, 'Block extensions that are installed from git or from a URL.', {
    stricter: EITHER,
  }),
  'security.allowedExtensions': texts(
    [],
    'Regular expressions for allowed extension sources; a source must match one of them. Empty: all sources.',
    { isUserOnly: true },
  ),
  'admin.mcp.enabled': onOff(true, 'Allow MCP servers.', { stricter: (before, value) => before && value }),
  'admin.mcp.config': texts(
    [],
    'The only allowed MCP servers, as an object with their names as keys. A server with a `url` is allowed only at that URL. Empty: all servers.',
    { isUserOnly: true, read: readServers, stricter: servedByBoth },
  ),
  'admin.network.allowedHosts': texts(
    [],
    'The only hosts that Pollux may connect to, each as `host`, `host:port` or `*.suffix`. Empty: all hosts. Other settings can only restrict this further.',
    { isUserOnly: true, read: readList },
  ),
  'admin.models.allowed': texts([], 'The only allowed models. `*` matches any text. Empty: all models.', {
    isUserOnly: true,
    read: readList,
  }),
  adminPolicyPaths: texts(
    [],
    'Policy files and folders that take precedence over all others. If one can’t be read, a run ends with exit code 52.',
    { merge: 'union', isUserOnly: true },
  ),
};

/** For an object of servers: each name, followed by the server's URL if it has one. */
function readServers(written: unknown): unknown {
  if (!isJsonObject(written)) return written;
  return Object.entries(written).map(([name, row]) => {
    const url = (row as { readonly url?: unknown } | null)?.url;
    return typeof url === 'string' ? `${name} ${url}` : name;
  });
}

/** The servers in both lists. An empty list allows all servers, so none in common becomes one empty name. */
function servedByBoth(before: readonly string[], value: readonly string[]): readonly string[] {
  if (before.length === 0 || value.length === 0) return before.length === 0 ? value : before;
  const isIn = (list: readonly string[], entry: string) =>
    list.includes(entry) || list.includes(entry.replace(/ \S+:\/\/\S*$/, ''));
  const both = [...value.filter(entry => isIn(before, entry)), ...before.filter(entry => isIn(value, entry))];
  return both.length === 0 ? [''] : [...new Set(both)];
}

/** A list of allowed names; a single name may be given as a string. */
function readList(written: unknown): unknown {
  return typeof written === 'string' ? [written] : written;
}

/** `true`, the name of a sandbox, or an object with `enabled` and `command`. Returns an empty string for no sandbox. */
function readSandbox(written: unknown): unknown {
  if (typeof written === 'boolean') return written ? 'true' : '';
  if (typeof written === 'string') return /^(?:|0|false)$/i.test(written.trim()) ? '' : written;
  if (typeof written !== 'object' || written === null) return written;
  const { enabled, command } = written as JsonObject;
  if (enabled === false) return '';
  return typeof command === 'string' ? command : 'true';
}
