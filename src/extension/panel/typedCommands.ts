import * as l10n from '@vscode/l10n';
import { showInputBox } from '../../vscode/plainWindow';

/** The slash commands that palette commands send to the open chat, by command id without the prefix. */
const TYPED = {
  copyAnswer: '/copy',
  showHelp: '/help',
  listTools: '/tools',
  listAgents: '/agents',
  listMcpServers: '/mcp',
  showFolders: '/directory',
  showMemory: '/memory show',
  refreshMemory: '/memory refresh',
  proposeMemory: '/init',
} as const;

/**
 * Palette commands for the slash commands without an editor command of their own. `send` submits a text in the open
 * chat.
 */
export function createTypedCommands(send: (text: string) => Promise<void>) {
  const typed = Object.fromEntries(Object.entries(TYPED).map(([id, text]) => [id, () => send(text)]));
  return {
    ...(typed as Readonly<Record<keyof typeof TYPED, () => Promise<void>>>),
    remember: async () => {
      const prompt = l10n.t('What should every chat know?');
      const fact = await showInputBox({ title: l10n.t('Remember'), prompt });
      if (fact) await send(`/memory add ${fact}`);
    },
  };
}
