import * as l10n from '@vscode/l10n';
import type { MentionSource } from '../../../agent/ports/mentionSource';
import { notice, plainMarkdown, type CommandAction, type SlashCommand } from '../command';

/** A server may offer a large number. */
const MAX_OFFERS = 50;

/** Lists every command that can be typed here, and everything that can be mentioned. */
export function helpAction(
  commands: () => Promise<readonly SlashCommand[]>,
  sources: readonly Pick<MentionSource, 'offers'>[],
): CommandAction {
  return async () => {
    const lines = (await commands()).map(({ name, argumentHint, description }) => {
      const typed = argumentHint === undefined ? `/${name}` : `/${name} ${argumentHint}`;
      return `- \`${typed}\`: ${description}`;
    });
    const offers = (await Promise.all(sources.map(async source => source.offers()))).flat();
    const mentions = [
      `- \`@src/\`: ${l10n.t('A file, a folder or a pattern such as {0}', '`src/**/*.ts`')}`,
      ...offers
        .slice(0, MAX_OFFERS)
        .map(({ name, description }) => `- \`@${name.replaceAll('`', '')}\`: ${plainMarkdown(description)}`),
    ];
    const more = offers.length - MAX_OFFERS;
    return notice(
      [
        ...[l10n.t('Commands:'), '', ...lines, '', l10n.t('Mentions:'), '', ...mentions],
        ...(more > 0 ? [`- ${l10n.t('and {0} more', more)}`] : []),
      ].join('\n'),
    );
  };
}
