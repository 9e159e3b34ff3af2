import type { AccessTokens } from '../agent/ports/accessTokens';
import type { CustomHeaders } from './customHeaders';

/** How the models are reached, and as whom. */
export type ModelAccess = GenaiAccess | CodeAssistAccess;

/** How requests are sent, whatever the way. */
interface Sending {
  /** What they carry besides their own headers. */
  readonly headers?: CustomHeaders;
  /** Another version of the API than the usual one. */
  readonly apiVersion?: string;
}

/** What Google's SDK speaks: the Gemini API, a gateway to it, and Vertex AI by an express key or by a project. */
export type GenaiAccess = Sending &
  /** `baseUrl`: a gateway; `isBearer`: it wants the key as a bearer token. */
  (
    | { readonly via: 'apiKey'; readonly apiKey: string; readonly baseUrl?: string; readonly isBearer?: boolean }
    /** It lets in whoever reaches it, or goes by headers of its own. */
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

/** A Google account. */
export interface CodeAssistAccess extends Sending {
  readonly via: 'codeAssist';
  readonly tokens: AccessTokens;
  /** Whose tokens they are, where not always the same object gives them. */
  readonly account?: string;
  /** The Google Cloud project that an account of an organisation needs. */
  readonly project?: string;
  /** Another address of the service, without its version. */
  readonly endpoint?: string;
}
