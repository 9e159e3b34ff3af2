import * as l10n from '@vscode/l10n';
import type { ChangeTool } from '../agent/tool';
import type { ModeProposal } from '../shared/proposals';
import { objectSchema } from './args';

interface Args {
  readonly reason?: string;
}

export const enterPlanMode: ChangeTool<Args, ModeProposal> = {
  kind: 'change',
  changes: 'mode',
  name: 'enter_plan_mode',
  icon: 'list',
  isOfChat: true,
  description: 'Switches to plan mode, where nothing is changed, to work out a plan for a large or risky task first.',
  parameters: objectSchema({ reason: { type: 'string', description: 'Why, in one sentence for the user.' } }, []),
  title: () => l10n.t('Switch to plan mode'),
  async propose({ reason }) {
    return { kind: 'mode', mode: 'plan', ...(reason !== undefined && { reason }) };
  },
  async apply({ mode }, { setMode }) {
    setMode(mode);
    const content = 'Plan mode is on: change nothing. Read and search, then present the plan with exit_plan_mode.';
    return { isLasting: true, content, display: { type: 'text', text: l10n.t('Plan mode is on.') } };
  },
};
