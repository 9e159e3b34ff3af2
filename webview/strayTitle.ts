import * as l10n from '@vscode/l10n';
import type { Approval } from '../src/shared/proposals';

/** The title of an approval request that belongs to no call, such as for what a prompt mentions. */
export function strayTitle({ proposal }: Approval): string {
  switch (proposal.kind) {
    case 'form':
    case 'page':
    case 'sampling':
      return l10n.t('Question of the MCP server {0}', proposal.server);
    case 'leak':
      return l10n.t('Secret in the request');
    case 'command':
      return l10n.t('Run a command for your prompt');
    case 'fetch':
      return l10n.t('Fetch a web page for your prompt');
    case 'read':
      return l10n.t('Read a file for your prompt');
    default:
      return l10n.t('Question');
  }
}
