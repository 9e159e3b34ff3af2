import type { AccessTokens } from '../agent/ports/accessTokens';

/** How the models are reached, and as whom. */
export type ModelAccess = GenaiAccess | CodeAssistAccess;

/** What Google's SDK speaks: the Gemini API, and Vertex AI by an express key or by a project. */
export type GenaiAccess =
  /** `baseUrl`: a gateway; `isBearer`: it wants the key as a bearer token. */
  | { readonly via: 'apiKey'; readonly apiKey: string; readonly baseUrl?: string; readonly isBearer?: boolean }
  | { readonly via: 'vertexKey'; readonly apiKey: string; readonly baseUrl?: string }
  | {
      readonly via: 'vertexProject';
      readonly project: string;
      readonly location: string;
      readonly tokens: AccessTokens;
      readonly baseUrl?: string;
    };

/** A Google account. */
export interface CodeAssistAccess {
  readonly via: 'codeAssist';
  readonly tokens: AccessTokens;
  /** The Google Cloud project that an account of an organisation needs. */
  readonly project?: string;
  /** Another address of the service, without its version. */
  readonly endpoint?: string;
}
