import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { entriesOf, valueAt } from '../../config/jsonNodes';
import { lineAt, rootOf, textIn, type SettingsProblem } from '../../config/settingsText';
import type { ServerConfig, ServerOrigin } from './serverConfig';
import { namesServers, type ServerFile } from './namesServers';
import { readServerRow } from './readServerRow';
import { limitedBy, readServerLimits } from './serverLimits';
import { recordOf } from '../tools/serverContent';

/** An input that the user must provide before a server of `.vscode/mcp.json` can start. */
export interface ServerInput {
  readonly id: string;
  readonly description: string;
  readonly isPassword: boolean;
  readonly default?: string;
  readonly options?: readonly string[];
}

export interface ServerFiles {
  /**
   * With unique names: an administrator's servers take precedence over the user's, and those over servers of
   * extensions and folders.
   */
  readonly servers: readonly ServerConfig[];
  /** By the file that defines them. */
  readonly inputs: ReadonlyMap<string, readonly ServerInput[]>;
  readonly problems: readonly SettingsProblem[];
}

const REQUIRED = 'admin.mcp.requiredConfig';

const RANK: Readonly<Record<string, number>> = {
  controls: -1,
  system: 0,
  user: 1,
  systemDefaults: 2,
  extension: 3,
  workspace: 4,
};

/** Reads the servers in files; `others` come from extensions. */
export function readServerFiles(files: readonly ServerFile[], others: readonly ServerConfig[] = []): ServerFiles {
  const problems: SettingsProblem[] = [];
  const inputs = new Map<string, readonly ServerInput[]>();
  const found = files.flatMap(file => readFile(file, problems, inputs));
  const ranked = [...found, ...others].sort((a, b) => rankOf(a) - rankOf(b));
  const byName = new Map<string, ServerConfig>();
  for (const config of ranked) {
    const first = byName.get(config.name);
    if (!first) byName.set(config.name, config);
    // Rules identify servers by name, so a folder must not take the name of a server for which the user has allowed
    // tools.
    else if (first.origin.file !== config.origin.file) problems.push(twice(config, first));
  }
  const limits = files.flatMap(readServerLimits);
  return { servers: [...byName.values()].map(config => limitedBy(limits, config)), inputs, problems };
}

function rankOf({ origin }: ServerConfig): number {
  return RANK[origin.scope] ?? 2;
}

function twice({ name, origin }: ServerConfig, first: ServerConfig): SettingsProblem {
  const { file, line } = origin;
  const message = `There is an MCP server "${name}" in ${first.origin.file} already, so this one isn't used.`;
  return { file, ...(line !== undefined && { line }), severity: 'hint', message };
}

function readFile(
  file: ServerFile,
  problems: SettingsProblem[],
  inputs: Map<string, readonly ServerInput[]>,
): ServerConfig[] {
  if (!namesServers([file])) return [];
  const root = rootOf(file);
  if (!root) return [];
  if ('message' in root) {
    const line = root.offset === undefined ? {} : { line: lineAt(textIn(file), root.offset) };
    // Problems of settings files are reported where the other settings are read.
    if (file.format !== 'settings')
      problems.push({ file: file.file, ...line, severity: 'error', message: root.message });
    return [];
  }
  if (file.format === 'vscode') inputs.set(file.file, inputsIn(valueAt(root, 'inputs')));
  const required = requiredIn(root, file).flatMap(([name, node]) => readRequired(file, name, node, problems));
  const key = serversKeyIn(root, file.format);
  const servers = valueAt(root, key);
  // Problems of settings files are reported where the other settings are read.
  if (file.format !== 'settings') problems.push(...wrongServers(root, servers, key, file));
  return [...required, ...entriesOf(servers).flatMap(([name, node]) => readRow(file, name, node, problems, key))];
}

function requiredIn(root: Node, file: ServerFile): readonly (readonly [string, Node])[] {
  const under = isAdministrators(file) ? findNodeAtLocation(root, REQUIRED.split('.')) : undefined;
  return entriesOf(under);
}

/** Only the system settings and an organization's controls can contain an administrator's requirements. */
function isAdministrators({ format, scope }: ServerFile): boolean {
  return format === 'settings' && (scope === 'system' || scope === 'controls');
}

/**
 * Reads a required server: trusted unless it says otherwise, as in Gemini CLI, and always remote, since no program
 * can be required.
 */
function readRequired(file: ServerFile, name: string, node: Node, problems: SettingsProblem[]): ServerConfig[] {
  const trust = valueAt(node, 'trust');
  return readRow(file, name, node, problems, REQUIRED).flatMap(config => {
    if ('url' in config.transport) return [{ ...config, isTrusted: trust?.value !== false, isRequired: true as const }];
    const message = `"${REQUIRED}.${name}" must have a "url".`;
    problems.push({ file: file.file, line: config.origin.line ?? 1, severity: 'error', message });
    return [];
  });
}

function serversKeyIn(root: Node, format: ServerFile['format']): string {
  return format === 'vscode' && (valueAt(root, 'servers') || !valueAt(root, 'mcpServers')) ? 'servers' : 'mcpServers';
}

function wrongServers(root: Node, servers: Node | undefined, key: string, file: ServerFile): SettingsProblem[] {
  const wrong = (node: Node, message: string): SettingsProblem[] => [
    { file: file.file, line: lineAt(textIn(file), node.offset), severity: 'error', message },
  ];
  if (servers) return servers.type === 'object' ? [] : wrong(servers, `"${key}" must be an object of servers.`);
  const definesOthers = valueAt(root, 'inputs') !== undefined || entriesOf(root).length === 0;
  return definesOthers ? [] : wrong(root, `There is no "${key}" in this file, so it defines no servers.`);
}

function readRow(
  { scope, file, folder, ...source }: ServerFile,
  name: string,
  node: Node,
  problems: SettingsProblem[],
  under: string,
): ServerConfig[] {
  const line = lineAt(textIn({ scope, file, ...source }), node.offset);
  const origin: ServerOrigin = { scope, file, line, ...(folder !== undefined && { folder }) };
  const { config, problems: found } = readServerRow(name, getNodeValue(node), origin);
  for (const { path, message, costsServer } of found) {
    const where = path === '' ? `${under}.${name}` : `${under}.${name}.${path}`;
    problems.push({ file, line, severity: costsServer ? 'error' : 'hint', message: `"${where}" ${message}.` });
  }
  return config ? [config] : [];
}

function inputsIn(node: Node | undefined): readonly ServerInput[] {
  const listed: unknown = node && getNodeValue(node);
  return (Array.isArray(listed) ? listed : []).flatMap(each => {
    const { id, description, password, default: otherwise, options } = recordOf(each);
    if (typeof id !== 'string') return [];
    return [
      {
        id,
        description: typeof description === 'string' ? description : id,
        isPassword: password === true,
        ...(typeof otherwise === 'string' && { default: otherwise }),
        ...(Array.isArray(options) && { options: options.filter(option => typeof option === 'string') }),
      },
    ];
  });
}
