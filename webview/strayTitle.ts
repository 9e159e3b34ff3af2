import * as l10n from '@vscode/l10n';
import type { Approval } from '../src/shared/proposals';

/** The title of an approval request that belongs to no call. */
export function strayTitle({ proposal }: Approval): string {
  switch (proposal.kind) {
    case 'form':
    case 'page':
    case 'sampling':
      return l10n.t('Question of the MCP server {0}', proposal.server);
    case 'leak':
      return l10n.t('Secret in the request');
    default:
      return l10n.t('Question');
  }
}
