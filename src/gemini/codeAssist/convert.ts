import type { ModelRequest } from '../../agent/ports/model';
import type { Message, Part } from '../../shared/messages';
import { toApiRequest, toContents, type ApiChunk } from '../convert';

export interface RequestContext {
  readonly project: string;
  /** The same for all requests of a window. */
  readonly sessionId: string;
  readonly promptId: string;
}

/** Converts a request for Code Assist: a Gemini API request in an envelope. */
export function toEnvelope(request: ModelRequest, { project, sessionId, promptId }: RequestContext): object {
  const { systemInstruction, tools, toolConfig, ...config } = toApiRequest(request).config ?? {};
  const sdkOnly = 'automaticFunctionCalling';
  const generationConfig = Object.fromEntries(Object.entries(config).filter(([name]) => name !== sdkOnly));
  return {
    model: request.model,
    project,
    user_prompt_id: promptId,
    request: {
      contents: contentsOf(request),
      systemInstruction: { role: 'user', parts: [{ text: systemInstruction }] },
      ...(tools && { tools }),
      ...(toolConfig && { toolConfig }),
      generationConfig,
      session_id: sessionId,
    },
  };
}

export function toCountRequest(request: ModelRequest): object {
  return { request: { model: `models/${request.model}`, contents: contentsOf(request) } };
}

/** Returns the chunk in a response's envelope. */
export function fromEnvelope(envelope: { readonly response?: ApiChunk }): ApiChunk {
  return envelope.response ?? {};
}

/** This service doesn't accept thoughts: the model would read them as plain text of its answers. */
function contentsOf({ messages, model }: ModelRequest) {
  return toContents(messages.map(withoutThoughts), model);
}

function withoutThoughts(message: Message): Message {
  return message.role === 'assistant' ? { ...message, parts: message.parts.flatMap(withoutThought) } : message;
}

/** A signed thought becomes empty text, to return its signature. */
function withoutThought(part: Part): Part[] {
  if (part.type !== 'thought') return [part];
  return part.signature === undefined ? [] : [{ type: 'text', text: '', signature: part.signature }];
}
