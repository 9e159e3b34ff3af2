import * as l10n from '@vscode/l10n';
import { SignInError } from '../shared/errors';

/** Headers that requests to the models carry besides their own, such as a gateway asks for; names in lower case. */
export type CustomHeaders = Readonly<Record<string, string>>;

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** What a header can carry: no control characters, and none beyond Latin-1. */
const VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/;

/** A comma ends a header only where another one begins: a name and a colon, which is not that of an address. */
const NEXT = /,(?=\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*:(?!\/\/))/;

/** They say how the request itself is sent, and whoever changes them breaks it. */
const OURS = /^(?:host|connection|content-.*|transfer-encoding|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/;

/**
 * Reads `A: one, B: two, three` into two headers. Throws `SignInError`, which names the entry by its place and, where it is
 * one, its name: a value may be a secret. The user agent is Pollux's own, as it is Gemini CLI's there.
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

/** A version of an API, which becomes a part of its addresses; `variable` says where it comes from. Throws `SignInError`. */
export function safeVersion(version: string, variable: string): string {
  if (/^v\d[a-z0-9]*$/.test(version)) return version;
  throw new SignInError(
    l10n.t('{0} must be an API version such as v1 or v1beta, not “{1}”.', variable, version.slice(0, 40)),
  );
}

function refused(place: number, reason: string): SignInError {
  return new SignInError(l10n.t('Header {0} of GEMINI_CLI_CUSTOM_HEADERS can’t be used: {1}.', place, reason));
}
