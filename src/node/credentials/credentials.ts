/** Credentials of a Google account, in the names of the file that Gemini CLI keeps. `expiry_date`: milliseconds. */
export interface GoogleCredentials {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly expiry_date?: number;
  /** The account's address, where it is known. */
  readonly email?: string;
}

/** The program that Google lets in on a person's behalf. Pollux ships none of its own. */
export interface OAuthClient {
  readonly id: string;
  readonly secret?: string;
}

/** Where Google's OAuth lives; tests have their own. */
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

/** What is left of credentials when only what we know and can use is taken; undefined if nothing is. */
export function readCredentials(text: string): GoogleCredentials | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { access_token, refresh_token, expiry_date, email } = value as Readonly<Record<string, unknown>>;
  const credentials: GoogleCredentials = {
    ...(isText(access_token) && { access_token }),
    ...(isText(refresh_token) && { refresh_token }),
    ...(typeof expiry_date === 'number' && { expiry_date }),
    ...(isText(email) && { email }),
  };
  return (credentials.access_token ?? credentials.refresh_token) ? credentials : undefined;
}

/** What `google_accounts.json` of Gemini CLI says, from its text; undefined where it is no such file. */
export function readAccounts(text: string): { readonly active?: string } | undefined {
  if (text.trim() === '') return {};
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return 'active' in value && isText(value.active) ? { active: value.active } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no credentials, like no file
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
