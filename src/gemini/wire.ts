import type { EgressUse } from '../agent/ports/egress';
import type { ModelRequest } from '../agent/ports/model';
import type { ApiChunk } from './convert';

/**
 * One way to send a request to the models. Everything here throws: `HttpError` for an answer that is no success, what
 * `fetch` throws, `ModelError` or `SignInError` where it is known before anything is sent; see `failureOf`.
 */
export interface ModelWire {
  /** The body of the answer, server-sent events. */
  stream(request: ModelRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  generate(request: ModelRequest, signal: AbortSignal): Promise<ApiChunk>;
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number>;
  /** A vector for each of the texts. */
  embed(texts: readonly string[], model: string, signal: AbortSignal): Promise<readonly (readonly number[])[]>;
  /** The chunk in an event of the stream. */
  unwrap(event: object): ApiChunk;
}

/** The prompts of a chat carry its id; see `Session`. */
const PROMPT_ID = /^(.+)#{8}\d+$/;

/** A request for the chat that a prompt's id names. */
export function useOf(promptId: string | undefined): EgressUse {
  const [, chat] = PROMPT_ID.exec(promptId ?? '') ?? [];
  return { purpose: 'model', ...(chat !== undefined && { chat }) };
}
