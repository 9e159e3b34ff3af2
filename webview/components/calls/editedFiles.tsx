import type { VNode } from 'preact';
import type { EditedFile } from '../../../src/shared/messages';
import { useServices } from '../../services';

/** The number of added and removed lines in all files. */
export function LineCounts({ edits }: { readonly edits: readonly Pick<EditedFile, 'added' | 'removed'>[] }): VNode {
  const sum = (of: 'added' | 'removed') => edits.reduce((total, edit) => total + edit[of], 0);
  return (
    <span class="line-counts">
      <span class="added">+{sum('added')}</span> <span class="removed">−{sum('removed')}</span>
    </span>
  );
}

/** Files that were changed together, as links. */
export function EditedFiles({ edits }: { readonly edits: readonly EditedFile[] }): VNode {
  const { host, ask } = useServices();
  return (
    <ul class="edited-files">
      {edits.map(edit => (
        <li key={edit.path}>
          <button type="button" class="link-button" onClick={() => ask(host.openFile(edit.path, null))}>
            {edit.path}
          </button>{' '}
          <LineCounts edits={[edit]} />
        </li>
      ))}
    </ul>
  );
}
