/** What a request is for. */
export type EgressPurpose = 'model' | 'signIn' | 'web' | 'mcp' | 'telemetry' | 'extension';

export interface EgressUse {
  readonly purpose: EgressPurpose;
  /** The chat that it is made for; absent: none, or several. */
  readonly chat?: string;
}

/** A request that was let out, and is counted until it ends. */
export interface Passage {
  received(bytes: number): void;
  /** The status of the answer, or how it ended without one. What comes first counts. */
  end(outcome: number | 'failed' | 'stopped'): void;
}

/** Sends a request that was let out; `otherwise` sends it as every other one. */
export type Via = (url: URL, init: RequestInit, otherwise: () => Promise<Response>) => Promise<Response>;

/** Where every request of Pollux leaves this machine: counted, and only to hosts that may be reached. */
export interface Egress {
  /**
   * `fetch`, which rejects with `EgressError` before anything is sent where the host or the content is held back. What is let
   * out goes by `via`, each redirect too.
   */
  fetchFor(use: EgressUse, via?: Via): typeof fetch;
  /** For what makes its connections itself. Throws `EgressError` as `fetchFor` does; `bytes`: how much of a body is sent. */
  open(url: URL, use: EgressUse, request?: { readonly method?: string; readonly bytes?: number }): Passage;
}

/** Hosts that may be reached; those of an empty list are all. */
export interface HostList {
  /** Each `host`, `host:port`, or `*.suffix` for the names below a domain. */
  readonly hosts: readonly string[];
  /** The setting that they stand in. */
  readonly setting: string;
  /** An administrator's, which nobody else can widen. */
  readonly isForced?: boolean;
}

/** One request, as it is shown. */
export interface EgressEntry extends EgressUse {
  /** Counts up from 1. */
  readonly id: number;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  /** With the port, where it is not the usual one. */
  readonly host: string;
  readonly method: string;
  /** Bytes of the bodies, without headers; as they are when unpacked. */
  readonly sent: number;
  readonly received: number;
  readonly outcome: number | 'open' | 'failed' | 'stopped' | 'refused';
  readonly ms: number;
}
