import type { PromptMessage, ResourceContents, ServerContent, ServerResult } from '../connection/mcpConnection';

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

/** Returns an empty object for anything that isn't an object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function promptMessageOf(message: unknown): PromptMessage {
  const { role, content } = recordOf(message);
  return { role: role === 'assistant' ? 'assistant' : 'user', content: contentOf(content) };
}

/** The result of `prompts/get`. */
export function promptTextOf({ description, messages }: Readonly<Record<string, unknown>>) {
  return {
    messages: (Array.isArray(messages) ? messages : []).map(promptMessageOf),
    ...(typeof description === 'string' && { description }),
  };
}

/** A tool's result; `mismatchOf` returns why structured content doesn't match the tool's schema. */
export function toolResultOf(
  result: Readonly<Record<string, unknown>>,
  mismatchOf: (structured: Readonly<Record<string, unknown>> | undefined) => string | undefined,
): ServerResult {
  const { content, structuredContent, isError, toolResult } = result;
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
