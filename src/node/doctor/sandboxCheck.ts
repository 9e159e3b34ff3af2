import * as l10n from '@vscode/l10n';
import type { Check } from '../../shared/check';
import { probeSandbox } from '../sandbox/probe';

/**
 * Checks which sandbox works here, by a test run, and why stronger ones don't.
 * @param use when commands use it, if they don't always
 */
export async function checkSandbox(use?: string, probe: typeof probeSandbox = probeSandbox): Promise<Check> {
  const name = l10n.t('Sandbox');
  const { sandbox, failures } = await probe();
  const reasons = Object.entries(failures).map(([tier, said]) => `${tier}: ${said}`);
  const detail = [sandbox?.tier ?? l10n.t('none'), ...(sandbox && use !== undefined ? [use] : []), ...reasons].join(
    '; ',
  );
  sandbox?.dispose();
  if (sandbox) return { name, status: 'ok', detail };
  const remedy = l10n.t('Commands run without a sandbox: your approval is the only safeguard.');
  return { name, status: 'warning', detail, remedy };
}
