/**
 * How the browser's answer reaches this host: through this machine, a port that VS Code forwards, or a page that
 * redirects to VS Code; or by hand, because the user can paste it in every case.
 */
export type WayBack = 'direct' | 'forwarded' | 'page' | 'byHand';

export interface Place {
  /** VS Code itself runs in a browser. */
  readonly isWeb: boolean;
  /** This host isn't the user's machine. */
  readonly isRemote: boolean;
  /** The user's OAuth client has a registered page. Google then rejects loopback addresses for that client. */
  readonly hasPage: boolean;
}

export function wayBackOf({ isWeb, isRemote, hasPage }: Place): WayBack {
  if (hasPage) return 'page';
  // A browser can't use forwarded ports, and Google rejects the address that replaces them.
  if (isWeb) return 'byHand';
  return isRemote ? 'forwarded' : 'direct';
}

/** Whether a browser on the user's machine reaches `redirect`, given VS Code's `external` address for it. */
export function isForwarded(redirect: string, external: string): boolean {
  if (!URL.canParse(external)) return false;
  const [here, there] = [new URL(redirect), new URL(external)];
  const isThisMachine = ['127.0.0.1', 'localhost', '[::1]'].includes(there.hostname);
  return isThisMachine && there.protocol === here.protocol && there.port === here.port;
}

/** The page from the setting; undefined: it isn't https, or has parts that Google doesn't allow. */
export function readRedirectPage(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && `${username}${password}${hash}` === '' ? text : undefined;
}
