/**
 * How the browser's answer gets to this host: over this machine, through a port that the editor forwards, or by the hand
 * of the person, who can paste it in each case.
 */
export type WayBack = 'direct' | 'forwarded' | 'byHand';

/** `isWeb`: the editor itself runs in a browser. `isRemote`: this host is not on the machine of the person. */
export function wayBackOf({ isWeb, isRemote }: { readonly isWeb: boolean; readonly isRemote: boolean }): WayBack {
  // A browser knows nothing of ports that are forwarded, and what it is given instead is no address that Google takes.
  if (isWeb) return 'byHand';
  return isRemote ? 'forwarded' : 'direct';
}
