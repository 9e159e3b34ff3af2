// One MCP server as settings describe it: a row of `mcpServers`, checked. Nothing here is expanded by the environment yet.
import type { Scope } from '../config/settingsText';

/** How a server is reached. `auto`: streamable HTTP, and SSE where that is answered with 404 or 405. */
export type ServerTransport =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | {
      readonly kind: 'auto' | 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The editor's own tools, which no protocol is needed for. */
  | { readonly kind: 'editor' };

export const AUTH_PROVIDER_TYPES = [
  'dynamic_discovery',
  'google_credentials',
  'service_account_impersonation',
] as const;
export type AuthProviderType = (typeof AUTH_PROVIDER_TYPES)[number];

/** How to sign in to a server, as far as settings say. */
export interface ServerOAuth {
  readonly enabled?: boolean;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly issuer?: string;
  readonly registrationUrl?: string;
  readonly redirectUri?: string;
  readonly tokenParamName?: string;
  /** Where a document describes this client, by whose address some servers know it. */
  readonly clientMetadataUrl?: string;
  readonly grantType?: string;
  /** PKCS #8, as PEM, and the algorithm that it signs with. */
  readonly privateKey?: string;
  readonly signingAlgorithm?: string;
  readonly scopes?: readonly string[];
  readonly audiences?: readonly string[];
}

/** Who says that there is such a server. `folder`: of a workspace, the folder that brings it. */
export interface ServerOrigin {
  readonly scope: Scope | 'extension';
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly folder?: string;
  readonly extension?: string;
}

export interface ServerConfig {
  readonly name: string;
  readonly transport: ServerTransport;
  /** How long a call may take without any progress. */
  readonly timeoutMs: number;
  /** Its tools run without asking; never so for a server of a workspace or an extension. */
  readonly isTrusted: boolean;
  readonly description?: string;
  /** Absent: all of its tools. What is excluded is so whatever is included. */
  readonly includeTools?: readonly string[];
  readonly excludeTools: readonly string[];
  readonly oauth?: ServerOAuth;
  readonly authProviderType?: AuthProviderType;
  readonly targetAudience?: string;
  readonly targetServiceAccount?: string;
  /** An administrator prescribes it, so nobody else can leave it out, switch it off or put another one in its place. */
  readonly isRequired?: true;
  readonly origin: ServerOrigin;
}

export const DEFAULT_TIMEOUT_MS = 600_000;

/** True for servers that somebody else than the user brings, and that therefore need the user's approval. */
export function isForeign({ origin }: Pick<ServerConfig, 'origin'>): boolean {
  return origin.scope === 'workspace';
}
