import type { AccessTokens } from '../agent/ports/accessTokens';
import type { CustomHeaders } from './customHeaders';

/** How the models are reached, and with which credentials. */
export type ModelAccess = GenaiAccess | CodeAssistAccess;

/** How requests are sent, for any kind of access. */
interface Sending {
  /** Headers to send in addition to the requests' own. */
  readonly headers?: CustomHeaders;
  /** An API version other than the default. */
  readonly apiVersion?: string;
  /** The setting or variable that sets the service's address; absent for Google's own address. */
  readonly addressFrom?: string;
}

/** Services that Google's SDK supports: the Gemini API, a gateway to it, and Vertex AI by express key or by project. */
export type GenaiAccess = Sending &
  /** `baseUrl`: a gateway's address; `isBearer`: the key is sent as a bearer token. */
  (
    | { readonly via: 'apiKey'; readonly apiKey: string; readonly baseUrl?: string; readonly isBearer?: boolean }
    /** A gateway that accepts requests without a key, or authenticates by custom headers. */
    | { readonly via: 'gateway'; readonly baseUrl: string }
    | { readonly via: 'vertexKey'; readonly apiKey: string; readonly baseUrl?: string }
    | {
        readonly via: 'vertexProject';
        readonly project: string;
        readonly location: string;
        readonly tokens: AccessTokens;
        readonly baseUrl?: string;
      }
  );

/** Access with a Google account. */
export interface CodeAssistAccess extends Sending {
  readonly via: 'codeAssist';
  readonly tokens: AccessTokens;
  /** Identifies the account if its tokens aren't always provided by the same object. */
  readonly account?: string;
  /** The Google Cloud project that an organization's account needs. */
  readonly project?: string;
  /** Another address of the service, without the API version. */
  readonly endpoint?: string;
}
