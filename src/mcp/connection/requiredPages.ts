import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitationCompleteNotificationSchema, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as l10n from '@vscode/l10n';
import { pageAddress } from '../requests/elicitation';
import { McpFailure, type Elicitation, type ServerRequests } from './mcpConnection';
import { recordOf } from '../tools/serverContent';

type Page = Extract<Elicitation, { kind: 'url' }>;

/** The most pages per call. */
const MAX_PAGES = 3;

/** Pages that a server wants the user to visit before it executes a call. */
export class RequiredPages {
  readonly #visiting = new Map<string, AbortController>();

  constructor(
    private readonly server: string,
    private readonly elicit: ServerRequests['elicit'],
  ) {}

  /** Listens for the server's notification that the user has finished on a page. */
  listen(client: Client): void {
    client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
      this.#visiting.get(params.elicitationId)?.abort(),
    );
  }

  /**
   * Shows the user the pages that a failed call requires. Resolves when the call can be repeated; throws `McpFailure`
   * if the user didn't visit them, or the original failure if it had another reason.
   */
  async visit(failure: unknown, signal: AbortSignal): Promise<void> {
    const pages = pagesOf(failure);
    const [first] = pages;
    if (!first) throw failure;
    for (const page of pages) {
      if (await this.#visitOne(page, signal)) continue;
      if (signal.aborted) throw new McpFailure('cancelled', l10n.t('Cancelled'), { cause: failure });
      throw new McpFailure(
        'protocol',
        l10n.t(
          'The MCP server “{0}” requires you to visit {1} first, and you haven’t.',
          this.server,
          pageAddress(page.url)?.href ?? l10n.t('a page that can’t be opened'),
        ),
        { cause: failure },
      );
    }
  }

  /** The server may report completion before the user does. */
  async #visitOne(page: Page, signal: AbortSignal): Promise<boolean> {
    const { server, elicit } = this;
    const done = new AbortController();
    this.#visiting.set(page.id, done);
    try {
      const opened = await elicit?.(server, page, signal);
      if (opened?.action !== 'accept' || !elicit) return false;
      if (isAborted(done.signal)) return true;
      const host = pageAddress(page.url)?.host ?? '';
      const message = l10n.t('When you’re done at {0}, accept. Pollux then repeats the call.', host);
      const form: Elicitation = { kind: 'form', message, schema: { type: 'object', properties: {} } };
      const { action } = await elicit(server, form, AbortSignal.any([signal, done.signal]));
      return action === 'accept' || (isAborted(done.signal) && !signal.aborted);
    } finally {
      this.#visiting.delete(page.id);
    }
  }
}

/** A function, because TypeScript would narrow `aborted`. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function pagesOf(failure: unknown): readonly Page[] {
  const { cause } = failure instanceof McpFailure ? failure : {};
  if (!(cause instanceof McpError) || cause.code !== (ErrorCode.UrlElicitationRequired as number)) return [];
  const { elicitations } = recordOf(cause.data);
  return (Array.isArray(elicitations) ? elicitations : []).slice(0, MAX_PAGES).flatMap(each => {
    const { mode, message, url, elicitationId: id } = recordOf(each);
    const isPage = mode === 'url' && typeof url === 'string' && typeof id === 'string';
    return isPage ? [{ kind: 'url', url, id, message: typeof message === 'string' ? message : '' }] : [];
  });
}
