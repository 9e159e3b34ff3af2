import { isJsonObject } from '../../shared/jsonObject';

/** A Google account's credentials, with the field names of Gemini CLI's file. `expiry_date` is in milliseconds. */
export interface GoogleCredentials {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly expiry_date?: number;
  /** The account's email address, if known. */
  readonly email?: string;
}

/** The OAuth client that Google authorizes on the user's behalf. Pollux doesn't include one. */
export interface OAuthClient {
  readonly id: string;
  readonly secret?: string;
}

/** Google's OAuth addresses; tests use their own. */
export interface OAuthEndpoints {
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  readonly userInfo: string;
}

export const GOOGLE_ENDPOINTS: OAuthEndpoints = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
  userInfo: 'https://www.googleapis.com/oauth2/v2/userinfo',
};

/** Parses credentials, keeping only known and usable fields; undefined if there is no token. */
export function readCredentials(text: string): GoogleCredentials | undefined {
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  const { access_token, refresh_token, expiry_date, email } = value;
  const credentials: GoogleCredentials = {
    ...(isText(access_token) && { access_token }),
    ...(isText(refresh_token) && { refresh_token }),
    ...(typeof expiry_date === 'number' && { expiry_date }),
    ...(isText(email) && { email }),
  };
  return (credentials.access_token ?? credentials.refresh_token) ? credentials : undefined;
}

/** Parses Gemini CLI's `google_accounts.json`; undefined if it is invalid. */
export function readAccounts(text: string): { readonly active?: string } | undefined {
  if (text.trim() === '') return {};
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  return isText(value.active) ? { active: value.active } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // treated like a missing file
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
