import * as l10n from '@vscode/l10n';
import { notice, type CommandAction, type CommandResult } from '../command';

/** An MCP server as listed by `/mcp`; names and descriptions are the server's own. */
export interface ListedServer {
  readonly name: string;
  /** Localised. */
  readonly state: string;
  /** Why it can't be used. */
  readonly error?: string;
  readonly description?: string;
  readonly needsSignIn: boolean;
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly string[];
  readonly resources: readonly string[];
}

export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly schema: unknown;
  /** Why the model doesn't get it, localised; absent: it does. */
  readonly unused?: string;
}

/** Operations on the servers of a window or a run. Each throws an `Error` whose message is for the user. */
export interface McpControl {
  servers(): Promise<readonly ListedServer[]>;
  /** Reads the settings again, and connects, also to servers that have failed. */
  reload(): Promise<void>;
  signIn(name: string): Promise<void>;
  setEnabled(name: string, isEnabled: boolean): Promise<void>;
}

const NAMELESS: ReadonlySet<string> = new Set(['list', 'ls', 'desc', 'schema', 'reload', 'refresh']);

type Detail = 'list' | 'desc' | 'schema';

/** `/mcp [list|desc|schema|auth [NAME]|reload|enable NAME|disable NAME]`. */
export function mcpAction(control: () => Promise<McpControl>): CommandAction {
  return async args => {
    const [, verb = '', name = ''] = /^(\S*)\s*(.*)$/s.exec(args.trim()) ?? [];
    const mcp = await control();
    if (name !== '' && NAMELESS.has(verb)) throw new Error(l10n.t('“/mcp {0}” takes no name.', verb));
    switch (verb) {
      case '':
      case 'list':
      case 'ls':
      case 'desc':
      case 'schema':
        return list(await mcp.servers(), verb === 'desc' || verb === 'schema' ? verb : 'list');
      case 'reload':
      case 'refresh':
        await mcp.reload();
        return list(await mcp.servers(), 'list');
      case 'auth':
        return name === '' ? listSignIns(await mcp.servers()) : signIn(await known(mcp, name), mcp);
      case 'enable':
      case 'disable': {
        const server = await known(mcp, name);
        await mcp.setEnabled(server, verb === 'enable');
        return notice(
          verb === 'enable'
            ? l10n.t('The MCP server “{0}” is enabled.', server)
            : l10n.t('The MCP server “{0}” is disabled.', server),
        );
      }
      default:
        throw new Error(l10n.t('/mcp takes list, desc, schema, auth, reload, enable or disable.'));
    }
  };
}

async function signIn(name: string, mcp: McpControl): Promise<CommandResult> {
  await mcp.signIn(name);
  return notice(l10n.t('You’re signed in to “{0}”.', name));
}

async function known(mcp: McpControl, name: string): Promise<string> {
  const names = (await mcp.servers()).map(server => server.name);
  const found = names.find(each => each === name) ?? names.find(each => each.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const all = names.join(', ');
  if (all === '') throw new Error(l10n.t('No MCP servers are configured.'));
  throw new Error(
    name === ''
      ? l10n.t('Name the MCP server. Available: {0}', all)
      : l10n.t('There is no MCP server “{0}”. Available: {1}', name, all),
  );
}

function listSignIns(servers: readonly ListedServer[]): CommandResult {
  const open = servers.filter(({ needsSignIn }) => needsSignIn).map(({ name }) => `- \`/mcp auth ${plain(name)}\``);
  if (open.length === 0) return notice(l10n.t('No MCP server asks you to sign in.'));
  return notice([l10n.t('These MCP servers ask you to sign in:'), '', ...open].join('\n'));
}

function list(servers: readonly ListedServer[], detail: Detail): CommandResult {
  if (servers.length === 0) return notice(l10n.t('No MCP servers are configured.'));
  return notice(servers.map(server => block(server, detail)).join('\n\n'));
}

function block({ name, state, error, description, tools, prompts, resources }: ListedServer, detail: Detail): string {
  const head = `**${plain(name)}**: ${state}${error === undefined ? '' : ` (${plain(error)})`}`;
  const rows = tools.map(tool => toolRow(tool, detail));
  return [
    head,
    ...(detail !== 'list' && description !== undefined ? ['', plain(description)] : []),
    ...(rows.length > 0 ? ['', ...rows] : []),
    ...(prompts.length > 0 ? ['', l10n.t('Prompts: {0}', prompts.map(plain).join(', '))] : []),
    ...(resources.length > 0 ? ['', l10n.t('Resources: {0}', resources.map(plain).join(', '))] : []),
  ].join('\n');
}

function toolRow({ name, description, schema, unused }: ListedTool, detail: Detail): string {
  const off = unused === undefined ? '' : ` (${unused})`;
  const said = detail === 'list' || description === undefined ? '' : `: ${plain(description)}`;
  const row = `- \`${plain(name)}\`${off}${said}`;
  if (detail !== 'schema') return row;
  const text = JSON.stringify(schema ?? {}, undefined, 2);
  return `${row}\n\n${text.replace(/^/gm, '      ')}\n`;
}

/** Escapes a server's text so that nothing in it is interpreted as Markdown. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|#!]/g, character => (character === '_' ? '_' : `\\${character}`));
}
