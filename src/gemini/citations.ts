import type { Citation } from '../agent/ports/model';

/** A published text that an answer repeats; every field may be missing. */
interface CitedSource {
  readonly uri?: unknown;
  readonly title?: unknown;
}

/** The Gemini API uses the first name for the list, Vertex AI and Code Assist the second. */
export interface CitationMetadata {
  readonly citationSources?: readonly CitedSource[];
  readonly citations?: readonly CitedSource[];
}

/** Returns the citations that have a URI. */
export function citationsOf({ citationSources, citations }: CitationMetadata): Citation[] {
  const lists: readonly unknown[] = [citationSources, citations];
  return lists
    .flatMap(list => (Array.isArray(list) ? (list as readonly (CitedSource | null)[]) : []))
    .flatMap(citationOf);
}

function citationOf(source: CitedSource | null): Citation[] {
  const { uri, title } = source ?? {};
  if (typeof uri !== 'string' || uri.trim() === '') return [];
  return [{ uri, ...(typeof title === 'string' && title.trim() !== '' && { title }) }];
}
