// An MCP server as configured: a validated row of `mcpServers`. Environment variables are not expanded yet.
import type { Scope } from '../../config/settingsText';

/** How a server is reached. `auto`: streamable HTTP, or SSE if that is answered with 404 or 405. */
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
  /** The editor's own tools, which need no protocol. */
  | { readonly kind: 'editor' };

export const AUTH_PROVIDER_TYPES = [
  'dynamic_discovery',
  'google_credentials',
  'service_account_impersonation',
] as const;
export type AuthProviderType = (typeof AUTH_PROVIDER_TYPES)[number];

/** The configured sign-in settings of a server. */
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
  /** The address of a document that describes this client; some servers use it as the client id. */
  readonly clientMetadataUrl?: string;
  readonly grantType?: string;
  /** PKCS #8 in PEM format, and the algorithm to sign with. */
  readonly privateKey?: string;
  readonly signingAlgorithm?: string;
  readonly scopes?: readonly string[];
  readonly audiences?: readonly string[];
}

/** Where a server is configured. `folder`: the folder of the workspace or extension that defines it. */
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
  /** How many milliseconds a call may take without any progress. */
  readonly timeoutMs: number;
  /** Its tools run without approval; never true for a server of a workspace or an extension. */
  readonly isTrusted: boolean;
  readonly description?: string;
  /** If absent, all its tools. Excluded tools are excluded even if they are included too. */
  readonly includeTools?: readonly string[];
  readonly excludeTools: readonly string[];
  readonly oauth?: ServerOAuth;
  readonly authProviderType?: AuthProviderType;
  readonly targetAudience?: string;
  readonly targetServiceAccount?: string;
  /** Required by an administrator, so the user and other settings can't omit, disable or replace it. */
  readonly isRequired?: true;
  readonly origin: ServerOrigin;
}

export const DEFAULT_TIMEOUT_MS = 600_000;

/** Whether a server comes from a workspace, and therefore needs the user's approval. */
export function isForeign({ origin }: Pick<ServerConfig, 'origin'>): boolean {
  return origin.scope === 'workspace';
}
