// Restoring a file is decided on like any change: the user's click is the verdict, and it can't bypass what rules
// deny.
import type { RestorePolicy, RestoreProposal } from '../shared/restores';
import { approve, recordDecision, recordVerdict, seal } from './approvals';
import type { Decision } from './decision';
import { riskAboutEdit, type EditGround } from './editRisks';
import type { Rules } from './engine';
import { spellings, WRITERS } from './fileRules';
import type { Rule } from './rule';
import { holding, inOrder, ruleFor } from './toolRules';

export interface RestorePolicyOptions extends EditGround {
  readonly rules: () => Promise<Rules>;
  /** Whatever one of these lists of rules denies is denied, whatever `rules` say. */
  readonly limits?: () => readonly (readonly Rule[])[];
}

/** Neither the mode nor trust in the workspace matters: only previous content is written, and the user does it. */
export function createRestorePolicy(options: RestorePolicyOptions): RestorePolicy {
  return {
    needsNaming: file => riskAbout({ file, before: null, after: null }, options),
    async approve(proposal, isNamed) {
      seal(proposal);
      const { file } = proposal;
      const decided = await decide(proposal, isNamed, options).catch((): Decision => UNNAMED);
      const decision = recordDecision(decided, proposal);
      if (decision.decision === 'deny') {
        const { rule } = decision;
        return { refused: rule ? { file, because: 'rule', rule: rule.name } : { file, because: 'unnamed' } };
      }
      return { approved: approve(proposal, decision, recordVerdict({ decision: 'accept' }, proposal)) };
    },
  };
}

const UNNAMED: Decision = { decision: 'deny', reason: { kind: 'protected', isUnasked: true } };

/** A choice of many files at the same time does not answer for those that must be asked about in every mode. */
async function decide(proposal: RestoreProposal, isNamed: boolean, options: RestorePolicyOptions): Promise<Decision> {
  const { rules, problems } = await options.rules();
  for (const all of [...(options.limits?.() ?? []), holding(inOrder(rules), 'default', true)]) {
    const rule = denying(proposal, all, options.folders());
    if (rule) return { decision: 'deny', reason: { kind: 'rule' }, rule: { name: rule.name } };
  }
  // It isn't known what a broken file would have denied.
  const isBroken = problems.some(({ isHarmless }) => !isHarmless);
  return !isNamed && (isBroken || riskAbout(proposal, options))
    ? UNNAMED
    : { decision: 'ask', reason: { kind: 'edit' } };
}

/** The rule that denies writing this to the file, under any spelling a model would use. */
function denying(
  { file, after }: RestoreProposal,
  rules: readonly Rule[],
  folders: readonly string[],
): Rule | undefined {
  for (const toolName of WRITERS) {
    for (const file_path of spellings(file, folders)) {
      const args = { file_path, ...(typeof after === 'string' && { content: after }) };
      const rule = ruleFor(rules, { toolName, args });
      if (rule?.decision === 'deny') return rule;
    }
  }
  return undefined;
}

function riskAbout({ file, before, after }: Omit<RestoreProposal, 'kind'>, ground: EditGround): boolean {
  const textOf = (content: unknown) => (typeof content === 'string' ? content : '');
  return riskAboutEdit({ file, path: file, before: textOf(before), after: textOf(after) }, ground) !== undefined;
}
