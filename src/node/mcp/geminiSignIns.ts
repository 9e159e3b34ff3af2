import type { StoredSignIn } from '../../agent/ports/mcpSignIn';

/** The sign-in that `mcp-oauth-tokens.json` of Gemini CLI has for a server's address; undefined: none that can be used. */
export function readGeminiSignIn(text: string, server: string): StoredSignIn | undefined {
  const found = entriesIn(text).find(({ mcpServerUrl }) => isSameAddress(mcpServerUrl, server));
  if (!found) return undefined;
  const { token, clientId, tokenUrl } = found;
  const fields = typeof token === 'object' && token !== null ? (token as Readonly<Record<string, unknown>>) : {};
  const { accessToken: access, refreshToken: refresh, expiresAt: expires, scope } = fields;
  if (!isText(access)) return undefined;
  const tokens = {
    access,
    ...(isText(refresh) && { refresh }),
    ...(typeof expires === 'number' && { expires, obtained: 0 }),
    ...(isText(scope) && { scope }),
  };
  // Which issuer this is from it does not say: the place that it was got from must be the one that is found.
  const endpoint = isText(tokenUrl) && URL.canParse(tokenUrl) ? tokenUrl : undefined;
  return {
    server,
    issuer: endpoint === undefined ? '' : new URL(endpoint).origin,
    client: { id: isText(clientId) ? clientId : '' },
    tokens,
    ...(endpoint !== undefined && { tokenEndpoint: endpoint }),
  };
}

function entriesIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    const list: readonly unknown[] = Array.isArray(value) ? value : Object.values(Object(value) as object);
    return list.filter(each => typeof each === 'object' && each !== null) as Readonly<Record<string, unknown>>[];
  } catch {
    return []; // somebody else's file, which is only a convenience
  }
}

function isSameAddress(value: unknown, server: string): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).href === new URL(server).href;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
