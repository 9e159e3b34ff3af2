import {
  AUTH_PROVIDER_TYPES,
  DEFAULT_TIMEOUT_MS,
  type AuthProviderType,
  type ServerConfig,
  type ServerOAuth,
  type ServerOrigin,
  type ServerTransport,
} from './serverConfig';
import { RowFields, type RowProblem } from './rowFields';
import { isJsonObject } from '../../shared/jsonObject';

export interface ReadRow {
  /** Absent if the row doesn't describe a usable server. */
  readonly config?: ServerConfig;
  readonly problems: readonly RowProblem[];
}

/** The longest delay that a timer supports. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const TRANSPORT_TYPES = /^(?:stdio|http|streamable-?http|sse)$/i;

/** Valid server names. Rules refer to servers by name, so wildcards, quotes and invisible characters aren't allowed. */
const NAME = /^(?! )[^\p{C}*?"\\]{1,100}(?<! )$/u;

/** Whether a server can have that name. */
export function isServerName(name: string): boolean {
  return NAME.test(name);
}

/** Fields of other programs that have no effect here and aren't mistakes. */
const KNOWN_ELSEWHERE = new Set(['disabled', 'alwaysAllow', 'autoApprove', 'extension', 'gallery', 'version', 'dev']);

const FIELDS = new Set([
  ...['command', 'args', 'env', 'cwd', 'url', 'httpUrl', 'tcp', 'type', 'headers', 'timeout', 'trust', 'description'],
  ...['includeTools', 'excludeTools', 'tools', 'oauth', 'authProviderType', 'targetAudience', 'targetServiceAccount'],
  ...['envFile', 'sandbox', 'sandboxEnabled', ...KNOWN_ELSEWHERE],
]);

/** Reads one row of `mcpServers`. Problems are reported with their place in the row; valid fields still count. */
export function readServerRow(name: string, row: unknown, origin: ServerOrigin): ReadRow {
  const fields = new RowFields(row);
  const config = configOf(fields, name, origin);
  return { ...(config && { config }), problems: fields.problems };
}

function configOf(row: RowFields, name: string, origin: ServerOrigin): ServerConfig | undefined {
  if (row.isLost()) return undefined;
  if (!isServerName(name)) row.lose('', 'has a name that no server can have');
  const transport = transportOf(row);
  for (const key of Object.keys(row.given)) {
    if (!FIELDS.has(key)) row.report(key, "isn't a field that Pollux knows");
  }
  const isOwn = origin.scope !== 'workspace' && origin.scope !== 'extension';
  const authProviderType = authProviderTypeOf(row);
  const config = {
    name,
    transport: transport ?? { kind: 'stdio' as const, command: '', args: [], env: {} },
    timeoutMs: timeoutOf(row),
    isTrusted: row.flag('trust') === true && isOwn,
    ...optional('description', row.text('description')),
    ...optional('includeTools', row.texts('includeTools') ?? row.texts('tools')),
    excludeTools: row.texts('excludeTools') ?? [],
    ...optional('oauth', oauthOf(row)),
    ...optional('authProviderType', authProviderType),
    ...optional('targetAudience', row.text('targetAudience')),
    ...optional('targetServiceAccount', row.text('targetServiceAccount')),
    origin,
  };
  return row.isLost() ? undefined : config;
}

function transportOf(row: RowFields): ServerTransport | undefined {
  const type = row.text('type');
  if (type !== undefined && !TRANSPORT_TYPES.test(type)) {
    row.lose('type', `must be "stdio", "http" or "sse", not ${JSON.stringify(type)}`);
    return undefined;
  }
  const [command, url, httpUrl] = [row.text('command'), row.text('url'), row.text('httpUrl')];
  const wantsUrl = type !== undefined && !/^stdio$/i.test(type);
  if (httpUrl !== undefined && !wantsUrl) return remoteOf(row, 'http', 'httpUrl', httpUrl);
  if (url !== undefined && !/^stdio$/i.test(type ?? '')) {
    return remoteOf(row, type === undefined ? 'auto' : /^sse$/i.test(type) ? 'sse' : 'http', 'url', url);
  }
  if (command !== undefined && !wantsUrl) return localOf(row, command);
  if ('tcp' in row.given) {
    row.lose('tcp', 'is a transport that Pollux doesn\'t have: use "url"');
    return undefined;
  }
  const missing = wantsUrl ? '"url"' : type === undefined ? '"command" or "url"' : '"command"';
  row.lose('', `needs ${missing}`);
  return undefined;
}

function localOf(row: RowFields, command: string): ServerTransport | undefined {
  if (command.trim() === '') {
    row.lose('command', 'is empty');
    return undefined;
  }
  if (command.includes('\0')) {
    row.lose('command', 'has a character that no command has');
    return undefined;
  }
  const cwd = row.text('cwd');
  return {
    kind: 'stdio',
    command,
    args: row.texts('args', true) ?? [],
    env: row.record('env') ?? {},
    ...optional('cwd', cwd === '' ? undefined : cwd),
  };
}

function remoteOf(
  row: RowFields,
  kind: 'auto' | 'http' | 'sse',
  field: string,
  url: string,
): ServerTransport | undefined {
  // An address with a variable is validated once it has been expanded.
  if (!url.includes('$')) {
    const miss = urlProblem(url);
    if (miss !== undefined) {
      row.lose(field, miss);
      return undefined;
    }
  }
  return { kind, url, headers: row.record('headers') ?? {} };
}

function timeoutOf(row: RowFields): number {
  const value = row.given.timeout;
  if (value === undefined) return DEFAULT_TIMEOUT_MS;
  if (typeof value === 'number' && value >= 1) return Math.min(value, MAX_TIMEOUT_MS);
  row.report('timeout', 'must be a number of milliseconds');
  return DEFAULT_TIMEOUT_MS;
}

function authProviderTypeOf(row: RowFields): AuthProviderType | undefined {
  const value = row.text('authProviderType');
  const known = AUTH_PROVIDER_TYPES.find(each => each === value);
  if (value !== undefined && !known) {
    row.lose('authProviderType', `must be one of ${AUTH_PROVIDER_TYPES.join(', ')}`);
  }
  return known;
}

function oauthOf(row: RowFields): ServerOAuth | undefined {
  const value = row.given.oauth;
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    row.report('oauth', 'must be an object');
    return undefined;
  }
  const read: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const isRight = oauthMiss(key, each);
    if (isRight === undefined) read[key] = each;
    else row.report(`oauth.${key}`, isRight);
  }
  return read;
}

function optional<K extends string, T>(key: K, value: T | undefined): Readonly<Partial<Record<K, T>>> {
  return (value === undefined ? {} : { [key]: value }) as Readonly<Partial<Record<K, T>>>;
}

const OAUTH_TEXTS = new Set([
  ...['clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'issuer', 'registrationUrl', 'redirectUri'],
  ...['tokenParamName', 'clientMetadataUrl', 'grantType', 'privateKey', 'signingAlgorithm'],
]);

function oauthMiss(key: string, value: unknown): string | undefined {
  if (key === 'enabled') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (OAUTH_TEXTS.has(key)) return typeof value === 'string' ? undefined : 'must be a string';
  if (key !== 'scopes' && key !== 'audiences') return "isn't a field that Pollux knows";
  const isList = Array.isArray(value) && value.every(each => typeof each === 'string');
  return isList ? undefined : 'must be a list of strings';
}

/** Why an address can't be a server's; undefined if it can. */
export function urlProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return "isn't an address";
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must begin with https:// or http://';
  return username === '' && password === '' ? undefined : 'must not hold a name or a password: use "headers"';
}
