/**
 * How the browser's answer gets to this host: over this machine, through a port that the editor forwards, through a page
 * that sends the browser on to the editor, or by the hand of the person, who can paste it in each case.
 */
export type WayBack = 'direct' | 'forwarded' | 'page' | 'byHand';

export interface Place {
  /** The editor itself runs in a browser. */
  readonly isWeb: boolean;
  /** This host is not on the machine of the person. */
  readonly isRemote: boolean;
  /** A page is registered for the person's OAuth client. Google then takes no address of a machine from that client. */
  readonly hasPage: boolean;
}

export function wayBackOf({ isWeb, isRemote, hasPage }: Place): WayBack {
  if (hasPage) return 'page';
  // A browser knows nothing of ports that are forwarded, and what it is given instead is no address that Google takes.
  if (isWeb) return 'byHand';
  return isRemote ? 'forwarded' : 'direct';
}

/** Whether a browser that is sent to `redirect`, on the machine of the person, gets to what the editor made `external` of. */
export function isForwarded(redirect: string, external: string): boolean {
  if (!URL.canParse(external)) return false;
  const [here, there] = [new URL(redirect), new URL(external)];
  const isThisMachine = ['127.0.0.1', 'localhost', '[::1]'].includes(there.hostname);
  return isThisMachine && there.protocol === here.protocol && there.port === here.port;
}

/** The page of the setting; undefined: it is not https, or carries what Google allows on no such page. */
export function readRedirectPage(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && `${username}${password}${hash}` === '' ? text : undefined;
}
