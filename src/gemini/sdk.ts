import type * as genai from '@google/genai';

/**
 * The Gemini SDK is large, so it is loaded with the first request; this is the only place that imports it at run
 * time.
 */
export async function loadSdk(): Promise<typeof genai> {
  return import('@google/genai');
}
