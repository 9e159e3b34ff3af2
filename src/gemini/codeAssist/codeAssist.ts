import * as l10n from '@vscode/l10n';
import type { AccessTokens } from '../../agent/ports/accessTokens';
import type { Egress } from '../../agent/ports/egress';
import type { ModelRequest } from '../../agent/ports/model';
import type { CodeAssistAccess } from '../access';
import type { ApiChunk } from '../convert';
import { ModelError } from '../failures';
import type { Watch } from '../patience';
import type { ModelWire } from '../wire';
import { fromEnvelope, toCountRequest, toEnvelope } from './convert';
import { createService, type Service } from './service';
import { setUpAccount, type SetupOptions } from './setup';

export interface CodeAssistOptions {
  readonly egress: Egress;
  readonly userAgent: string;
  readonly newId: () => string;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Access to the models with a Google account. Remembers the project of each account. */
export class CodeAssist {
  readonly #options: CodeAssistOptions;
  readonly #sessionId: string;
  readonly #ready = new Map<AccessTokens | string, { readonly wanted: string | undefined; readonly project: string }>();

  constructor(options: CodeAssistOptions) {
    this.#options = options;
    this.#sessionId = options.newId();
  }

  /** Opens the service, after setting the account up if necessary. Throws like `setUpAccount`. */
  async open(access: CodeAssistAccess, watch: Pick<Watch, 'signal' | 'heard'>): Promise<ModelWire> {
    const service = createService(access, this.#options);
    const project = await this.#projectOf(access, service, watch);
    const { newId } = this.#options;
    const context = ({ promptId = newId() }: ModelRequest) => ({ project, sessionId: this.#sessionId, promptId });
    return {
      stream: (request, each) =>
        service.stream('streamGenerateContent', toEnvelope(request, context(request)), each, request.promptId),
      generate: async (request, each) =>
        fromEnvelope(
          await service.call<Envelope>(
            'generateContent',
            toEnvelope(request, context(request)),
            each,
            request.promptId,
          ),
        ),
      async countTokens(request, each) {
        const { totalTokens } = await service.call<Count>('countTokens', toCountRequest(request), each);
        return totalTokens ?? 0;
      },
      embed: () => Promise.reject(new ModelError({ kind: 'badRequest', message: noEmbeddings() })),
      unwrap: event => fromEnvelope(event),
    };
  }

  async #projectOf(
    access: CodeAssistAccess,
    service: Service,
    watch: Pick<Watch, 'signal' | 'heard'>,
  ): Promise<string> {
    const { tokens, account = tokens, project: wanted } = access;
    const known = this.#ready.get(account);
    if (known && known.wanted === wanted) return known.project;
    const wait: SetupOptions['wait'] = (ms, each) => {
      // The service has answered that it isn't finished yet.
      watch.heard();
      return this.#options.wait(ms, each);
    };
    const project = await setUpAccount({ service, project: wanted, wait }, watch.signal);
    this.#ready.set(account, { wanted, project });
    return project;
  }
}

interface Envelope {
  readonly response?: ApiChunk;
}

interface Count {
  readonly totalTokens?: number;
}

function noEmbeddings(): string {
  return l10n.t('A Google account can’t be used for embeddings.');
}
