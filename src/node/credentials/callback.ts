import { timingSafeEqual } from 'node:crypto';

/** The browser's answer. Functions return undefined for an address that isn't ours; the sign-in then keeps waiting. */
export type Callback = { readonly code: string } | { readonly refusal: string };

/** The address that Google's page redirects the browser to, and the wait for it. */
export interface Landing {
  /** The redirect address that is passed to Google. */
  readonly redirect: string;
  /** The OAuth `state` that is passed to Google. */
  readonly state: string;
  /** Settles with the first answer that has the right state. */
  readonly callback: Promise<Callback>;
  /** Reads an address that the user pasted. */
  read(address: string): Callback | undefined;
  close(): void;
}

const ISSUER = 'https://accounts.google.com';

/**
 * Reads an address that the browser was redirected to or that the user pasted. The state is checked first, so that a
 * page that guesses the address can neither end a sign-in nor inject its own code.
 */
export function readCallback(address: string, state: string): Callback | undefined {
  return readAnswer(address, query => isSame(only(query, 'state'), state));
}

/**
 * Does the same for a browser that a page redirects to VS Code. The final address carries our `nonce`; the page's own
 * address carries the `state`, which contains the nonce. On the web, VS Code's address is nested in another one.
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

/** Empty if the parameter is missing or occurs more than once. */
function only(query: URLSearchParams, name: string): string {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? '') : '';
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
