import * as l10n from '@vscode/l10n';
import { notice, type CommandAction, type SlashCommand } from '../command';

/** Lists every command that can be typed here. */
export function helpAction(commands: () => Promise<readonly SlashCommand[]>): CommandAction {
  return async () => {
    const lines = (await commands()).map(({ name, argumentHint, description }) => {
      const typed = argumentHint === undefined ? `/${name}` : `/${name} ${argumentHint}`;
      return `- \`${typed}\`: ${description}`;
    });
    return notice([l10n.t('Commands:'), '', ...lines].join('\n'));
  };
}
