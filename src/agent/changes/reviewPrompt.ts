import * as l10n from '@vscode/l10n';
import type { ReviewThread } from '../ports/reviewThreads';

/** As much of what was commented on is quoted. */
const MAX_QUOTED = 8;

/** The comments of a review that are not sent yet, as one prompt; the ids in brackets are what the model answers to. */
export function reviewPrompt(threads: readonly ReviewThread[], pathOf: (file: string) => string): string {
  const drafts = threads.map(thread => ({ thread, texts: draftsOf(thread) })).filter(({ texts }) => texts.length > 0);
  const count = drafts.reduce((sum, { texts }) => sum + texts.length, 0);
  const heading =
    count === 1 ? l10n.t('Review of your changes: 1 comment') : l10n.t('Review of your changes: {0} comments', count);
  return [heading, ...drafts.map(({ thread, texts }) => described(thread, texts, pathOf))].join('\n\n');
}

export function draftsOf({ entries }: ReviewThread): string[] {
  return entries.flatMap(({ isDraft, text }) => (isDraft ? [text] : []));
}

function described(thread: ReviewThread, texts: readonly string[], pathOf: (file: string) => string): string {
  const { id, file, side, start, end, quote, entries } = thread;
  const lines = end - start > 1 ? `${start + 1}-${end}` : String(start + 1);
  const place = side === 'base' ? l10n.t('{0}:{1}, as it was before', pathOf(file), lines) : `${pathOf(file)}:${lines}`;
  const isReply = entries.some(({ by }) => by === 'model');
  const quoted = quote.slice(0, MAX_QUOTED).map(line => `> ${line}`);
  const more = quote.length > MAX_QUOTED ? ['> …'] : [];
  return [`[${id}] ${place}`, ...(isReply ? [] : [...quoted, ...more]), '', ...texts].join('\n');
}
