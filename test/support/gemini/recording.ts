import type { GenerateResponse, Part } from '../../../src/demo/wire';
import { payload, type Reply } from './replies';

export type MapArgs = (args: Record<string, unknown>, tool: string) => Record<string, unknown>;

/**
 * Reads recorded replies: JSON Lines of `{"method", "response"}` in call order, a stream's response being the array of
 * its events. One reply per generating call; other methods' lines are left out. `mapArgs` rewrites the arguments of tool
 * calls, say from the recording machine's paths to the workspace's. Throws a SyntaxError that names a bad line.
 */
export function parseRecording(text: string, mapArgs: MapArgs = args => args): Reply[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const { method, response } = parseLine(line, i + 1);
    if (method !== 'generateContent' && method !== 'generateContentStream') return [];
    return [[response].flat().map(event => payload(mapCalls(event, mapArgs)))];
  });
}

function parseLine(line: string, number: number): { method: string; response: GenerateResponse | GenerateResponse[] } {
  try {
    const entry: unknown = JSON.parse(line);
    if (entry !== null && typeof entry === 'object' && 'method' in entry && 'response' in entry) {
      return entry as { method: string; response: GenerateResponse | GenerateResponse[] };
    }
  } catch {
    // Reported below, with the line's number.
  }
  throw new SyntaxError(`line ${number} of the recording is not {"method", "response"}`);
}

function mapCalls(event: GenerateResponse, mapArgs: MapArgs): GenerateResponse {
  const mapPart = (part: Part): Part => {
    const call = part.functionCall;
    return call ? { ...part, functionCall: { ...call, args: mapArgs(call.args ?? {}, call.name) } } : part;
  };
  if (!event.candidates) return event;
  return {
    ...event,
    candidates: event.candidates.map(candidate => {
      const { content } = candidate;
      return content?.parts ? { ...candidate, content: { ...content, parts: content.parts.map(mapPart) } } : candidate;
    }),
  };
}
