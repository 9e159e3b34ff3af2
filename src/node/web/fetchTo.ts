import type { IncomingMessage } from 'node:http';
import type { Passage } from '../../agent/ports/egress';
import { EgressError } from '../../shared/errors';
import { requestTo, type RequestTo } from './requestTo';

/**
 * Like `fetch`, but to exactly one address, without redirects and compression, and for answers that are silent for any
 * time. A new connection, a request and a streamed answer take a fraction of the CPU.
 */
export async function fetchTo(request: Omit<RequestTo, 'signal'>, passage: Passage): Promise<Response> {
  const { init } = request;
  const signal = init.signal ?? undefined;
  try {
    const message = await requestTo({ ...request, init: { ...init, headers: withUsual(init.headers) }, signal });
    return responseOf(message, signal, passage);
  } catch (error) {
    throw failed('fetch failed', error, signal);
  }
}

/** What `fetch` would throw. */
export function failed(message: string, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  return cause instanceof EgressError ? cause : new TypeError(message, { cause });
}

/** Adds the headers that `fetch` would send; asks for no compression, because nothing here decompresses. */
function withUsual(headers: RequestInit['headers']): Headers {
  const all = new Headers(headers);
  for (const [name, value] of USUAL) if (!all.has(name)) all.set(name, value);
  return all;
}

const USUAL = [
  ['accept', '*/*'],
  ['user-agent', 'node'],
  ['accept-encoding', 'identity'],
] as const;

function responseOf(message: IncomingMessage, signal: AbortSignal | undefined, passage: Passage): Response {
  const { statusCode: status = 500, statusMessage: statusText = '', headers } = message;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value].flat()) given.append(name, each ?? '');
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) {
    passage.end(status);
    message.resume();
  }
  return new Response(isEmpty ? null : bodyOf(message, signal, passage), { status, statusText, headers: given });
}

/**
 * Each read takes all that has arrived, so that a fast stream of small pieces costs few reads. Counts here, because
 * another stream around this one would cost as much as all the rest.
 */
function bodyOf(
  message: IncomingMessage,
  signal: AbortSignal | undefined,
  passage: Passage,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        message.on('error', error => {
          passage.end('failed');
          controller.error(failed('terminated', error, signal));
        });
      },
      async pull(controller) {
        const piece = await nextPiece(message);
        if (piece) {
          passage.received(piece.byteLength);
          controller.enqueue(piece);
        } else if (message.complete) {
          passage.end(message.statusCode ?? 500);
          controller.close();
        }
      },
      cancel() {
        passage.end('stopped');
        message.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Null at the end, or when the connection broke. */
function nextPiece(message: IncomingMessage): Promise<Uint8Array | null> {
  return new Promise(resolve => {
    const look = () => {
      const piece = message.read() as Uint8Array | null;
      if (piece === null && !message.readableEnded && !message.destroyed) return;
      message.off('readable', look).off('end', look).off('close', look);
      resolve(piece);
    };
    message.on('readable', look).on('end', look).on('close', look);
    look();
  });
}
