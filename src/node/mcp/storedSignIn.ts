import type { StoredSignIn } from '../../agent/ports/mcpSignIn';

/** Parses a stored sign-in; undefined if it is invalid. */
export function readSignIn(text: string): StoredSignIn | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // treated like no sign-in
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const found = value as Partial<Record<keyof StoredSignIn, unknown>>;
  const { server, issuer, client, tokens } = found;
  if (typeof server !== 'string' || typeof issuer !== 'string') return undefined;
  if (typeof client !== 'object' || client === null || !('id' in client) || typeof client.id !== 'string')
    return undefined;
  const hasTokens =
    typeof tokens === 'object' && tokens !== null && 'access' in tokens && typeof tokens.access === 'string';
  return { ...(value as StoredSignIn), ...(!hasTokens && { tokens: undefined }) } as StoredSignIn;
}
