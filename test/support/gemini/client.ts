// A bare client of the Gemini API, for tests that look at the wire, and builders for histories.
import { GoogleGenAI } from '@google/genai';
import type { Content, GenerateResponse, Part } from '../../../src/demo/wire';

export const model = 'gemini-3.8-flash';

export function user(...parts: (string | Part)[]): Content {
  return { role: 'user', parts: parts.map(asPart) };
}

export function assistant(...parts: (string | Part)[]): Content {
  return { role: 'model', parts: parts.map(asPart) };
}

/** A call without arguments, with other fields of its part. */
export function called(name: string, more: Part = {}, id?: string): Part {
  return { functionCall: { name, args: {}, ...(id ? { id } : {}) }, ...more };
}

export function answered(name: string, id?: string): Part {
  return { functionResponse: { name, response: { output: 'ok' }, ...(id ? { id } : {}) } };
}

function asPart(value: string | Part): Part {
  return typeof value === 'string' ? { text: value } : value;
}

export class WireClient {
  /** `url` is asked at every request, so that the server may change. */
  constructor(private readonly url: () => string) {}

  post(method: string, body: unknown, init: RequestInit = {}, name = model): Promise<Response> {
    const url = `${this.url()}/v1beta/models/${name}:${method}`;
    return fetch(url, { method: 'POST', body: JSON.stringify(body), ...init });
  }

  stream(contents: string | Content[] = 'Hello', init: RequestInit = {}): Promise<Response> {
    const body = { contents: typeof contents === 'string' ? [user(contents)] : contents };
    return this.post('streamGenerateContent?alt=sse', body, init);
  }

  sdk(apiKey = 'any'): GoogleGenAI {
    return new GoogleGenAI({ apiKey, apiVersion: 'v1beta', httpOptions: { baseUrl: this.url() } });
  }
}

/** The events of a stream that came through whole. */
export async function eventsOf(response: Response): Promise<GenerateResponse[]> {
  return (await response.text())
    .split(/(?:\r?\n){2}/)
    .filter(block => block.startsWith('data:'))
    .map(block => JSON.parse(block.slice(5)) as GenerateResponse);
}

export async function errorOf(response: Response): Promise<{ code: number; message: string; status: string }> {
  return ((await response.json()) as { error: { code: number; message: string; status: string } }).error;
}

export function partsOf(event: GenerateResponse | undefined): Part[] {
  return event?.candidates?.[0]?.content?.parts ?? [];
}
