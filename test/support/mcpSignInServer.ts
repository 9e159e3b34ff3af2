import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a test wants to be different from a server that does everything right. */
export interface SignInRules {
  /** Paths that answer 404, such as `/.well-known/oauth-protected-resource`. */
  readonly missing?: readonly string[];
  /** Changes to the documents. */
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Parameters that the browser is sent back with besides; null takes one away. */
  readonly answer?: Readonly<Record<string, string | null>>;
  /** What the header of a 401 says besides `Bearer`; absent: where the document is. */
  readonly challenge?: string;
  /** Scopes that a token needs. */
  readonly scope?: string;
  /** However much a token has been given, another scope is wanted. */
  readonly isInsatiable?: true;
  /** Seconds that a token is good for. */
  readonly expiresIn?: number;
  /** Clients that it knows without a registration, with their secrets. */
  readonly clients?: Readonly<Record<string, string>>;
  /** A path that redirects to an address. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** Where metadata say that the authorization server is; itself unless it says otherwise. */
  readonly issuer?: string;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An MCP server at `/mcp` that wants tokens and the authorization server that gives them, on 127.0.0.1. */
export class McpSignInServer {
  readonly requests: SeenRequest[] = [];
  rules: SignInRules = {};
  /** Tokens that are good, with their scopes. */
  readonly tokens = new Map<string, string>();
  readonly refreshTokens = new Map<string, string>();
  readonly #codes = new Map<string, { challenge: string; redirect: string; scope: string; resource: string | null }>();
  readonly #clients = new Set<string>();
  readonly #http = createServer((request, response) => void this.#serve(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  get address(): string {
    return `${this.url}/mcp`;
  }

  static async start(rules: SignInRules = {}): Promise<McpSignInServer> {
    const server = new McpSignInServer();
    server.rules = rules;
    await new Promise<void>(resolve => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise(resolve => this.#http.close(resolve));
  }

  to(path: string): readonly SeenRequest[] {
    return this.requests.filter(request => request.path === path);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    let body = '';
    for await (const piece of request) body += String(piece);
    const { method = 'GET', headers } = request;
    const seen = { method, path: url.pathname, query: url.searchParams, headers, body };
    this.requests.push(seen);
    const target = this.rules.redirects?.[url.pathname];
    if (target !== undefined) return void response.writeHead(307, { location: target }).end();
    if (this.rules.missing?.includes(url.pathname)) return void response.writeHead(404).end();
    this.#answer(seen, response);
  }

  #answer(request: SeenRequest, response: ServerResponse): void {
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    switch (request.path) {
      case '/.well-known/oauth-protected-resource/mcp':
        return void json({
          resource: this.address,
          authorization_servers: [this.rules.issuer ?? this.url],
          ...this.rules.resource,
        });
      case '/.well-known/oauth-authorization-server':
        return void json(this.#metadata());
      case '/register': {
        const id = `client-${randomUUID()}`;
        this.#clients.add(id);
        return void json({ ...(JSON.parse(request.body) as object), client_id: id }, 201);
      }
      case '/authorize':
        return void response.writeHead(302, { location: this.#authorize(request.query) }).end();
      case '/token': {
        const answer = this.#token(request);
        return void json(answer, 'error' in answer ? 400 : 200);
      }
      case '/mcp':
        return this.#mcp(request, response);
      default:
        return void response.writeHead(404).end();
    }
  }

  #metadata(): Record<string, unknown> {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      ...this.rules.metadata,
    };
  }

  #authorize(query: URLSearchParams): string {
    const code = randomUUID();
    const [challenge = '', redirect = '', scope = ''] = ['code_challenge', 'redirect_uri', 'scope'].map(
      name => query.get(name) ?? '',
    );
    this.#codes.set(code, { challenge, redirect, scope, resource: query.get('resource') });
    const back = new URL(redirect);
    const answer = { code, state: query.get('state'), iss: this.url, ...this.rules.answer };
    for (const [name, value] of Object.entries(answer)) if (value !== null) back.searchParams.set(name, value);
    return back.href;
  }

  #token({ body, headers }: SeenRequest): Record<string, unknown> {
    const form = new URLSearchParams(body);
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    const [id = form.get('client_id') ?? '', secret = form.get('client_secret') ?? ''] = basic ? basic.split(':') : [];
    const known = this.rules.clients?.[id];
    const isAsserted = form.has('client_assertion');
    if (!isAsserted && (known === undefined ? !this.#clients.has(id) && !id.startsWith('https:') : known !== secret))
      return { error: 'invalid_client' };
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const code = this.#codes.get(form.get('code') ?? '');
        this.#codes.delete(form.get('code') ?? '');
        const proof = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (code?.challenge !== proof || code.redirect !== form.get('redirect_uri')) return { error: 'invalid_grant' };
        return this.#grant(code.scope);
      }
      case 'refresh_token': {
        const scope = this.refreshTokens.get(form.get('refresh_token') ?? '');
        this.refreshTokens.delete(form.get('refresh_token') ?? '');
        return scope === undefined ? { error: 'invalid_grant' } : this.#grant(scope);
      }
      case 'client_credentials':
        return this.#grant(form.get('scope') ?? '');
      default:
        return { error: 'unsupported_grant_type' };
    }
  }

  #grant(scope: string): Record<string, unknown> {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.tokens.set(access, scope);
    this.refreshTokens.set(refresh, scope);
    const { expiresIn } = this.rules;
    return {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      ...(scope !== '' && { scope }),
      ...(expiresIn !== undefined && { expires_in: expiresIn }),
    };
  }

  #mcp(request: SeenRequest, response: ServerResponse): void {
    const scope = this.tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
    const place = `resource_metadata="${this.url}/.well-known/oauth-protected-resource/mcp"`;
    const challenge = this.rules.challenge ?? place;
    if (scope === undefined) {
      return void response.writeHead(401, { 'www-authenticate': `Bearer ${challenge}` }).end();
    }
    const needed = this.rules.isInsatiable ? [`more${this.tokens.size}`] : (this.rules.scope?.split(' ') ?? []);
    if (!needed.every(each => scope.split(' ').includes(each))) {
      const header = `Bearer error="insufficient_scope", scope="${needed.join(' ')}", ${place}`;
      return void response.writeHead(403, { 'www-authenticate': header }).end();
    }
    if (request.method !== 'POST') return void response.writeHead(405).end();
    this.#speak(request, response);
  }

  /** Enough of the protocol for a connection with one tool. */
  #speak({ body }: SeenRequest, response: ServerResponse): void {
    const message = JSON.parse(body) as { readonly id?: number; readonly method?: string };
    if (message.id === undefined) return void response.writeHead(202).end();
    const results: Readonly<Record<string, unknown>> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'signed-in', version: '1' },
      },
      'tools/list': {
        tools: [{ name: 'hello', description: 'Says hello.', inputSchema: { type: 'object', properties: {} } }],
      },
      'tools/call': { content: [{ type: 'text', text: 'hello from the inside' }] },
      ping: {},
    };
    const result = results[message.method ?? ''];
    const answer = result
      ? { jsonrpc: '2.0', id: message.id, result }
      : { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
}
