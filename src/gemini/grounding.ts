import type { Grounding } from '../agent/ports/model';

/** What the service says of the searches behind an answer; every field may be missing. */
export interface GroundingMetadata {
  readonly groundingChunks?: readonly { readonly web?: { readonly uri?: string; readonly title?: string } }[];
  readonly groundingSupports?: readonly {
    readonly segment?: { readonly endIndex?: number };
    readonly groundingChunkIndices?: readonly number[];
  }[];
}

/** What the service says of the addresses that it was to read. */
export interface UrlContextMetadata {
  readonly urlMetadata?: readonly { readonly retrievedUrl?: string; readonly urlRetrievalStatus?: string }[];
}

/** Undefined where an answer rests on nothing but the model. */
export function groundingOf(candidate: {
  readonly groundingMetadata?: GroundingMetadata;
  readonly urlContextMetadata?: UrlContextMetadata;
}): Grounding | undefined {
  const { groundingMetadata, urlContextMetadata } = candidate;
  if (!groundingMetadata && !urlContextMetadata) return undefined;
  const { groundingChunks = [], groundingSupports = [] } = groundingMetadata ?? {};
  return {
    sources: groundingChunks.map(({ web }) => ({ title: web?.title ?? '', uri: web?.uri ?? '' })),
    supports: groundingSupports.flatMap(({ segment, groundingChunkIndices: sources = [] }) =>
      segment?.endIndex === undefined || sources.length === 0 ? [] : [{ end: segment.endIndex, sources }],
    ),
    fetched: (urlContextMetadata?.urlMetadata ?? []).map(({ retrievedUrl, urlRetrievalStatus }) => ({
      url: retrievedUrl ?? '',
      status: urlRetrievalStatus ?? '',
    })),
  };
}
