import * as l10n from '@vscode/l10n';
import { SignInError } from '../shared/errors';

/**
 * Validates an address to which keys and tokens are sent, and returns it unchanged: https, or http to this machine.
 * Throws `SignInError`, which names only the host, since the rest of the address may contain a password.
 */
export function safeAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // An incomplete `https://` would be parsed as a host name.
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

/** Validates a Google Cloud location, which becomes a part of the host name. Throws `SignInError`. */
export function safeLocation(location: string): string {
  if (/^[a-z0-9-]+$/i.test(location)) return location;
  throw new SignInError(l10n.t('“{0}” isn’t a Google Cloud location.', location));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
}
