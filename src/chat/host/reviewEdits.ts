import type * as vscode from 'vscode';
import type { Session } from '../../agent/session';
import { callKey } from '../../shared/callAddress';
import type { EditWalk } from '../../vscode/review/editWalk';
import type { PanelFocus } from '../surfaces/panelFocus';

export interface ReviewedEdits {
  filesOf(key: string): readonly { readonly after: vscode.Uri }[];
  readonly walk: Pick<EditWalk, 'begin'>;
}

/**
 * Leads the user through the proposed edits of a chat, from the first. The focus returns to `focus` after the last;
 * undefined: to the editors. False: there are none.
 */
export async function reviewEdits(
  review: ReviewedEdits,
  { id, session }: { readonly id: string; readonly session: Pick<Session, 'state'> },
  focus: Pick<PanelFocus, 'leaveFor' | 'moveOn'> | undefined,
): Promise<boolean> {
  const changedSides = (key: string) => review.filesOf(key).map(({ after }) => after);
  const keys = () => proposedEdits(session).map(callId => callKey({ sessionId: id, callId }));
  if (keys().length === 0) return false;
  await review.walk.begin({
    keys,
    onShow: key => focus?.leaveFor(changedSides(key)),
    onLeave: key => focus?.moveOn(changedSides(key)),
  });
  return true;
}

/** The calls whose edits are decided on together; an edit with a conflict must be reviewed individually. */
export function proposedEdits({ state }: Pick<Session, 'state'>): string[] {
  return state.approvals
    .filter(({ proposal, conflict }) => (proposal.kind === 'edit' || proposal.kind === 'edits') && !conflict)
    .map(({ callId }) => callId);
}
