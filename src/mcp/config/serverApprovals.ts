import type { KeptValues } from '../../agent/ports/storedValues';
import { canonicalJson } from '../tools/canonicalJson';
import { recordOf } from '../tools/serverContent';
import { isForeign, type ServerConfig } from './serverConfig';

/** A server from a workspace that the user must approve before it starts. */
export interface PendingServer {
  readonly config: ServerConfig;
  /** The complete text that the user would approve. */
  readonly text: string;
  /** The text approved earlier under this name; absent if there is none. */
  readonly before?: string;
  /** Digest of `text`, so that the same text isn't asked about twice. */
  readonly key: string;
  approve(): void;
}

export interface ServerApprovalsOptions {
  /** Stores approvals across sessions. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
}

/** Which servers from folders the user has approved, with exactly their command or address. */
export class ServerApprovals {
  constructor(private readonly options: ServerApprovalsOptions) {}

  /** Returns null if the server may be started. */
  pending(config: ServerConfig): PendingServer | null {
    if (!isForeign(config)) return null;
    const { kept, digest } = this.options;
    const text = approvedText(config);
    const key = digest(text);
    const name = this.#keptName(config);
    const { key: known, text: before } = recordOf(kept.get(name));
    if (known === key) return null;
    return {
      config,
      text,
      key,
      ...(typeof before === 'string' && { before }),
      approve: () => kept.set(name, { key, text }),
    };
  }

  withdraw(config: ServerConfig): void {
    this.options.kept.set(this.#keptName(config), undefined);
  }

  /** Includes the folder, because the same command may run something else in another folder. */
  #keptName({ name, origin }: ServerConfig): string {
    return `server ${this.options.digest(JSON.stringify([origin.folder ?? origin.file, name]))}`;
  }
}

/**
 * Everything about a server that matters for approval: what is started or contacted, with what, and where. Variables
 * are not expanded, so it contains no secrets.
 */
function approvedText(config: ServerConfig): string {
  const { name, transport, oauth, authProviderType, targetAudience, targetServiceAccount, origin } = config;
  const signIn = {
    ...(oauth && { oauth }),
    ...(authProviderType && { authProviderType }),
    ...(targetAudience !== undefined && { targetAudience }),
    ...(targetServiceAccount !== undefined && { targetServiceAccount }),
  };
  return canonicalJson({ name, ...transport, ...signIn, folder: origin.folder ?? origin.file });
}
