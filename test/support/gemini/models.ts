import type { GenerateRequest } from '../../../src/demo/wire';
import { randomNumbers } from './packets';

export interface ModelInfo {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly inputTokenLimit: number;
  readonly outputTokenLimit: number;
  readonly supportedGenerationMethods: readonly string[];
  readonly thinking?: boolean;
}

/** What `GET /v1beta/models` lists unless a test names its own. */
export const usualModels: readonly string[] = [
  'gemini-3.8-flash',
  'gemini-4-argon',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-2.5-flash',
  'gemini-embedding-001',
];

export function modelInfo(id: string): ModelInfo {
  const isEmbedding = id.includes('embedding');
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id
      .split('-')
      .map(word => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
    inputTokenLimit: isEmbedding ? 2048 : 1_048_576,
    outputTokenLimit: isEmbedding ? 1 : 65_536,
    supportedGenerationMethods: isEmbedding ? ['embedContent'] : ['generateContent', 'countTokens'],
    ...(isEmbedding ? {} : { thinking: true }),
  };
}

/** A page of the list, as `?pageSize=&pageToken=` ask for it. */
export function modelsPage(ids: readonly string[], query: URLSearchParams): object {
  const from = Number(query.get('pageToken') ?? 0);
  const to = from + Number(query.get('pageSize') ?? 50);
  return { models: ids.slice(from, to).map(modelInfo), ...(to < ids.length ? { nextPageToken: String(to) } : {}) };
}

/**
 * The vector of a text: a sum of one pseudo-random vector per word, of length 1. The same text always has the same
 * vector, and texts that share words are near each other.
 */
export function embedding(text: string, dimensions = 768): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? ['']) {
    const random = randomNumbers(Buffer.from(word).reduce((hash, byte) => (hash * 31 + byte) | 0, 7));
    for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) + random() - 0.5;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map(value => Number((value / length).toFixed(6)));
}

/** The answer to embedContent, or to batchEmbedContents with its list of requests. */
export function embeddings(body: GenerateRequest): object {
  const vectorOf = (request: Record<string, unknown>): { values: number[] } => {
    const content = request.content as { parts?: { text?: string }[] } | undefined;
    const text = (content?.parts ?? []).map(part => part.text ?? '').join(' ');
    const size = request.outputDimensionality;
    return { values: embedding(text, typeof size === 'number' ? size : undefined) };
  };
  const requests = body.requests;
  return Array.isArray(requests)
    ? { embeddings: (requests as Record<string, unknown>[]).map(vectorOf) }
    : { embedding: vectorOf(body) };
}
