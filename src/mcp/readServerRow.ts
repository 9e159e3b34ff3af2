import {
  AUTH_PROVIDER_TYPES,
  DEFAULT_TIMEOUT_MS,
  type AuthProviderType,
  type ServerConfig,
  type ServerOAuth,
  type ServerOrigin,
  type ServerTransport,
} from './serverConfig';

/** A mistake in a row. `path` is where in the row it is, such as `headers.X`; empty: the row itself. */
export interface RowProblem {
  readonly path: string;
  readonly message: string;
  /** Without it, only the one field does not count. */
  readonly costsServer?: true;
}

export interface ReadRow {
  /** Absent: the row describes no server that could be reached. */
  readonly config?: ServerConfig;
  readonly problems: readonly RowProblem[];
}

/** What a timer takes. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const TRANSPORT_TYPES = /^(?:stdio|http|streamable-?http|sse)$/i;

/** Rules name servers: a name has to stand for itself alone. */
const NAME = /^(?! )[^\p{C}*?"\\]{1,100}(?<! )$/u;

/** Fields of other programs that mean nothing here and are no mistakes. */
const KNOWN_ELSEWHERE = new Set(['disabled', 'alwaysAllow', 'autoApprove', 'extension', 'gallery', 'version', 'dev']);

const FIELDS = new Set([
  ...['command', 'args', 'env', 'cwd', 'url', 'httpUrl', 'tcp', 'type', 'headers', 'timeout', 'trust', 'description'],
  ...['includeTools', 'excludeTools', 'tools', 'oauth', 'authProviderType', 'targetAudience', 'targetServiceAccount'],
  ...['envFile', 'sandbox', 'sandboxEnabled', ...KNOWN_ELSEWHERE],
]);

/** Reads one row of `mcpServers`. What is wrong with it is said with its place; fields that are right still count. */
export function readServerRow(name: string, row: unknown, origin: ServerOrigin): ReadRow {
  const reader = new RowReader(row);
  const config = reader.read(name, origin);
  return { ...(config && { config }), problems: reader.problems };
}

class RowReader {
  readonly problems: RowProblem[] = [];
  readonly #row: Readonly<Record<string, unknown>>;

  constructor(row: unknown) {
    this.#row = isRecord(row) ? row : {};
    if (!isRecord(row)) this.#lose('', 'must be an object with "command" or "url"');
  }

  read(name: string, origin: ServerOrigin): ServerConfig | undefined {
    if (this.#isLost()) return undefined;
    if (!NAME.test(name)) this.#lose('', 'has a name that no server can have');
    const transport = this.#transport();
    for (const key of Object.keys(this.#row)) {
      if (!FIELDS.has(key)) this.#report(key, 'is no field that Pollux knows');
    }
    const isOwn = origin.scope !== 'workspace' && origin.scope !== 'extension';
    const authProviderType = this.#authProviderType();
    const config = {
      name,
      transport: transport ?? { kind: 'stdio' as const, command: '', args: [], env: {} },
      timeoutMs: this.#timeout(),
      isTrusted: this.#flag('trust') === true && isOwn,
      ...this.#optional('description', this.#text('description')),
      ...this.#optional('includeTools', this.#texts('includeTools') ?? this.#texts('tools')),
      excludeTools: this.#texts('excludeTools') ?? [],
      ...this.#optional('oauth', this.#oauth()),
      ...this.#optional('authProviderType', authProviderType),
      ...this.#optional('targetAudience', this.#text('targetAudience')),
      ...this.#optional('targetServiceAccount', this.#text('targetServiceAccount')),
      origin,
    };
    return this.#isLost() ? undefined : config;
  }

  #transport(): ServerTransport | undefined {
    const type = this.#text('type');
    if (type !== undefined && !TRANSPORT_TYPES.test(type)) {
      this.#lose('type', `must be "stdio", "http" or "sse", not ${JSON.stringify(type)}`);
      return undefined;
    }
    const [command, url, httpUrl] = [this.#text('command'), this.#text('url'), this.#text('httpUrl')];
    const wantsUrl = type !== undefined && !/^stdio$/i.test(type);
    if (httpUrl !== undefined && !wantsUrl) return this.#remote('http', 'httpUrl', httpUrl);
    if (url !== undefined && !/^stdio$/i.test(type ?? '')) {
      return this.#remote(type === undefined ? 'auto' : /^sse$/i.test(type) ? 'sse' : 'http', 'url', url);
    }
    if (command !== undefined && !wantsUrl) return this.#local(command);
    if ('tcp' in this.#row) {
      this.#lose('tcp', 'is a transport that Pollux does not have: use "url"');
      return undefined;
    }
    const missing = wantsUrl ? '"url"' : type === undefined ? '"command" or "url"' : '"command"';
    this.#lose('', `needs ${missing}`);
    return undefined;
  }

  #local(command: string): ServerTransport | undefined {
    if (command.trim() === '') {
      this.#lose('command', 'is empty');
      return undefined;
    }
    if (command.includes('\0')) {
      this.#lose('command', 'has a character that no command has');
      return undefined;
    }
    const cwd = this.#text('cwd');
    return {
      kind: 'stdio',
      command,
      args: this.#texts('args', true) ?? [],
      env: this.#record('env') ?? {},
      ...this.#optional('cwd', cwd === '' ? undefined : cwd),
    };
  }

  #remote(kind: 'auto' | 'http' | 'sse', field: string, url: string): ServerTransport | undefined {
    // What names a variable is looked at once that is known.
    if (!url.includes('$')) {
      const miss = urlProblem(url);
      if (miss !== undefined) {
        this.#lose(field, miss);
        return undefined;
      }
    }
    return { kind, url, headers: this.#record('headers') ?? {} };
  }

  #timeout(): number {
    const value = this.#row.timeout;
    if (value === undefined) return DEFAULT_TIMEOUT_MS;
    if (typeof value === 'number' && value >= 1) return Math.min(value, MAX_TIMEOUT_MS);
    this.#report('timeout', 'must be a number of milliseconds');
    return DEFAULT_TIMEOUT_MS;
  }

  #authProviderType(): AuthProviderType | undefined {
    const value = this.#text('authProviderType');
    const known = AUTH_PROVIDER_TYPES.find(each => each === value);
    if (value !== undefined && !known) {
      this.#lose('authProviderType', `must be one of ${AUTH_PROVIDER_TYPES.join(', ')}`);
    }
    return known;
  }

  #oauth(): ServerOAuth | undefined {
    const value = this.#row.oauth;
    if (value === undefined) return undefined;
    if (!isRecord(value)) {
      this.#report('oauth', 'must be an object');
      return undefined;
    }
    const read: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) {
      const isRight = oauthMiss(key, each);
      if (isRight === undefined) read[key] = each;
      else this.#report(`oauth.${key}`, isRight);
    }
    return read;
  }

  #text(field: string): string | undefined {
    const value = this.#row[field];
    if (value === undefined || typeof value === 'string') return value;
    this.#report(field, 'must be a string');
    return undefined;
  }

  #flag(field: string): boolean | undefined {
    const value = this.#row[field];
    if (value === undefined || typeof value === 'boolean') return value;
    this.#report(field, 'must be true or false');
    return undefined;
  }

  /** A list that is not one costs the server where without it something else would run, or more tools would be there. */
  #texts(
    field: string,
    isNeeded = field === 'includeTools' || field === 'excludeTools',
  ): readonly string[] | undefined {
    const value = this.#row[field];
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value;
    if (isNeeded) this.#lose(field, 'must be a list of strings');
    else this.#report(field, 'must be a list of strings');
    return undefined;
  }

  /** Numbers and switches are taken for their texts. */
  #record(field: string): Readonly<Record<string, string>> | undefined {
    const value = this.#row[field];
    if (value === undefined || value === null) return undefined;
    if (!isRecord(value)) {
      this.#report(field, 'must be an object of strings');
      return undefined;
    }
    const entries = Object.entries(value).flatMap(([name, each]) => {
      if (['string', 'number', 'boolean'].includes(typeof each)) return [[name, String(each)] as const];
      this.#report(`${field}.${name}`, 'must be a string');
      return [];
    });
    return Object.fromEntries(entries);
  }

  #optional<K extends string, T>(key: K, value: T | undefined): Readonly<Partial<Record<K, T>>> {
    return (value === undefined ? {} : { [key]: value }) as Readonly<Partial<Record<K, T>>>;
  }

  #report(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  #lose(path: string, message: string): void {
    this.problems.push({ path, message, costsServer: true });
  }

  #isLost(): boolean {
    return this.problems.some(({ costsServer }) => costsServer);
  }
}

const OAUTH_TEXTS = new Set([
  ...['clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'issuer', 'registrationUrl', 'redirectUri'],
  ...['tokenParamName', 'clientMetadataUrl', 'grantType', 'privateKey', 'signingAlgorithm'],
]);

function oauthMiss(key: string, value: unknown): string | undefined {
  if (key === 'enabled') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (OAUTH_TEXTS.has(key)) return typeof value === 'string' ? undefined : 'must be a string';
  if (key !== 'scopes' && key !== 'audiences') return 'is no field that Pollux knows';
  const isList = Array.isArray(value) && value.every(each => typeof each === 'string');
  return isList ? undefined : 'must be a list of strings';
}

/** Why an address can't be one of a server; undefined for one that can. */
export function urlProblem(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is no address';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must begin with https:// or http://';
  return username === '' && password === '' ? undefined : 'must not hold a name or a password: use "headers"';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
