import { structuredPatch } from 'diff';
import { countHidden } from '../../shared/hiddenCharacters';
import type {
  EditProposal,
  EditView,
  McpProposal,
  McpView,
  Proposal,
  ProposalView,
  SkillProposal,
  SkillView,
} from '../../shared/proposals';

/** The panel shows only the beginning of a change; the diff editor shows all of it. */
const SHOWN_LINES = 400;
const SHOWN_LINE_LENGTH = 400;
const PATIENCE_MS = 300;

/** A proposal as the panel shows it: without the full texts of edited files, but with all else that is approved. */
export function viewOf(proposal: Proposal): ProposalView {
  if (proposal.kind === 'edit') return { kind: 'edit', ...editView(proposal) };
  if (proposal.kind === 'edits') return { kind: 'edits', edits: proposal.edits.map(editView) };
  if (proposal.kind === 'skill') return skillView(proposal);
  if (proposal.kind === 'mcp') return mcpView(proposal);
  return proposal;
}

/** The view of a proposal with the texts as edited by the user. */
export function viewOfEdited(proposal: Proposal, texts: readonly string[]): ProposalView {
  const view = (edit: EditProposal, text = edit.after): EditView =>
    text === edit.after ? editView(edit) : { ...editView({ ...edit, after: text }), isEdited: true };
  if (proposal.kind === 'edit') return { kind: 'edit', ...view(proposal, texts[0]) };
  if (proposal.kind === 'edits') return { kind: 'edits', edits: proposal.edits.map((edit, i) => view(edit, texts[i])) };
  return viewOf(proposal);
}

function mcpView({ args, ...rest }: McpProposal): McpView {
  const shown = Object.entries(args).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }));
  return { ...rest, args: shown, ...hiddenIn(shown.flatMap(({ name, value }) => [name, value])) };
}

function skillView({ kind, name, description, path, instructions }: SkillProposal): SkillView {
  return { kind, name, description, path, instructions, ...hiddenIn([instructions]) };
}

function editView({ path, before, after, correction }: EditProposal): EditView {
  const isNew = before === null;
  return { path, isNew, ...summarise(before ?? '', after), ...(correction && { correction }) };
}

/**
 * Line counts and the first lines of the diff between two texts, ignoring line endings. `hidden` counts the invisible
 * characters in all added lines, shown or not.
 */
function summarise(before: string, after: string) {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: 3,
    timeout: PATIENCE_MS,
    stripTrailingCr: true,
  });
  // Too different to compare in time: everything counts as new.
  if (!patch)
    return { added: countLines(after), removed: countLines(before), diff: '', isCut: true, ...hiddenIn([after]) };
  const lines = patch.hunks.flatMap(hunk => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const shown = lines.slice(0, SHOWN_LINES);
  return {
    added: lines.filter(line => line.startsWith('+')).length,
    removed: lines.filter(line => line.startsWith('-')).length,
    diff: shown.map(line => line.replace(/\r$/, '').slice(0, SHOWN_LINE_LENGTH)).join('\n'),
    ...hiddenIn(lines.filter(line => line.startsWith('+')).map(line => line.slice(1).replace(/\r$/, ''))),
    isCut: lines.length > shown.length || shown.some(line => line.length > SHOWN_LINE_LENGTH),
  };
}

function hiddenIn(added: readonly string[]): { readonly hidden?: number } {
  const hidden = added.reduce((sum, line) => sum + countHidden(line), 0);
  return hidden === 0 ? {} : { hidden };
}

function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length;
}
