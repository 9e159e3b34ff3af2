export interface WebPage {
  /** After redirects. */
  readonly url: string;
  readonly mimeType: string;
  /** Readable text: Markdown for a page of HTML, the body for other text; empty for what is no text. */
  readonly text: string;
  /** For what is no text: the bytes. */
  readonly bytes?: Uint8Array;
  readonly isCut: boolean;
}

/** Fetches approved addresses, and only what is public unless a setting says otherwise. */
export interface Web {
  /**
   * The canonical form of an address, and whether it is public by its looks; nothing is asked of the network. Throws
   * `ToolError` `web_fetch_blocked_host` for one that will not be fetched.
   */
  check(url: string): { readonly url: string; readonly isPublic: boolean };
  /**
   * Throws `ToolError`: `web_fetch_blocked_host` for an address that is not public, also after a redirect or where a
   * name leads to one; `web_fetch_fallback_failed` with the reason for every other failure. `isAdmitted`: `admit` has
   * counted it, as what the service was to fetch.
   */
  fetch(url: string, signal: AbortSignal, isAdmitted?: boolean): Promise<WebPage>;
  /** Counts a request to the host, whoever makes it. Throws `ToolError` where the host has had its share for now. */
  admit(url: string): void;
}
