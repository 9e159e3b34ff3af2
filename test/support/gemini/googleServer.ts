import { createServer, type IncomingMessage, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthEndpoints } from '../../../src/node/credentials/credentials';

/** A request as it came; `body` is what JSON or a form said. */
export interface GoogleRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `body` goes out as JSON, as server-sent events (an array) or as it is (text); 200 unless it says otherwise. */
export interface GoogleAnswer {
  readonly status?: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type GoogleRule = (request: GoogleRequest) => GoogleAnswer | typeof SILENT;

/** In place of an answer: nothing comes. */
export const SILENT = Symbol('silent');

/** What of Google is not the Gemini API (sign-in, tokens, Code Assist, metadata), on 127.0.0.1 with scripted answers. */
export class GoogleServer {
  readonly requests: GoogleRequest[] = [];
  private readonly rules = new Map<string, GoogleRule[]>();
  private readonly http = createServer((request, response) => void this.serve(request, response));

  /** Host and port. */
  get host(): string {
    return `127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  get endpoints(): OAuthEndpoints {
    const at = (path: string) => `${this.url}${path}`;
    return { authorize: at('/auth'), token: at('/token'), revoke: at('/revoke'), userInfo: at('/userinfo') };
  }

  /** Answers requests for `path`, one rule each; the last one answers all further ones. */
  on(path: string, ...rules: readonly (GoogleRule | object)[]): this {
    this.rules.set(
      path,
      rules.map(rule => (typeof rule === 'function' ? (rule as GoogleRule) : () => ({ body: rule }))),
    );
    return this;
  }

  to(path: string): GoogleRequest[] {
    return this.requests.filter(request => request.path === path);
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve, reject) => this.http.once('error', reject).listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => this.http.close(() => resolve()));
    this.http.closeAllConnections();
    await closed;
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const body = await readBody(incoming);
    const request = { method: incoming.method ?? '', path, query, headers: incoming.headers, body };
    this.requests.push(request);
    const rules = this.rules.get(path) ?? [];
    const rule = rules.length > 1 ? rules.shift() : rules[0];
    const answer = (rule ?? refusal(404, { message: `Unknown ${path}` }))(request);
    if (answer === SILENT) return;
    const { type, text } = encode(answer.body);
    response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers }).end(text);
  }
}

/** An error as Google's services word it. */
export function refusal(status: number, error: object = {}): GoogleRule {
  return () => ({ status, body: { error: { code: status, message: 'No.', ...error } } });
}

function encode(body: object | string): { type: string; text: string } {
  if (typeof body === 'string') return { type: 'text/plain', text: body };
  if (!Array.isArray(body)) return { type: 'application/json', text: JSON.stringify(body) };
  return { type: 'text/event-stream', text: body.map(each => `data: ${JSON.stringify(each)}\n\n`).join('') };
}

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  const isForm = String(incoming.headers['content-type']).includes('x-www-form-urlencoded');
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : (JSON.parse(text) as Record<string, unknown>);
}
