import * as l10n from '@vscode/l10n';
import { SignInError } from '../shared/errors';

/** Additional headers for requests to the models, for example for a gateway; names in lower case. */
export type CustomHeaders = Readonly<Record<string, string>>;

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Allowed characters of a header value: no control characters, and none beyond Latin-1. */
const VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/;

/** A comma only ends a header if another one follows: a name and a colon that isn't part of an address. */
const NEXT = /,(?=\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*:(?!\/\/))/;

/** Headers of the transport, which custom headers must not change. */
const OURS = /^(?:host|connection|content-.*|transfer-encoding|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/;

/**
 * Parses `A: one, B: two, three` into two headers. Throws `SignInError`, which identifies the entry by position and,
 * if valid, its name, since a value may be a secret. `user-agent` is ignored: it is always Pollux's own, as Gemini
 * CLI's is its own.
 */
export function readCustomHeaders(text: string): CustomHeaders {
  const entries = text.split(NEXT).map(each => each.trim());
  const headers = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    if (entry === '') continue;
    const colon = entry.indexOf(':');
    const name = colon < 0 ? '' : entry.slice(0, colon).trim().toLowerCase();
    const value = entry.slice(colon + 1).trim();
    if (!NAME.test(name)) throw refused(index + 1, l10n.t('it must be “Name: value”'));
    if (!VALUE.test(value))
      throw refused(index + 1, l10n.t('the value of {0} contains characters that aren’t allowed in a header', name));
    if (OURS.test(name)) throw refused(index + 1, l10n.t('You can’t set {0}', name));
    if (headers.has(name)) throw refused(index + 1, l10n.t('{0} appears twice', name));
    headers.set(name, value);
  }
  headers.delete('user-agent');
  return Object.fromEntries(headers);
}

/** Validates an API version, which becomes a part of addresses; `variable` names its source. Throws `SignInError`. */
export function safeVersion(version: string, variable: string): string {
  if (/^v\d[a-z0-9]*$/.test(version)) return version;
  throw new SignInError(
    l10n.t('{0} must be an API version such as v1 or v1beta, not “{1}”.', variable, version.slice(0, 40)),
  );
}

function refused(place: number, reason: string): SignInError {
  return new SignInError(l10n.t('Header {0} of GEMINI_CLI_CUSTOM_HEADERS can’t be used: {1}.', place, reason));
}
