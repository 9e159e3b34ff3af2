import { isJsonObject } from '../../shared/jsonObject';

/**
 * The `oauth` object of a server in the settings, with Gemini CLI's names; missing values are discovered from the
 * server.
 */
export interface OAuthSettings {
  /** False: a 401 is reported, and no sign-in is offered. */
  readonly enabled?: boolean;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly registrationUrl?: string;
  /** The authorization server that the client belongs to; any other is refused. */
  readonly issuer?: string;
  readonly scopes?: readonly string[];
  readonly audiences?: readonly string[];
  readonly redirectUri?: string;
  /** For servers that take the token as a query parameter: the parameter's name. */
  readonly tokenParamName?: string;
  /** An https address of a document that describes this client; used as the client id if the server supports that. */
  readonly clientMetadataUrl?: string;
  /** `client_credentials`: the program signs in as itself, without a browser. */
  readonly grantType?: 'authorization_code' | 'client_credentials';
  /** PKCS #8 in PEM format: the client authenticates with a JWT signed with this key. */
  readonly privateKey?: string;
  /** For example RS256, PS256 or ES256. */
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

/** Reads the usable fields of a value in the settings; others are ignored. */
export function readOAuthSettings(value: unknown): OAuthSettings {
  if (!isJsonObject(value)) return {};
  const texts = TEXTS.flatMap(name => {
    const text = value[name];
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  const { enabled, grantType } = value;
  const [scopes, audiences] = [listOf(value.scopes), listOf(value.audiences)];
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
