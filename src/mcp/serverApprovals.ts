import type { KeptValues } from '../agent/ports/storedValues';
import { canonicalJson } from './canonicalJson';
import { recordOf } from './serverContent';
import { isForeign, type ServerConfig } from './serverConfig';

/** A server that somebody else brings, for the user to agree to or not. */
export interface PendingServer {
  readonly config: ServerConfig;
  /** All that would be agreed to. */
  readonly text: string;
  /** What was agreed to before under this name; absent: nothing. */
  readonly before?: string;
  /** Of the text: no two that are the same are asked about. */
  readonly key: string;
  approve(): void;
}

export interface ServerApprovalsOptions {
  /** Where approvals outlive the host. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
}

/** Which servers of folders the user has agreed to, exactly as they are started or reached. */
export class ServerApprovals {
  constructor(private readonly options: ServerApprovalsOptions) {}

  /** Null: the server may be started. */
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

  /** The folder counts: the same command may run something else in another one. */
  #keptName({ name, origin }: ServerConfig): string {
    return `server ${this.options.digest(JSON.stringify([origin.folder ?? origin.file, name]))}`;
  }
}

/** All that a server is: what is started or reached, with what, and where. Nothing is expanded, so that no secret is in it. */
export function approvedText(config: ServerConfig): string {
  const { name, transport, oauth, authProviderType, targetAudience, targetServiceAccount, origin } = config;
  const signIn = {
    ...(oauth && { oauth }),
    ...(authProviderType && { authProviderType }),
    ...(targetAudience !== undefined && { targetAudience }),
    ...(targetServiceAccount !== undefined && { targetServiceAccount }),
  };
  return canonicalJson({ name, ...transport, ...signIn, folder: origin.folder ?? origin.file });
}
