import type { Grounding } from '../agent/ports/model';

/** The service's metadata about the searches behind an answer; every field may be missing. */
export interface GroundingMetadata {
  readonly groundingChunks?: readonly { readonly web?: { readonly uri?: string; readonly title?: string } }[];
  readonly groundingSupports?: readonly {
    readonly segment?: { readonly endIndex?: number };
    readonly groundingChunkIndices?: readonly number[];
  }[];
}

/** The service's metadata about the addresses that it was asked to read. */
export interface UrlContextMetadata {
  readonly urlMetadata?: readonly { readonly retrievedUrl?: string; readonly urlRetrievalStatus?: string }[];
}

/** Returns undefined if the answer only relies on the model. */
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
