/** The URL parser that requests use; it reads `http:host` and `ht\ntp://host` like `http://host`. */
const { URL: Address } = globalThis as unknown as {
  readonly URL: new (text: string) => { readonly protocol: string; readonly host: string };
};

/** The host, with its port, that a request for an address would go to; null if it is not an http or https address. */
export function hostOf(address: string): string | null {
  try {
    const { protocol, host } = new Address(address);
    return /^https?:$/.test(protocol) && host !== '' ? host : null;
  } catch {
    return null;
  }
}

/** True if all requests go to one host and the prompt names no other host in any spelling. */
export function goesOnlyTo(host: string, urls: readonly string[], prompt = ''): boolean {
  const spelled = prompt.match(/h\s*t\s*t\s*p\s*s?\s*:/gi)?.length ?? 0;
  const named = [...prompt.matchAll(/https?:\/\/[^\s<>"'`]+/gi)].map(([url]) => hostOf(url));
  return (
    urls.length > 0 &&
    urls.every(url => hostOf(url) === host) &&
    spelled === named.length &&
    named.every(each => each === host)
  );
}

/** A pattern for the arguments of a call, so that Gemini CLI can read a rule for one host too. */
export function hostPattern(host: string): string {
  const exact = host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `^(?!.*https?://(?!${exact}[/?#"\\\\\\s]))(?=.*https?://${exact}[/?#"\\\\\\s])`;
}

/** The host of a pattern that `hostPattern` made; undefined for any other pattern. */
export function hostOfPattern(pattern: string): string | undefined {
  const exact = /^\^\(\?!\.\*https\?:\/\/\(\?!((?:\\.|[^[\\])+)\[/.exec(pattern)?.[1];
  const host = exact?.replace(/\\(.)/g, '$1');
  return host !== undefined && hostPattern(host) === pattern ? host : undefined;
}
