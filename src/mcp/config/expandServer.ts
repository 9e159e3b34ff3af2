import * as l10n from '@vscode/l10n';
import type { Environment } from '../../config/expand';
import { McpFailure } from '../connection/mcpConnection';
import type { ServerConfig } from './serverConfig';
import { urlProblem } from './readServerRow';

export interface ExpandOptions {
  readonly environment: Environment;
  readonly home: string;
  /** The first workspace folder; without one, the home directory. */
  readonly folder: string;
  /** Returns the value of an input of `.vscode/mcp.json`; undefined if it is unknown and the user can't be asked. */
  readonly input?: (config: ServerConfig, id: string) => Promise<string | undefined>;
}

/** The user's own secrets, which servers from a folder or an extension must not get. */
const OWN_KEYS =
  /^(?:GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_CLOUD_ACCESS_TOKEN|POLLUX_OAUTH_CLIENT_SECRET|GEMINI_CLI_CUSTOM_HEADERS)$/i;

const REFERENCE =
  /\$(?:\{(workspaceFolder|workspacePath|userHome|pathSeparator|\/)\}|(\w+)|\{(\w+)(?::-([^}]*))?\}|\{(env|input):([^}]+)\})/g;

/**
 * Replaces `$NAME`, `${NAME:-default}`, `${env:NAME}`, `${input:ID}` and `${workspaceFolder}` in the server's
 * configuration with their values. Rejects with `McpFailure`.
 */
export async function expandServer(config: ServerConfig, options: ExpandOptions): Promise<ServerConfig> {
  const { transport } = config;
  if (transport.kind === 'editor') return config;
  const expander = new Expander(config, options);
  if (transport.kind === 'stdio') {
    const { command, args, env, cwd } = transport;
    const expanded = {
      kind: transport.kind,
      command: await expander.text(command),
      args: await Promise.all(args.map(arg => expander.text(arg))),
      env: await expander.environment(env),
      ...(cwd !== undefined && { cwd: await expander.text(cwd) }),
    };
    return { ...config, transport: expanded };
  }
  const { oauth } = config;
  const url = await expander.whole(transport.url);
  if (urlProblem(url) !== undefined) {
    throw new McpFailure('unreachable', l10n.t('The MCP server “{0}” has an address that can’t be used.', config.name));
  }
  const headers = await Promise.all(
    Object.entries(transport.headers).map(async ([name, value]) => [name, await expander.whole(value)] as const),
  );
  const signIn = oauth && (await expander.fields(oauth));
  const remote = { kind: transport.kind, url, headers: Object.fromEntries(headers) };
  return { ...config, transport: remote, ...(signIn && { oauth: signIn }) };
}

class Expander {
  constructor(
    private readonly config: ServerConfig,
    private readonly options: ExpandOptions,
  ) {}

  /** A reference to an unset variable stays as it is written; an unanswered input is an error. */
  text(text: string): Promise<string> {
    return this.#replace(text, whole => whole);
  }

  /** For text that would be sent as it is written: an unset variable is an error. */
  whole(text: string): Promise<string> {
    return this.#replace(text, whole => this.#refuse(whole));
  }

  #refuse(whole: string): never {
    const { name } = this.config;
    throw new McpFailure('unreachable', l10n.t('The MCP server “{0}” needs {1}, which isn’t set.', name, whole));
  }

  /** Expands an object's string fields, such as a client secret. */
  async fields<T extends object>(object: T): Promise<T> {
    const entries = await Promise.all(
      Object.entries(object).map(async ([name, value]: [string, unknown]) => [
        name,
        typeof value === 'string' ? await this.whole(value) : value,
      ]),
    );
    return Object.fromEntries(entries) as T;
  }

  /** Leaves out variables whose value is only a reference to an unset variable. */
  async environment(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const entries = await Promise.all(
      Object.entries(env).map(async ([name, value]) => [name, value, await this.text(value)] as const),
    );
    const isUnset = (value: string, expanded: string) => value === expanded && /^\$(?:\w+|\{[^}]+\})$/.test(value);
    return Object.fromEntries(
      entries.flatMap(([name, value, expanded]) => (isUnset(value, expanded) ? [] : [[name, expanded]])),
    );
  }

  async #replace(text: string, unset: (whole: string) => string): Promise<string> {
    const pieces: string[] = [];
    const refuse = (whole: string) => this.#refuse(whole);
    let end = 0;
    for (const match of text.matchAll(REFERENCE)) {
      const missing = match[5] === 'input' ? refuse : unset;
      pieces.push(text.slice(end, match.index), (await this.#valueOf(match)) ?? missing(match[0]));
      end = match.index + match[0].length;
    }
    return [...pieces, text.slice(end)].join('');
  }

  async #valueOf([, place, bare, braced, otherwise, kind, id = '']: RegExpMatchArray): Promise<string | undefined> {
    const { home, folder, input } = this.options;
    if (place === 'userHome') return home;
    if (place === 'pathSeparator' || place === '/') return home.includes('\\') ? '\\' : '/';
    if (place !== undefined) return this.config.origin.folder ?? folder;
    if (kind === 'input') return input?.(this.config, id);
    const value = this.#variable(bare ?? braced ?? id);
    return otherwise === undefined ? value : value || otherwise;
  }

  #variable(name: string): string | undefined {
    const { scope } = this.config.origin;
    if ((scope === 'workspace' || scope === 'extension') && OWN_KEYS.test(name)) return undefined;
    const { environment } = this.options;
    return Object.hasOwn(environment, name) ? environment[name] : undefined;
  }
}
