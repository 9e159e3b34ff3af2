import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ViewSettings } from '../../../src/shared/protocol';
import { memo } from '../../memo';
import { Button } from '../ui/controls';

interface EditBarProps {
  readonly editing: NonNullable<ViewSettings['editing']>;
  readonly restoresFiles: boolean;
  readonly onRestoreFiles: (wanted: boolean) => void;
  readonly onCancel: () => void;
}

/** Says that an earlier prompt is being edited and what sending it does, and offers to restore the files too. */
export const EditBar = memo(function EditBar(props: EditBarProps): VNode {
  const { editing, restoresFiles, onRestoreFiles, onCancel } = props;
  const restorable = editing.files.filter(({ isKept }) => !isKept).length;
  return (
    <div class="edit-bar" role="group" aria-label={l10n.t('Editing an earlier prompt')}>
      <div class="edit-bar-head">
        <p class="edit-bar-text">
          <strong>{l10n.t('Editing an earlier prompt.')}</strong>{' '}
          <span class="muted">{l10n.t('Sending it replaces the messages that follow. They stay in History.')}</span>
        </p>
        <Button onClick={onCancel} title={l10n.t('Cancel (Escape)')} keys="Escape">
          {l10n.t('Cancel')}
        </Button>
      </div>
      {restorable > 0 && (
        <label class="edit-bar-files">
          <input
            type="checkbox"
            checked={restoresFiles}
            onChange={event => onRestoreFiles(event.currentTarget.checked)}
          />{' '}
          {restorable === 1
            ? l10n.t('Also restore 1 file to its state before this prompt')
            : l10n.t('Also restore {0} files to their state before this prompt', restorable)}
        </label>
      )}
      {editing.files.length > 0 && (
        <details class="edit-bar-list">
          <summary>{l10n.t('What would change')}</summary>
          <ul>
            {editing.files.map(({ path, change }) => (
              <li key={path}>
                {path} <span class="muted">{change}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
});
