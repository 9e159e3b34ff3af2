import * as l10n from '@vscode/l10n';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { createStatusItem } from '../plainWindow';

/** How much of what is under review has been decided, in the status bar; nothing where there is nothing to decide. */
export function createChangeStatus(changes: ReviewedChanges) {
  const name = l10n.t('Pollux’s changes');
  const item = createStatusItem('pollux.changes', { name, icon: 'diff', command: 'pollux.showChanges' });
  return {
    update(): void {
      const all = changes.all();
      const pending = all.length;
      // What was only looked at is reviewed, too.
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
