import type { ModelRequest } from '../../agent/ports/model';
import type { Message, Part, ToolResult } from '../../shared/messages';

/** Fields without readable text, which must be returned to the service unchanged. */
const NO_TEXT = new Set(['signature', 'thoughtSignature']);

/** The pieces of a request that may contain text; the same objects as long as nothing in them changes. */
export function piecesOf({ messages }: Pick<ModelRequest, 'messages'>): readonly object[] {
  return messages.flatMap((message): readonly object[] => {
    if (message.role === 'notice') return [];
    return message.role === 'tool' ? message.results : message.parts;
  });
}

/** All texts in a piece. */
export function textsIn(piece: object): readonly string[] {
  if ('mimeType' in piece && 'data' in piece) return dataText(piece as { mimeType: string; data: string });
  const result = 'content' in piece && 'callId' in piece ? { content: piece.content } : piece;
  return stringsIn(result);
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => (NO_TEXT.has(name) ? [] : stringsIn(field)));
}

/** For attached data: only text can be scanned. */
function dataText({ mimeType, data }: { readonly mimeType: string; readonly data: string }): readonly string[] {
  return /^text\/|json|xml/.test(mimeType) ? [data] : [];
}

/** The request with every text changed by `change`; unchanged pieces remain the same objects. */
export function withTexts(request: ModelRequest, change: (text: string) => string, ofPiece: Piece): ModelRequest {
  return {
    ...request,
    system: change(request.system),
    messages: request.messages.map(message => changed(message, ofPiece)),
  };
}

type Piece = <T extends object>(piece: T) => T;

function changed(message: Message, change: Piece): Message {
  if (message.role === 'notice') return message;
  if (message.role === 'tool') return { ...message, results: message.results.map((each: ToolResult) => change(each)) };
  return { ...message, parts: message.parts.map((each: Part) => change(each)) };
}

/** The piece with all its texts changed. */
export function changedPiece<T>(value: T, change: (text: string) => string, name = ''): T {
  if (typeof value === 'string') return (NO_TEXT.has(name) || name === 'data' ? value : change(value)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(each => changedPiece<unknown>(each, change)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changedPiece(each, change, key)])) as T;
}
