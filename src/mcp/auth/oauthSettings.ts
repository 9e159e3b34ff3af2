/** The `oauth` of a server in the settings, by the names of Gemini CLI; what is not there is found out from the server. */
export interface OAuthSettings {
  /** False: a 401 is said and no sign-in is offered. */
  readonly enabled?: boolean;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly registrationUrl?: string;
  /** The authorization server that the client belongs to; another one is refused. */
  readonly issuer?: string;
  readonly scopes?: readonly string[];
  readonly audiences?: readonly string[];
  readonly redirectUri?: string;
  /** Servers that take their token from the address: the name that it has there. */
  readonly tokenParamName?: string;
  /** An https address at which a document describes this client; it is the client's id where the server takes such ids. */
  readonly clientMetadataUrl?: string;
  /** `client_credentials`: the program signs in as itself, without a browser. */
  readonly grantType?: 'authorization_code' | 'client_credentials';
  /** PKCS #8, as PEM: the client proves itself with a JWT that this signs. */
  readonly privateKey?: string;
  /** RS256, PS256 or ES256 and the like. */
  readonly signingAlgorithm?: string;
}

const TEXTS = [
  'clientId',
  'clientSecret',
  'authorizationUrl',
  'tokenUrl',
  'registrationUrl',
  'issuer',
  'redirectUri',
  'tokenParamName',
  'clientMetadataUrl',
  'privateKey',
  'signingAlgorithm',
] as const satisfies readonly (keyof OAuthSettings)[];

/** What of a value in the settings can be used; the rest is left out. */
export function readOAuthSettings(value: unknown): OAuthSettings {
  if (typeof value !== 'object' || value === null) return {};
  const fields = value as Readonly<Record<string, unknown>>;
  const texts = TEXTS.flatMap(name => {
    const text = fields[name];
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  const { enabled, grantType } = fields;
  const [scopes, audiences] = [listOf(fields.scopes), listOf(fields.audiences)];
  return {
    ...Object.fromEntries(texts),
    ...(typeof enabled === 'boolean' && { enabled }),
    ...((grantType === 'authorization_code' || grantType === 'client_credentials') && { grantType }),
    ...(scopes.length > 0 && { scopes }),
    ...(audiences.length > 0 && { audiences }),
  };
}

function listOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((each): each is string => typeof each === 'string' && each !== '');
}
