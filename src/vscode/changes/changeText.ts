import type { Hunk } from '../../agent/ports/changes';

/**
 * Why a change was made: the model's words, or the command. Empty for an edit without a reason: the title of its call
 * only names the file, which is known where this is shown.
 */
export function reasonOf({ sources }: Pick<Hunk, 'sources'>): string {
  const last = sources.at(-1);
  return last?.reason ?? (last?.author === 'tool' ? '' : (last?.title ?? ''));
}

/** The reason and the titles of the calls. */
export function sourcesOf({ sources }: Pick<Hunk, 'sources'>): string {
  const calls = sources.map(({ title }) => title).join(', ');
  return [...new Set([reasonOf({ sources }), calls])].filter(Boolean).join('\n');
}

export function idsOf(places: readonly { readonly hunk: Pick<Hunk, 'id'> }[]): string[] {
  return places.map(({ hunk }) => hunk.id);
}

export function sizeOf({ start, end, base }: Pick<Hunk, 'start' | 'end' | 'base'>): string {
  return [end > start ? `+${end - start}` : '', base.length > 0 ? `−${base.length}` : ''].filter(Boolean).join(' ');
}
