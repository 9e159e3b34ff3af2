import * as l10n from '@vscode/l10n';
import { SignInError } from '../../shared/errors';
import { base64Url, randomText } from './pkce';

interface Algorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly saltLength?: number;
}

const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  RS384: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  RS512: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 },
  ES256: { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', hash: 'SHA-384', namedCurve: 'P-384' },
  EdDSA: { name: 'Ed25519' },
};
const LIFETIME_S = 300;

export interface AssertionOptions {
  readonly clientId: string;
  readonly audience: string;
  /** PKCS #8 in PEM format. */
  readonly privateKey: string;
  readonly algorithm: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Creates a signed JWT that authenticates the client (RFC 7523). Throws `SignInError` if the key can't be used. */
export async function createClientAssertion(options: AssertionOptions): Promise<string> {
  const { clientId, audience, privateKey, algorithm, now } = options;
  const settings = Object.hasOwn(ALGORITHMS, algorithm) ? ALGORITHMS[algorithm] : undefined;
  if (!settings) throw new SignInError(l10n.t('“{0}” isn’t a supported signing algorithm.', algorithm));
  const issued = Math.floor(now / 1000);
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    iat: issued,
    exp: issued + LIFETIME_S,
    jti: randomText(),
  };
  const text = [{ alg: algorithm, typ: 'JWT' }, claims].map(each => encoded(JSON.stringify(each))).join('.');
  try {
    const key = await crypto.subtle.importKey('pkcs8', derOf(privateKey), settings, false, ['sign']);
    const signature = await crypto.subtle.sign(settings, key, new TextEncoder().encode(text));
    return `${text}.${base64Url(new Uint8Array(signature))}`;
  } catch (error) {
    throw new SignInError(
      l10n.t('The private key in the settings can’t be used. It must be in PKCS #8 PEM format, for {0}.', algorithm),
      error instanceof Error ? error.name : undefined,
    );
  }
}

const encoded = (text: string): string => base64Url(new TextEncoder().encode(text));

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  // In an environment variable, the key may be on one line, with `\n` for line breaks.
  const body = pem.replaceAll('\\n', '\n').replace(/-----[^-]+-----|\s/g, '');
  return Uint8Array.from(atob(body), character => character.charCodeAt(0));
}
