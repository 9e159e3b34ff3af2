import { timingSafeEqual } from 'node:crypto';

/** What the browser brought back; undefined: it is none of ours, and the sign-in goes on waiting. */
export type Callback = { readonly code: string } | { readonly refusal: string };

/** Where the browser ends up after Google's page, and who waits for it there. */
export interface Landing {
  /** The address that Google is given to send the browser to. */
  readonly redirect: string;
  /** What Google is given to send along. */
  readonly state: string;
  /** Settles with the first answer that carries the right state. */
  readonly callback: Promise<Callback>;
  /** Reads an address that the person pasted. */
  read(address: string): Callback | undefined;
  close(): void;
}

const ISSUER = 'https://accounts.google.com';

/**
 * Reads an address that the browser was sent to, or that the person pasted. The state is checked before anything, so
 * that a page which guesses the address can neither end a sign-in nor put a code of its own into it.
 */
export function readCallback(address: string, state: string): Callback | undefined {
  return readAnswer(address, query => isSame(only(query, 'state'), state));
}

/**
 * The same for a browser that is sent on by a page: what it is sent on with carries our `nonce`, and before that the
 * `state`, which holds the nonce too. In a browser an editor's own address stands within another one.
 */
export function readPageCallback(
  address: string,
  { state, nonce }: { readonly state: string; readonly nonce: string },
): Callback | undefined {
  return readAnswer(address, query => {
    const inner = new URLSearchParams(only(query, 'vscode-query'));
    const isNonce = [query, inner].some(each => isSame(only(each, 'nonce'), nonce));
    return isNonce || isSame(only(query, 'state'), state);
  });
}

function readAnswer(address: string, isOurs: (query: URLSearchParams) => boolean): Callback | undefined {
  const text = address.trim();
  if (!URL.canParse(text)) return undefined;
  const { searchParams: query } = new URL(text);
  if (!isOurs(query)) return undefined;
  const issuer = query.get('iss');
  if (issuer !== null && issuer !== ISSUER) return undefined;
  const code = only(query, 'code');
  const refusal = only(query, 'error');
  if (code !== '' && refusal === '') return { code };
  return refusal === '' || code !== '' ? undefined : { refusal };
}

/** Empty where the name is missing or stands there more than once. */
function only(query: URLSearchParams, name: string): string {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? '') : '';
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
