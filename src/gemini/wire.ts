import type { EgressUse } from '../agent/ports/egress';
import type { ModelRequest } from '../agent/ports/model';
import type { ApiChunk } from './convert';

/**
 * One way to send requests to the models. All methods throw: `HttpError` for an unsuccessful response, whatever
 * `fetch` throws, `ModelError` or `SignInError` for problems found before sending; see `failureOf`.
 */
export interface ModelWire {
  /** Returns the response body as server-sent events. */
  stream(request: ModelRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  generate(request: ModelRequest, signal: AbortSignal): Promise<ApiChunk>;
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number>;
  /** Returns a vector for each text. */
  embed(texts: readonly string[], model: string, signal: AbortSignal): Promise<readonly (readonly number[])[]>;
  /** Extracts the chunk from an event of the stream. */
  unwrap(event: object): ApiChunk;
}

/** The ids of a chat's prompts contain the chat's id; see `Session`. */
const PROMPT_ID = /^(.+)#{8}\d+$/;

/** The use of a request for the chat of a prompt's id. */
export function useOf(promptId: string | undefined): EgressUse {
  const [, chat] = PROMPT_ID.exec(promptId ?? '') ?? [];
  return { purpose: 'model', ...(chat !== undefined && { chat }) };
}
