import * as l10n from '@vscode/l10n';

/** A model's remaining requests, from 0 to 1; `resets` is undefined if not known. */
export interface ModelQuota {
  readonly model: string;
  readonly left: number;
  readonly resets?: Date;
}

/** Text such as “72 % left, resets 09:00”, with the date if that is not today. `locale`: a BCP 47 tag. */
export function quotaText({ left, resets }: ModelQuota, now: Date, locale: string): string {
  const percent = `${Math.floor(Math.min(Math.max(left, 0), 1) * 100)} %`;
  if (!resets) return l10n.t('{0} left', percent);
  const isToday = resets.toDateString() === now.toDateString();
  const when = resets.toLocaleString(locale, {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });
  return l10n.t('{0} left, resets {1}', percent, when);
}
