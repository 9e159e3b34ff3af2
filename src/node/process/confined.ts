import type { ConfineCommand } from '../../agent/ports/sandbox';
import type { CommandResult } from '../../agent/ports/terminal';
import type { CommandProposal } from '../../shared/proposals';
import { shellLine } from './startProcess';
import { messageOf } from '../../shared/messageOf';

export type Confined = { readonly launch?: Awaited<ReturnType<ConfineCommand>> } | { readonly failed: CommandResult };

/** Prepares a command's sandbox. If it isn't available, the command fails rather than run without it. */
export async function confined(
  approved: Pick<CommandProposal, 'command' | 'cwd' | 'sandbox'>,
  env: Readonly<Record<string, string>>,
  confine: ConfineCommand | undefined,
): Promise<Confined> {
  if (!approved.sandbox) return {};
  const { command, cwd } = approved;
  try {
    if (!confine) throw new Error('there is none');
    const launch = await confine(approved, { argv: shellLine(command), cwd, env });
    return launch ? { launch } : {};
  } catch (error) {
    const detail = messageOf(error);
    return {
      failed: { output: '', exitCode: null, signal: null, error: `The sandbox couldn't be set up: ${detail}` },
    };
  }
}
