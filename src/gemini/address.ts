import * as l10n from '@vscode/l10n';
import { SignInError } from '../shared/errors';

/**
 * An address that keys and tokens are sent to, as it was given: https, or http to this very machine. Throws `SignInError`,
 * which names no more than the host: the rest of an address may hold a password.
 */
export function safeAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Half of `https://` would pass for the name of a host.
  if (!url || /^https?$/.test(url.hostname))
    throw new SignInError(l10n.t('The configured address of the Gemini service is invalid.'));
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return address;
  throw new SignInError(
    l10n.t(
      'The address of the Gemini service must begin with https://. Otherwise your key could be read on its way to {0}.',
      url.host,
    ),
  );
}

/** A location of Google Cloud, which becomes a part of the host's name. Throws `SignInError`. */
export function safeLocation(location: string): string {
  if (/^[a-z0-9-]+$/i.test(location)) return location;
  throw new SignInError(l10n.t('“{0}” isn’t a Google Cloud location.', location));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
}
