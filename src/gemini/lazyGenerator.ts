import type { ContentGenerator } from '../agent/ports/model';

/** A generator that is loaded with its first request. */
export function lazyGenerator(load: () => Promise<ContentGenerator>): ContentGenerator {
  return {
    async *stream(request, signal) {
      yield* (await load()).stream(request, signal);
    },
    generate: async (request, signal) => (await load()).generate(request, signal),
    countTokens: async (request, signal) => (await load()).countTokens(request, signal),
    embed: async (texts, model, signal) => (await load()).embed(texts, model, signal),
  };
}
