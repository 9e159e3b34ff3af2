import * as l10n from '@vscode/l10n';
import type { Check } from '../../shared/check';
import { findProgram } from '../process/shell';
import { runProgram } from './runProgram';

/** The strongest means to confine a command that really works here. */
export interface SandboxTier {
  /** As users know it, such as `bubblewrap`; null: there is none. */
  readonly name: string | null;
  /** Why nothing stronger works here; absent: nothing is missing. */
  readonly reason?: string;
}

/** The one place that says which tier holds. What confines commands takes the place of this probe. */
export type SandboxProbe = () => Promise<SandboxTier>;

const BUBBLEWRAP = ['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-all', '--die-with-parent', 'true'];
const SEATBELT = ['-p', '(version 1)(allow default)', '/usr/bin/true'];

/** Runs a command in each kind of sandbox: that a program is installed does not say that the kernel lets it work. */
export function probeSandbox(patienceMs: number, searchPath = process.env.PATH ?? ''): SandboxProbe {
  return async () => {
    const [name, program, args] =
      process.platform === 'darwin'
        ? (['Seatbelt', 'sandbox-exec', SEATBELT] as const)
        : (['bubblewrap', 'bwrap', BUBBLEWRAP] as const);
    const file = findProgram(program, searchPath);
    if (file === null) return { name: null, reason: l10n.t('“{0}” is not installed', program) };
    const answer = await runProgram(file, args, patienceMs);
    if (answer.kind === 'ended' && answer.code === 0) return { name };
    if (answer.kind === 'hung') return { name: null, reason: l10n.t('“{0}” did not answer', program) };
    const said = answer.kind === 'missing' ? answer.reason : answer.err;
    return { name: null, reason: `${program}: ${said.split('\n', 1)[0] ?? ''}` };
  };
}

export async function checkSandbox(probe: SandboxProbe): Promise<Check> {
  const name = l10n.t('Sandbox');
  const tier = await probe();
  if (tier.name !== null) return { name, status: 'ok', detail: tier.name };
  const remedy = l10n.t('Commands run without a sandbox, so that what you approve is all that holds them back.');
  return { name, status: 'warning', detail: [l10n.t('none'), tier.reason].filter(Boolean).join(': '), remedy };
}
