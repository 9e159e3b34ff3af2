import * as l10n from '@vscode/l10n';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { createStatusItem } from '../plainWindow';

/** Shows in the status bar how many changes have been reviewed; hidden if nothing needs a decision. */
export function createChangeStatus(changes: ReviewedChanges) {
  const name = l10n.t('Pollux’s changes');
  const item = createStatusItem('pollux.changes', { name, icon: 'diff', command: 'pollux.showChanges' });
  return {
    update(): void {
      const all = changes.all();
      const pending = all.length;
      // Changes that were only marked as reviewed count as well.
      const seen = all.filter(({ hunk }) => hunk.isSeen).length;
      const { reviewed } = changes;
      const lost = changes.lost().length;
      const parts = [
        ...(pending > 0 ? [l10n.t('{0} of {1} reviewed', reviewed + seen, reviewed + pending)] : []),
        ...(lost > 0 ? [lost === 1 ? l10n.t('1 change needs you') : l10n.t('{0} changes need you', lost)] : []),
      ];
      item.show(parts.length > 0 ? parts.join(' · ') : null, l10n.t('Pollux’s changes: keep or undo each'));
    },
    dispose: () => item.dispose(),
  };
}
