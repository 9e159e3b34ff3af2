/** What a request is for. */
export type EgressPurpose = 'model' | 'signIn' | 'web' | 'mcp' | 'telemetry' | 'extension';

export interface EgressUse {
  readonly purpose: EgressPurpose;
  /** The chat that it is made for. Absent: none, or several. */
  readonly chat?: string;
}

/** A request that was allowed out, and is counted until it ends. */
export interface Passage {
  received(bytes: number): void;
  /** The status of the response, or how the request ended without one. The first call counts. */
  end(outcome: number | 'failed' | 'stopped'): void;
}

/** Sends an allowed request and counts its answer with `passage`; `otherwise` does both the usual way. */
export type Via = (
  url: URL,
  init: RequestInit,
  otherwise: () => Promise<Response>,
  passage: Passage,
) => Promise<Response>;

/** The single exit for all requests of Pollux: counts them, and allows only permitted hosts. */
export interface Egress {
  /**
   * A `fetch` that rejects with `EgressError`, before anything is sent, if the host or the content is not allowed.
   * Allowed requests, including each redirect, go through `via`.
   */
  fetchFor(use: EgressUse, via?: Via): typeof fetch;
  /** For code that makes its own connections. Throws `EgressError` like `fetchFor`; `bytes`: the size of the body. */
  open(url: URL, use: EgressUse, request?: { readonly method?: string; readonly bytes?: number }): Passage;
}

/** Hosts that may be reached; an empty list allows all. */
export interface HostList {
  /** Each is `host`, `host:port`, or `*.suffix` for all names below a domain. */
  readonly hosts: readonly string[];
  /** The setting that defines them. */
  readonly setting: string;
  /** Set by an administrator; nothing else can widen it. */
  readonly isForced?: boolean;
}

/** One request, as shown to the user. */
export interface EgressEntry extends EgressUse {
  /** Counts up from 1. */
  readonly id: number;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  /** With the port, unless it is the default one. */
  readonly host: string;
  readonly method: string;
  /** Bytes of the bodies, without headers, uncompressed. */
  readonly sent: number;
  readonly received: number;
  readonly outcome: number | 'open' | 'failed' | 'stopped' | 'refused';
  readonly ms: number;
}
