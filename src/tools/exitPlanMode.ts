import * as l10n from '@vscode/l10n';
import type { ReadContext, ChangeTool } from '../agent/tool';
import { ToolError } from '../shared/errors';
import type { ModeProposal } from '../shared/proposals';
import { objectSchema, renameArgs } from './args';
import { existingFile } from './paths';

interface Args {
  readonly plan?: string;
  readonly plan_filename?: string;
}

export const exitPlanMode: ChangeTool<Args, ModeProposal> = {
  kind: 'change',
  changes: 'mode',
  name: 'exit_plan_mode',
  icon: 'list',
  isOfChat: true,
  description:
    'Presents your plan to the user. If they agree, plan mode ends and you carry it out; else you get feedback.',
  parameters: objectSchema(
    {
      plan: { type: 'string', description: 'The plan, as Markdown.' },
      plan_filename: { type: 'string', description: 'Or the Markdown file in the workspace that holds it.' },
    },
    [],
  ),
  adapt: args => renameArgs(args, { plan_path: 'plan_filename' }),
  title: () => l10n.t('Present the plan'),
  async propose(args, context) {
    const plan = (args.plan ?? (await readPlan(args, context))).trim();
    if (plan === '') throw new ToolError('invalid_tool_params', 'The plan is empty. Write it first.');
    return { kind: 'mode', mode: 'default', plan };
  },
  async apply({ mode }, { setMode }) {
    setMode(mode);
    const how = mode === 'autoEdit' ? 'Edits are applied without asking.' : 'The user is asked before each change.';
    const text = l10n.t('The plan was approved.');
    const content = `The user agreed to the plan. Carry it out now. ${how}`;
    return { isLasting: true, content, display: { type: 'text', text } };
  },
};

async function readPlan({ plan_filename }: Args, { workspace }: ReadContext): Promise<string> {
  if (plan_filename === undefined)
    throw new ToolError('invalid_tool_params', 'Give the plan, as plan or plan_filename.');
  const { path } = await existingFile(workspace, plan_filename);
  return (await workspace.readText(path)).text;
}
