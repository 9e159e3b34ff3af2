import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { setSetting, setUserSetting } from '../../node/config/editSettings';
import { userSettingsFile } from '../../node/config/settingsFiles';
import { ConfigurationError } from '../../config/trustedFolders';
import { InputError } from '../commandLine';
import { readAddArguments, type McpScope } from './addArguments';
import { messageOf } from '../../shared/messageOf';

export interface EditPlace {
  /** The directory that contains the user's `.gemini`. */
  readonly home: string;
  readonly folder: string;
}

/** `pollux mcp add`; resolves to a message for the user. Throws `InputError` and `ConfigurationError`. */
export async function addServer(args: readonly string[], place: EditPlace): Promise<string> {
  const { name, scope, transport, row } = readAddArguments(args);
  await checkScope(scope, place);
  const isThere = await hasServer(name, scope, place);
  await write(scope, place, ['mcpServers', name], row);
  return isThere
    ? `MCP server "${name}" updated in ${scope} settings. (${transport})\n`
    : `MCP server "${name}" added to ${scope} settings. (${transport})\n`;
}

/** `pollux mcp remove`; resolves to undefined if no server has that name. */
export async function removeServer(name: string, scope: McpScope, place: EditPlace): Promise<string | undefined> {
  await checkScope(scope, place);
  if (!(await hasServer(name, scope, place))) return undefined;
  await write(scope, place, ['mcpServers', name], undefined);
  return `MCP server "${name}" removed from ${scope} settings.\n`;
}

function fileOf(scope: McpScope, { home, folder }: EditPlace): string {
  return scope === 'user' ? userSettingsFile(home) : join(folder, '.gemini', 'settings.json');
}

/** Throws `InputError` if the settings of the folder are the user's. */
async function checkScope(scope: McpScope, place: EditPlace): Promise<void> {
  const [own, here] = await Promise.all([place.home, place.folder].map(each => realpath(each).catch(() => each)));
  if (scope === 'project' && own === here)
    throw new InputError('This is your home folder: use --scope user to change its settings.');
}

/** Whether the settings have a server of that name. */
export async function hasServer(name: string, scope: McpScope, place: EditPlace): Promise<boolean> {
  const text = await readFile(fileOf(scope, place), 'utf8').catch(() => '{}'); // created, or writing it fails too
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root !== undefined && findNodeAtLocation(root, ['mcpServers', name]) !== undefined;
}

async function write(scope: McpScope, place: EditPlace, path: readonly string[], value: unknown): Promise<void> {
  try {
    if (scope === 'user') await setUserSetting(place.home, path, value);
    else await setSetting(fileOf(scope, place), path, value);
  } catch (error) {
    throw new ConfigurationError(`${fileOf(scope, place)} couldn't be changed: ${messageOf(error)}`);
  }
}
