import * as l10n from '@vscode/l10n';

/** A section of a summary; an empty heading means text outside any section. */
export interface SummarySection {
  readonly heading: string;
  readonly text: string;
}

const SECTION = /<([a-z][a-z_]*)>\s*([^]*?)\s*<\/\1>/g;

/**
 * Splits a summary, in which models write each section in a tag, into sections with readable headings. Text in no
 * tag, or in an unclosed one, stays as it is: only tag names of what the model gets are omitted.
 */
export function summarySections(summary: string): SummarySection[] {
  const text = summary.replace(/^\s*<state_snapshot>|<\/state_snapshot>\s*$/g, '');
  const sections: SummarySection[] = [];
  const add = (heading: string, part: string) => {
    if (part.trim() !== '') sections.push({ heading, text: part.trim() });
  };
  let end = 0;
  for (const { 0: whole, 1: tag = '', 2: part = '', index } of text.matchAll(SECTION)) {
    add('', text.slice(end, index));
    add(headingOf(tag), part);
    end = index + whole.length;
  }
  add('', text.slice(end));
  return sections;
}

function headingOf(tag: string): string {
  switch (tag) {
    case 'goal':
    case 'overall_goal':
      return l10n.t('Goal');
    case 'constraints':
      return l10n.t('Requested but denied');
    case 'knowledge':
    case 'key_knowledge':
      return l10n.t('Known facts');
    case 'files':
      return l10n.t('Files');
    case 'progress':
      return l10n.t('Progress');
    case 'now':
      return l10n.t('Next steps');
    case 'session_notes':
      return l10n.t('Notes');
    default:
      return tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('_', ' ');
  }
}
