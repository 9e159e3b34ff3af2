import * as l10n from '@vscode/l10n';
import type { Tool } from '../../../agent/tool';
import { notice, plainMarkdown, type CommandAction } from '../command';

/** `/tools [desc]`: lists the tools that the model may call in this chat, by origin. */
export function toolsAction(tools: () => Promise<readonly Tool[]>): CommandAction {
  return async args => {
    const verb = args.trim().toLowerCase();
    if (!['', 'desc', 'descriptions', 'nodesc'].includes(verb))
      throw new Error(l10n.t('/tools takes desc or nothing.'));
    const isLong = verb.startsWith('desc');
    const byOrigin = new Map<string, Tool[]>();
    for (const tool of await tools()) byOrigin.set(originOf(tool), [...(byOrigin.get(originOf(tool)) ?? []), tool]);
    const blocks = [...byOrigin].map(([origin, own]) => {
      const rows = own.map(
        ({ name, description }) => `- \`${name}\`${isLong ? `: ${plainMarkdown(description)}` : ''}`,
      );
      return [`**${plainMarkdown(origin)}**`, '', ...rows].join('\n');
    });
    return notice(blocks.join('\n\n') || l10n.t('There are no tools.'));
  };
}

function originOf({ origin }: Tool): string {
  if (origin?.server !== undefined) return l10n.t('MCP server {0}', origin.server);
  return origin?.kind === 'discovered' ? l10n.t('Found by your command') : 'Pollux';
}
