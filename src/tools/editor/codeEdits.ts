// Turns changes computed by a language extension into one proposal.
import type { CodeChange } from '../../agent/ports/languageFeatures';
import type { Workspace } from '../../agent/ports/workspace';
import type { ChangeContext, ToolOutput } from '../../agent/tool';
import { ToolError } from '../../shared/errors';
import type { Approved, EditProposal, EditsProposal } from '../../shared/proposals';
import { leavings } from '../fileEdit';
import { fileTarget } from '../paths';
import { countChanges, unifiedDiff } from '../text/diffText';
import { withLf } from '../text/lines';

/** Edits that remember the proposed texts, because the user may change them before accepting. */
export interface CodeEdits extends EditsProposal {
  readonly proposed: readonly string[];
}

/** Throws `ToolError` if there is nothing to change or the agent may not change one of the files. */
export async function proposeCodeEdits(changes: readonly CodeChange[], workspace: Workspace): Promise<CodeEdits> {
  if (changes.length === 0) throw new ToolError('edit_no_change', 'There is nothing to change.');
  const edits = await Promise.all(
    changes.map(async ({ file, before, after }): Promise<EditProposal> => {
      const { path } = await fileTarget(workspace, file, { git: false });
      return { kind: 'edit', path: path.display, file: path.absolute, before, after };
    }),
  );
  return { kind: 'edits', edits, proposed: edits.map(({ after }) => after) };
}

/** Writes the approved edits. `success` comes first in the text for the model. */
export async function applyCodeEdits(
  approved: Approved<CodeEdits>,
  { files }: ChangeContext,
  success: string,
): Promise<ToolOutput> {
  const written = await files.writeAll(approved);
  const edited = approved.edits.map(({ path, before }, i) => {
    return { path, ...countChanges(before ?? '', written[i]?.text ?? '') };
  });
  const notes = approved.edits.flatMap((edit, i) => notesOn(edit, approved.proposed[i] ?? edit.after, written[i]));
  const [only] = approved.edits;
  const diff = approved.edits.length === 1 && only ? unifiedDiff(only.before ?? '', written[0]?.text ?? '') : null;
  return {
    content: [
      success,
      ...edited.map(({ path, added, removed }) => `${path} (+${added} -${removed})`),
      ...(diff === null ? [] : [diff]),
      ...notes,
    ].join('\n'),
    display: { type: 'edits', edits: edited },
  };
}

function notesOn(
  { path, before, after }: EditProposal,
  proposed: string,
  written: { readonly text: string; readonly isSaved: boolean } | undefined,
): string[] {
  const notes: string[] = [];
  if (after !== proposed) notes.push(...leavings(before, proposed, after, path));
  if (after !== proposed) notes.push(`The user modified the change of ${path}:\n${compare(proposed, after)}`);
  if (written && withLf(written.text) !== withLf(after)) {
    notes.push(`The editor changed the text of ${path} when saving it:\n${compare(after, written.text)}`);
  }
  if (written?.isSaved === false) notes.push(`${path} has unsaved changes in the editor; it is not yet on disk.`);
  return notes;
}

function compare(before: string, after: string): string {
  return unifiedDiff(before, after) ?? '(too different to show; read the file again)';
}
