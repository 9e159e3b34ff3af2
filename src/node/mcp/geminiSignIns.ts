import type { StoredSignIn } from '../../agent/ports/mcpSignIn';
import { isJsonObject, type JsonObject } from '../../shared/jsonObject';

/** A server's sign-in from Gemini CLI's `mcp-oauth-tokens.json`; undefined: none that can be used. */
export function readGeminiSignIn(text: string, server: string): StoredSignIn | undefined {
  const found = entriesIn(text).find(({ mcpServerUrl }) => isSameAddress(mcpServerUrl, server));
  if (!found) return undefined;
  const { token, clientId, tokenUrl } = found;
  const fields = isJsonObject(token) ? token : {};
  const { accessToken: access, refreshToken: refresh, expiresAt: expires, scope } = fields;
  if (!isText(access)) return undefined;
  const tokens = {
    access,
    ...(isText(refresh) && { refresh }),
    ...(typeof expires === 'number' && { expires, obtained: 0 }),
    ...(isText(scope) && { scope }),
  };
  // It doesn't name the issuer, so the token endpoint must match the one that is discovered.
  const endpoint = isText(tokenUrl) && URL.canParse(tokenUrl) ? tokenUrl : undefined;
  return {
    server,
    issuer: endpoint === undefined ? '' : new URL(endpoint).origin,
    client: { id: isText(clientId) ? clientId : '' },
    tokens,
    ...(endpoint !== undefined && { tokenEndpoint: endpoint }),
  };
}

function entriesIn(text: string): readonly JsonObject[] {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    const list: readonly unknown[] = Array.isArray(value) ? value : Object.values(Object(value) as object);
    return list.filter(isJsonObject);
  } catch {
    return []; // an invalid file isn't Pollux's; reading it is only a convenience
  }
}

function isSameAddress(value: unknown, server: string): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).href === new URL(server).href;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
