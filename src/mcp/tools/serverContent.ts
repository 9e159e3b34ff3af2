import type { PromptMessage, ResourceContents, ServerContent, ServerResult } from '../connection/mcpConnection';

/** A result that lacks what the protocol demands. Its message names the field. */
export class MalformedResult extends Error {}

/** A content block from a server. A block of unknown type becomes its JSON text, so that nothing is lost. */
export function contentOf(block: unknown): ServerContent {
  const { type, text, data, mimeType, resource, uri, name, description } = recordOf(block);
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    const usual = type === 'image' ? 'image/png' : 'audio/wav';
    return { kind: type, data, mimeType: typeof mimeType === 'string' ? mimeType : usual };
  }
  if (type === 'resource') {
    const contents = resourceContentsOf(resource);
    if (contents) return { kind: 'resource', ...contents };
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    const known = typeof description === 'string' ? { description } : {};
    return { kind: 'link', uri, name: typeof name === 'string' ? name : uri, ...known };
  }
  return { kind: 'text', text: typeof block === 'string' ? block : JSON.stringify(block) };
}

/** Returns undefined for an invalid value. */
export function resourceContentsOf(value: unknown): ResourceContents | undefined {
  const { uri, mimeType, text, blob } = recordOf(value);
  if (typeof uri !== 'string') return undefined;
  return {
    uri,
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof text === 'string' && { text }),
    ...(typeof blob === 'string' && { data: blob }),
  };
}

/** The elements of a result's list. Throws if there is none. */
export function listIn(result: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const list = result[name];
  if (!Array.isArray(list)) throw notAList(name, list);
  return list;
}

function notAList(name: string, value: unknown): MalformedResult {
  const must = `"${name}" in its result must be an array`;
  if (value === undefined) return new MalformedResult(`${must}, but it is missing.`);
  if (value === null) return new MalformedResult(`${must}, not null.`);
  return new MalformedResult(`${must}, not ${typeof value === 'object' ? 'an' : 'a'} ${typeof value}.`);
}

/** Returns an empty object for anything that isn't an object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function promptMessageOf(message: unknown): PromptMessage {
  const { role, content } = recordOf(message);
  return { role: role === 'assistant' ? 'assistant' : 'user', content: contentOf(content) };
}

/** The result of `prompts/get`. */
export function promptTextOf(result: Readonly<Record<string, unknown>>) {
  const { description } = result;
  return {
    messages: listIn(result, 'messages').map(promptMessageOf),
    ...(typeof description === 'string' && { description }),
  };
}

/**
 * A tool's result; `mismatchOf` returns why structured content doesn't match the tool's schema. Throws if there is no
 * content in any of the protocol's formats: an empty result would count as success.
 */
export function toolResultOf(
  result: Readonly<Record<string, unknown>>,
  mismatchOf: (structured: Readonly<Record<string, unknown>> | undefined) => string | undefined,
): ServerResult {
  const { content, structuredContent, isError, toolResult } = result;
  const isStructured = typeof structuredContent === 'object' && structuredContent !== null;
  const isMissing = content === undefined && !isStructured && toolResult === undefined && isError !== true;
  if (isMissing || (content !== undefined && !Array.isArray(content))) throw notAList('content', content);
  const blocks = Array.isArray(content) ? content.map(contentOf) : [];
  // The result format in the protocol's first version.
  if (toolResult !== undefined && blocks.length === 0) blocks.push(contentOf(toolResult));
  const isFailed = isError === true;
  const structured = structuredContent === undefined ? undefined : recordOf(structuredContent);
  const mismatch = isFailed ? undefined : mismatchOf(structured);
  return {
    content: blocks,
    isError: isFailed,
    ...(structured && { structured }),
    ...(mismatch !== undefined && { mismatch }),
  };
}
