/** The URL to send statistics to: https, or a program on this machine; undefined: none. */
export function statisticsAddress(isEnabled: boolean, address: string): string | undefined {
  if (!isEnabled || !URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere) ? address : undefined;
}
