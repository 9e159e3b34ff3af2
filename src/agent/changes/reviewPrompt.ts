import * as l10n from '@vscode/l10n';
import type { ReviewThread } from '../ports/reviewThreads';

/** How many commented lines are quoted. */
const MAX_QUOTED = 8;

/** The unsent comments of a review, as one prompt. `places`: how the prompt names each thread's place, by thread id. */
export interface ReviewPrompt {
  readonly text: string;
  readonly places: ReadonlyMap<string, string>;
}

/** The model answers by place name, which is also what the user reads; no two comments have the same one. */
export function reviewPrompt(threads: readonly ReviewThread[], pathOf: (file: string) => string): ReviewPrompt {
  const drafts = threads.map(thread => ({ thread, texts: draftsOf(thread) })).filter(({ texts }) => texts.length > 0);
  const count = drafts.reduce((sum, { texts }) => sum + texts.length, 0);
  const heading =
    count === 1 ? l10n.t('Review of your changes: 1 comment') : l10n.t('Review of your changes: {0} comments', count);
  const places = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { thread } of drafts) {
    const place = placeOf(thread, pathOf);
    const before = counts.get(place) ?? 0;
    counts.set(place, before + 1);
    places.set(thread.id, before === 0 ? place : `${place} (${before + 1})`);
  }
  const text = [heading, ...drafts.map(({ thread, texts }) => described(thread, texts, places))].join('\n\n');
  return { text, places };
}

export function draftsOf({ entries }: ReviewThread): string[] {
  return entries.flatMap(({ isDraft, text }) => (isDraft ? [text] : []));
}

function placeOf({ file, side, start, end }: ReviewThread, pathOf: (file: string) => string): string {
  const lines = end - start > 1 ? `${start + 1}-${end}` : String(start + 1);
  return side === 'base' ? l10n.t('{0}:{1}, as it was before', pathOf(file), lines) : `${pathOf(file)}:${lines}`;
}

function described(
  { id, quote, entries }: ReviewThread,
  texts: readonly string[],
  places: ReadonlyMap<string, string>,
): string {
  const isReply = entries.some(({ by }) => by === 'model');
  const quoted = quote.slice(0, MAX_QUOTED).map(line => `> ${line}`);
  const more = quote.length > MAX_QUOTED ? ['> …'] : [];
  return [places.get(id), ...(isReply ? [] : [...quoted, ...more]), '', ...texts].join('\n');
}
