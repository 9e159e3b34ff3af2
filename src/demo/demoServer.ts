import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readConversation } from './conversation';
import { demoReply } from './demoScript';
import { answerOf, chunksOf } from './pacing';
import { sseEvent, SSE_HEADERS } from './sse';
import { estimatePrompt, invalidKeyError, parseModelPath, type ApiErrorBody, type GenerateRequest } from './wire';

/** Larger than any conversation of the demo. */
const MAX_BODY_BYTES = 20_000_000;

export interface DemoServer {
  /** The base URL of the API. */
  readonly url: string;
  /** The only accepted key; a new one at every start. */
  readonly apiKey: string;
  close(): Promise<void>;
}

/**
 * Starts the demo model: a server on 127.0.0.1 that speaks the Gemini API and plays scripted answers. It is
 * stateless. `chunksPerSecond` is its typing speed; Infinity disables pacing. Rejects if no port is available.
 */
export async function startDemoServer({ chunksPerSecond = 45 } = {}): Promise<DemoServer> {
  const apiKey = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => {
    const context = { apiKey, chunksPerSecond, port: portOf(server) };
    answer(request, response, context).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    apiKey,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Context {
  readonly apiKey: string;
  readonly chunksPerSecond: number;
  readonly port: number;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

async function answer(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const { refusal, body = {} } = refuse(request, context) ?? (await readBody(request));
  const { model = '', method } = parseModelPath(pathOf(request)) ?? {};
  if (refusal) sendJson(response, refusal, refusal.error.code);
  else if (method === 'streamGenerateContent') await stream(body, model, response, context.chunksPerSecond);
  else if (method === 'generateContent') sendJson(response, answerOf(demoReply(readConversation(body)), body, model));
  else if (method === 'countTokens') sendJson(response, { totalTokens: estimatePrompt(body) });
  else sendJson(response, errorBody(404, 'NOT_FOUND', 'The demo model generates and counts tokens only.'), 404);
}

/** Refuses other programs, and web pages that send requests through a browser. */
function refuse({ headers }: IncomingMessage, { apiKey, port }: Context): Incoming | null {
  const isLocal = headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
  if (!isLocal || headers.origin !== undefined) return refused(403, 'PERMISSION_DENIED', 'Only Pollux may ask.');
  const key = Buffer.from(String(headers['x-goog-api-key'] ?? ''));
  const expected = Buffer.from(apiKey);
  return key.length === expected.length && timingSafeEqual(key, expected) ? null : { refusal: invalidKeyError() };
}

/** Streams the answer at the demo's typing speed, until the client disconnects. */
async function stream(
  body: GenerateRequest,
  model: string,
  response: ServerResponse,
  chunksPerSecond: number,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, SSE_HEADERS);
  try {
    for (const { event, wait } of chunksOf(demoReply(readConversation(body)), body, model)) {
      const ms = (wait * 1000) / chunksPerSecond;
      if (ms > 0) await delay(ms, undefined, { signal: gone.signal });
      response.write(sseEvent(event));
    }
    response.end();
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

/** The body of a request, or the reason to refuse it. */
interface Incoming {
  readonly body?: GenerateRequest;
  readonly refusal?: ApiErrorBody;
}

async function readBody(request: IncomingMessage): Promise<Incoming> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MAX_BODY_BYTES) return refused(413, 'INVALID_ARGUMENT', 'The conversation is too long for the demo.');
    chunks.push(chunk as Buffer);
  }
  if (length === 0) return {};
  const noObject = refused(400, 'INVALID_ARGUMENT', 'The body is no JSON object.');
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return value !== null && typeof value === 'object' ? { body: value as GenerateRequest } : noObject;
  } catch {
    return noObject;
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}

function errorBody(code: number, status: string, message: string): ApiErrorBody {
  return { error: { code, message, status } };
}

function refused(code: number, status: string, message: string): Incoming {
  return { refusal: errorBody(code, status, message) };
}

function sendJson(response: ServerResponse, body: object, code = 200): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}
