import type { Challenge } from '../../agent/ports/mcpSignIn';

const MAX_LENGTH = 16_384;

/** Parses a `WWW-Authenticate` header. Empty if the header is missing or uses another scheme. */
export function readChallenge(header: string | null): Challenge {
  const text = (header ?? '').slice(0, MAX_LENGTH);
  const start = /(?:^|,\s*)bearer(?=\s|$|,)/i.exec(text);
  if (!start) return {};
  const values = new Map<string, string>();
  const pairs = /([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g;
  for (const [, name = '', quoted, plain = ''] of text.slice(start.index).matchAll(pairs)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  const [resourceMetadata, scope, error] = ['resource_metadata', 'scope', 'error'].map(name => values.get(name));
  return {
    ...(resourceMetadata !== undefined && URL.canParse(resourceMetadata) && { resourceMetadata }),
    ...(scope !== undefined && scope !== '' && { scope }),
    ...(error !== undefined && { error }),
  };
}

/** The union of the scopes, in order and without duplicates; undefined if there are none. */
export function joinScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const all = new Set(scopes.flatMap(each => each?.split(/\s+/).filter(Boolean) ?? []));
  return all.size === 0 ? undefined : [...all].join(' ');
}
