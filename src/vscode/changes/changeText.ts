import type { Hunk } from '../../agent/ports/changes';

/** Why a change was made: the model's words, or the call's title. */
export function reasonOf({ sources }: Hunk): string {
  const last = sources.at(-1);
  return last?.reason ?? last?.title ?? '';
}

export function sizeOf({ start, end, base }: Pick<Hunk, 'start' | 'end' | 'base'>): string {
  return [end > start ? `+${end - start}` : '', base.length > 0 ? `−${base.length}` : ''].filter(Boolean).join(' ');
}
