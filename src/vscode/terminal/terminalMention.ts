import * as l10n from '@vscode/l10n';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { ToolError } from '../../shared/errors';
import type { FilePart } from '../../shared/messages';
import type { TerminalOutput } from './terminalOutput';

const NAME = 'terminal';

/** VS Code 1.139 reports nothing of what a command prints, such as bash's own `echo`, that ends within milliseconds. */
const NO_OUTPUT = '(no output was reported; what very short commands print may be missing)';

/** Lets a prompt mention the output of the latest command in a terminal. */
export function terminalMention(terminals: Pick<TerminalOutput, 'last'>): MentionSource {
  return {
    offers: () => [{ name: NAME, description: l10n.t('The last command in the terminal, and what it printed') }],
    expand: async name => (name === NAME ? [lastCommand(terminals)] : null),
  };
}

function lastCommand(terminals: Pick<TerminalOutput, 'last'>): FilePart {
  const last = terminals.last();
  if (!last) {
    const text = l10n.t(
      'No terminal command has been seen yet. Pollux sees commands that run while it’s active, in shells with shell integration.',
    );
    throw new ToolError('not_found', text, text);
  }
  const { commandLine, output, isCut, exitCode } = last;
  const text = [
    `$ ${commandLine}`,
    ...(isCut ? ['[the beginning of the output is left out]'] : []),
    output === '' ? NO_OUTPUT : output,
    exitCode === undefined ? '[no exit code: it may still run]' : `[exit code ${exitCode}]`,
  ].join('\n');
  return { type: 'file', path: 'terminal', text, source: 'terminal' };
}
