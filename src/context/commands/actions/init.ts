import * as l10n from '@vscode/l10n';
import { notice, type CommandAction } from '../command';

export interface InitPorts {
  /** The name of a memory file in the first folder; null if no folder is open. */
  readonly name: () => string | null;
  readonly exists: (name: string) => Promise<boolean>;
}

/**
 * Makes the model propose a memory file for the project; the user reviews it as a diff like any other edit. The
 * conversation shows what was typed.
 */
export function initAction({ name, exists }: InitPorts): CommandAction {
  return async () => {
    const file = name();
    if (file === null) throw new Error(l10n.t('No folder is open.'));
    if (await exists(file)) return notice(l10n.t('{0} already exists.', file));
    const others: string[] = [];
    for (const other of ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md']) {
      if (await exists(other)) others.push(other);
    }
    const instructions = { path: l10n.t('Instructions'), text: promptFor(file, others), source: 'skill' } as const;
    return {
      kind: 'prompt',
      prompt: [
        { type: 'text', text: '/init' },
        { type: 'file', ...instructions, isMentioned: true },
      ],
    };
  };
}

/** A long memory file costs more than it helps. */
function promptFor(file: string, others: readonly string[]): string {
  const known =
    others.length === 0
      ? ''
      : ` ${others.join(' and ')} is read anyway: repeat nothing of it, and say so if nothing is left.`;
  return `The user typed /init, which asks for this: Write ${file} for this project with write_file. Every conversation about the project begins with it, so it holds \
only what a newcomer could not see at a glance and would get wrong: how it is built, tested and checked (the exact commands), \
rules of style and structure that the code follows and no tool enforces, and traps. Look at the manifest, the build files, \
continuous integration, the README and a few source files first. At most 40 lines of Markdown; no overview of folders, no \
general advice, nothing that you have not seen in the project.${known}`;
}
