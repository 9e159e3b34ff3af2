import type * as genai from '@google/genai';

/** The Gemini SDK is heavy, so it is loaded at the first request: this is the one place that names it at run time. */
export async function loadSdk(): Promise<typeof genai> {
  return import('@google/genai');
}
