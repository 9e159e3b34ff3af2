export interface WebPage {
  /** After redirects. */
  readonly url: string;
  readonly mimeType: string;
  /** Readable text: Markdown for an HTML page, the body for other text; empty if the content is not text. */
  readonly text: string;
  /** The bytes, if the content is not text. */
  readonly bytes?: Uint8Array;
  readonly isCut: boolean;
}

/** Fetches approved addresses; only public ones, unless a setting says otherwise. */
export interface Web {
  /**
   * The canonical form of an address, and whether it looks public; makes no network request. Throws `ToolError`
   * `web_fetch_blocked_host` for an address that will not be fetched.
   */
  check(url: string): { readonly url: string; readonly isPublic: boolean };
  /**
   * Throws `ToolError`: `web_fetch_blocked_host` for an address that is not public, including after a redirect or name
   * resolution; `web_fetch_fallback_failed` with the reason for every other failure. `isAdmitted`: `admit` has already
   * counted it, because the service was to fetch it.
   */
  fetch(url: string, signal: AbortSignal, isAdmitted?: boolean): Promise<WebPage>;
  /** Counts a request to the host, whoever makes it. Throws `ToolError` if the host has reached its limit for now. */
  admit(url: string): void;
}
