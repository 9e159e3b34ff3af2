import type { FileText } from '../agent/ports/workspace';
import type { ChangeContext, ToolOutput } from '../agent/tool';
import type { Approved, EditCorrection, EditProposal } from '../shared/proposals';
import type { Target } from './paths';
import { changedLines, countChanges, leftOut, unifiedDiff } from './text/diffText';
import { linesBetween, withLf } from './text/lines';
import { cutLine } from './text/truncate';

/**
 * An edit that remembers how the tool proposed it. The user, or a merge with the file's current content, may change
 * the proposal before it is approved, and the model must be told of the difference.
 */
export interface FileEdit extends EditProposal {
  readonly proposed: Pick<EditProposal, 'before' | 'after'>;
  /** The number of replaced places; 0 if the tool wrote the whole file. */
  readonly replacements: number;
  /** An additional note for the model; dropped if the proposal was changed. */
  readonly note?: string;
}

const SNIPPET_MARGIN = 5;
const SNIPPET_LINES = 60;
const SNIPPET_WIDTH = 500;
const MOST_PLACES = 20;

export function proposeEdit({ path }: Target, before: FileText | null, after: string, replacements: number): FileEdit {
  const texts = { before: before?.text ?? null, after };
  return { kind: 'edit', path: path.display, file: path.absolute, ...texts, proposed: texts, replacements };
}

const CORRECTIONS: Readonly<Record<EditCorrection, string>> = {
  flexible: 'old_string was matched but for the indentation, which was taken over from the file',
  regex: 'old_string was matched but for the blanks between its tokens',
  unescaped:
    'old_string was matched after it had been unescaped; new_string was unescaped in the same way. Give both unescaped',
  fuzzy: 'old_string was matched only nearly: it was applied to the one place that is almost the same',
  model: 'old_string was matched after a model had corrected it',
  escapes:
    'Corrected edit: content was escaped once too often, and a model has undone those escapes. Give it unescaped',
};

/** Writes the approved edit. `success` comes first in the text for the model. */
export async function applyEdit(
  approved: Approved<FileEdit>,
  { files }: ChangeContext,
  success: string,
  showsResult: boolean,
): Promise<ToolOutput> {
  if (isEmptied(approved)) {
    const content = `The user left all of the edit out: ${approved.file} was not changed. Do not make it again unless they ask.`;
    return { content, display: { type: 'edit', path: approved.path, added: 0, removed: 0 } };
  }
  const { text, isSaved } = await files.write(approved);
  const { correction, note, after, proposed } = approved;
  const notes = [
    ...(correction ? [`${CORRECTIONS[correction]}. Check the result.`] : []),
    ...(note !== undefined && after === proposed.after ? [note] : []),
    ...differences(approved, text),
    ...(isSaved ? [] : ['The file has unsaved changes in the editor; the edit is there too and not yet on disk.']),
    ...(showsResult ? snippet(approved.before ?? '', text) : []),
  ];
  return {
    content: [success, ...notes].join('\n'),
    display: { type: 'edit', path: approved.path, ...countChanges(approved.before ?? '', text) },
  };
}

/** True if the user has undone everything that the edit would have changed. */
function isEmptied({ before, after, proposed }: FileEdit): boolean {
  return before === proposed.before && after === before && proposed.after !== before;
}

function differences({ before, after, proposed }: FileEdit, written: string): string[] {
  const notes: string[] = [];
  if (before !== proposed.before) {
    notes.push('The file had changed since the edit was proposed; the edit was made on top of that. Read it again.');
  } else if (after !== proposed.after) {
    notes.push(...leavings(before, proposed.after, after));
    notes.push(`The user modified the edit before accepting it:\n${diff(proposed.after, after)}`);
  }
  if (withLf(written) !== withLf(after))
    notes.push(`The editor changed the text when saving it:\n${diff(after, written)}`);
  return notes;
}

/** The text for the model about changes that the user left out. `name`: what they were left out of. */
export function leavings(before: string | null, proposed: string, accepted: string, name = 'the edit'): string[] {
  const left = leftOut(before ?? '', proposed, accepted);
  if (!left) return [];
  const { count, of, lines } = left;
  const places = lines.length > MOST_PLACES ? [...lines.slice(0, MOST_PLACES), '...'] : lines;
  const where = `at line ${places.join(', ')} of the file as it was`;
  return [`The user left out ${count} of ${of} changes of ${name}, ${where}. Do not make them again unless they ask.`];
}

function diff(before: string, after: string): string {
  return unifiedDiff(before, after) ?? '(too different to show; read the file again)';
}

/** The changed lines in their new state, with some context. */
function snippet(before: string, after: string): string[] {
  const changed = changedLines(before, after);
  if (!changed) return [];
  const first = Math.max(1, changed.first - SNIPPET_MARGIN);
  const last = changed.last + SNIPPET_MARGIN;
  const lines = linesBetween(after, first, Math.min(last, first + SNIPPET_LINES - 1));
  const rest = last - first + 1 > SNIPPET_LINES ? ['...'] : [];
  const shown = [...lines.map(line => cutLine(line, SNIPPET_WIDTH)), ...rest];
  return [`The changed part now reads (from line ${first}):\n${shown.join('\n')}`];
}
