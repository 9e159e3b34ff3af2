import { timingSafeEqual } from 'node:crypto';

/** What the browser brought back; undefined: it is none of ours, and the sign-in goes on waiting. */
export type Callback = { readonly code: string } | { readonly refusal: string };

const ISSUER = 'https://accounts.google.com';

/**
 * Reads an address that the browser was sent to, or that the person pasted. The state is checked before anything, so
 * that a page which guesses the address can neither end a sign-in nor put a code of its own into it.
 */
export function readCallback(address: string, state: string): Callback | undefined {
  const text = address.trim();
  if (!URL.canParse(text)) return undefined;
  const { searchParams: query } = new URL(text);
  if (!isSame(only(query, 'state'), state)) return undefined;
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
