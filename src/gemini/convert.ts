import type { Content, GenerateContentParameters, Part as ApiPart, Tool as ApiTool, ToolConfig } from '@google/genai';
import type { ModelRequest, ToolChoice } from '../agent/ports/model';
import type { AssistantMessage, ImagePart, Message, Part, ToolResult, Usage } from '../shared/messages';
import type { CitationMetadata } from './citations';
import type { GroundingMetadata, UrlContextMetadata } from './grounding';
import { takesInResponses } from './models';
import { settingsFor } from './modelSettings';

/** Prefix of the ids for calls to which the service gave no id; such ids are not sent back. */
const LOCAL_ID = 'local-';

/** A replacement for a signature that only another model could have made; the service accepts it. */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator';

/** The request in the SDK's format. */
export function toApiRequest(request: ModelRequest): GenerateContentParameters {
  const { model, system, responseSchema, generation, toolChoice } = request;
  const tools = toTools(request);
  return {
    model,
    contents: toContents(request.messages, model),
    config: {
      systemInstruction: system,
      ...(tools.length > 0 && { tools }),
      ...(toolChoice && request.tools.length > 0 && { toolConfig: toToolConfig(toolChoice) }),
      ...(responseSchema && { responseMimeType: 'application/json', responseJsonSchema: responseSchema }),
      ...settingsFor(model, generation),
      automaticFunctionCalling: { disable: true },
    },
  };
}

function toTools({ tools, serviceTools = [] }: ModelRequest): ApiTool[] {
  const functionDeclarations = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: parameters,
  }));
  return [...(tools.length > 0 ? [{ functionDeclarations }] : []), ...serviceTools.map(name => ({ [name]: {} }))];
}

/** The service only accepts names if a call is required. */
function toToolConfig({ mode, names }: ToolChoice): ToolConfig {
  const allowedFunctionNames = mode === 'ANY' && names ? { allowedFunctionNames: names } : {};
  // The SDK's type for modes is an enum, whose values would require loading the SDK.
  const config: unknown = { functionCallingConfig: { mode, ...allowedFunctionNames } };
  return config as ToolConfig;
}

/**
 * Converts a valid history (see `validHistory`) for the API: roles must alternate, so adjacent messages of one role
 * are merged.
 */
export function toContents(messages: readonly Message[], model: string): Content[] {
  const contents: { role: string; parts: ApiPart[] }[] = [];
  for (const message of messages) {
    const content = toContent(message, model);
    if (content.parts.length === 0) continue;
    const last = contents.at(-1);
    if (last?.role === content.role) last.parts.push(...content.parts);
    else contents.push(content);
  }
  return contents;
}

function toContent(message: Message, model: string): { role: string; parts: ApiPart[] } {
  switch (message.role) {
    case 'user':
      return { role: 'user', parts: message.parts.map(toApiPart) };
    case 'assistant':
      return { role: 'model', parts: message.model === model ? message.parts.map(toApiPart) : foreignParts(message) };
    case 'tool':
      return { role: 'user', parts: toResponses(message.results, model) };
    case 'notice':
      return { role: 'user', parts: [] };
    default:
      return message satisfies never;
  }
}

function toApiPart(part: Part): ApiPart {
  const { signature } = part as { readonly signature?: string };
  const signed = signature !== undefined && { thoughtSignature: signature };
  switch (part.type) {
    case 'text':
      return { text: part.text, ...signed };
    case 'thought':
      return { text: part.text, thought: true, ...signed };
    case 'toolCall':
      return {
        functionCall: { args: { ...part.call.args }, ...idOf(part.call.id), name: part.call.name },
        ...signed,
      };
    case 'image':
      return { inlineData: { mimeType: part.mimeType, data: part.data } };
    case 'file':
      return { text: describeFile(part) };
    case 'opaque':
      return part.raw as ApiPart;
    default:
      return part satisfies never;
  }
}

/** Signatures and thoughts are only valid for the model that made them. */
function foreignParts(message: AssistantMessage): ApiPart[] {
  let isFirstCall = true;
  return message.parts.flatMap(part => {
    if (part.type === 'thought' || part.type === 'opaque') return [];
    if (part.type === 'text') return part.text === '' ? [] : [{ text: part.text }];
    const converted = toApiPart(part);
    delete converted.thoughtSignature;
    if (part.type !== 'toolCall' || !isFirstCall) return [converted];
    isFirstCall = false;
    return [{ ...converted, thoughtSignature: FOREIGN_SIGNATURE }];
  });
}

function describeFile(part: Extract<Part, { type: 'file' }>): string {
  const lines = part.startLine === undefined ? '' : `, lines ${part.startLine}-${part.endLine ?? part.startLine}`;
  return `Attached by the user: ${nameOf(part)}${lines}\n<attachment>\n${part.text}\n</attachment>`;
}

/** A file is named by its path only. */
function nameOf({ path, source }: Extract<Part, { type: 'file' }>): string {
  return source === undefined || source === 'folder' ? path : `${source}, ${path}`;
}

function toResponses(results: readonly ToolResult[], model: string): ApiPart[] {
  const isNested = ({ mimeType }: ImagePart) => takesInResponses(model, mimeType);
  const inline = (media: readonly ImagePart[]) =>
    media.map(({ mimeType, data }) => ({ inlineData: { mimeType, data } }));
  const inside = ({ images = [] }: ToolResult) => inline(images.filter(isNested));
  const beside = ({ images = [] }: ToolResult) => inline(images.filter(each => !isNested(each)));
  const responses = results.map(result => ({
    functionResponse: {
      ...idOf(result.callId),
      name: result.name,
      response: result.status === 'success' ? { output: result.content } : { error: result.content },
      ...(inside(result).length > 0 && { parts: inside(result) }),
    },
  }));
  return [...responses, ...results.flatMap(beside)];
}

function idOf(id: string): { id?: string } {
  return id.startsWith(LOCAL_ID) ? {} : { id };
}

// ---- from the API. Fields that are used are validated; unknown fields are ignored.

interface ApiCandidate {
  readonly content?: { readonly parts?: readonly ApiPart[] };
  readonly finishReason?: string;
  readonly finishMessage?: string;
  readonly citationMetadata?: CitationMetadata;
  readonly groundingMetadata?: GroundingMetadata;
  readonly urlContextMetadata?: UrlContextMetadata;
}

/** One chunk of a stream, or one complete answer. */
export interface ApiChunk {
  readonly candidates?: readonly ApiCandidate[];
  readonly promptFeedback?: { readonly blockReason?: string; readonly blockReasonMessage?: string };
  readonly usageMetadata?: Readonly<Partial<Record<string, unknown>>>;
}

/** The parts of a chunk; `newId` returns unique ids. Empty text is dropped unless it is signed. */
export function fromChunk(chunk: ApiChunk, newId: () => string): Part[] {
  const parts: Part[] = [];
  for (const each of chunk.candidates?.[0]?.content?.parts ?? []) {
    const part = fromApiPart(each, newId);
    if (part) parts.push(part);
  }
  return parts;
}

function fromApiPart(part: ApiPart, newId: () => string): Part | undefined {
  const { functionCall, text, inlineData, thoughtSignature } = part;
  const signature = thoughtSignature === undefined ? undefined : { signature: thoughtSignature };
  if (functionCall) {
    const { id = '' } = functionCall;
    const call = {
      id: id === '' ? LOCAL_ID + newId() : id,
      name: functionCall.name ?? '',
      args: withinDepth(functionCall.args ?? {}),
    };
    return { type: 'toolCall', call, ...signature };
  }
  if (text !== undefined) {
    if (text === '' && !signature) return undefined;
    const type = part.thought === true ? 'thought' : 'text';
    return signature ? { type, text, ...signature } : { type, text };
  }
  if (inlineData?.data !== undefined && !signature) {
    return { type: 'image', mimeType: inlineData.mimeType ?? '', data: inlineData.data };
  }
  return { type: 'opaque', raw: part };
}

/** No tool takes arguments nested this deeply, and recursion through them could exhaust the stack. */
const MAX_ARGS_DEPTH = 200;

/** Returns the arguments; if they are nested too deeply, returns arguments that every tool refuses. */
function withinDepth<T extends Readonly<Record<string, unknown>>>(args: T): T | Record<string, unknown> {
  let level: unknown[] = [args];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_ARGS_DEPTH) return { 'left out': `nested more than ${MAX_ARGS_DEPTH} levels` };
    level = level.flatMap((value): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return args;
}

export function usageOf({ usageMetadata: counts }: ApiChunk): Usage | undefined {
  if (!counts) return undefined;
  const count = (name: string) => {
    const value = counts[name];
    return typeof value === 'number' ? value : 0;
  };
  return {
    input: count('promptTokenCount'),
    output: count('candidatesTokenCount'),
    cached: count('cachedContentTokenCount'),
    thoughts: count('thoughtsTokenCount'),
    total: count('totalTokenCount'),
  };
}
