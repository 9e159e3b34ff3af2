import type { Proposal } from '../shared/proposals';
import type { Policy } from './decision';
import type { ApprovalMode } from '../shared/protocol';
import { isProtected } from './protectedFiles';

/** What policy goes by besides the proposal. */
export interface PolicySettings {
  readonly mode: ApprovalMode;
  /** False: the workspace may change nothing. */
  readonly isTrusted: boolean;
  /** Names of tools that run without asking. */
  readonly allowedTools: readonly string[];
  /** False where there is nobody to ask: what would have to be asked is denied. */
  readonly canAsk: boolean;
}

/** `reason` is for the model when denied, and tells the person why they are asked. */
export type Decision =
  | { readonly decision: 'allow' }
  | { readonly decision: 'ask'; readonly reason: PolicyReason }
  | { readonly decision: 'deny'; readonly reason: PolicyReason };

export type PolicyReason = 'command' | 'edit' | 'protected' | 'planMode' | 'untrusted';

/** Decides about a change before it happens; tools that only read need no decision. Pure. */
export function decide(toolName: string, proposal: Proposal, settings: PolicySettings): Decision {
  const { mode, isTrusted, allowedTools, canAsk } = settings;
  if (!isTrusted) return { decision: 'deny', reason: 'untrusted' };
  if (mode === 'plan') return { decision: 'deny', reason: 'planMode' };
  const ask = (reason: PolicyReason): Decision => ({ decision: canAsk ? 'ask' : 'deny', reason });
  // The files that govern the agent and the editor are asked about in every mode: no rule may be used to widen itself.
  if (proposal.kind === 'edit' && isProtected(proposal.file)) return ask('protected');
  if (mode === 'yolo' || allowedTools.includes(toolName)) return { decision: 'allow' };
  if (proposal.kind === 'edit') return mode === 'autoEdit' ? { decision: 'allow' } : ask('edit');
  return ask('command');
}

/** The decisions of `decide` as a policy. */
export function createModePolicy(settings: () => PolicySettings): Policy {
  return {
    async decide({ toolName, proposal }) {
      if (!proposal) return { decision: 'allow', reason: { kind: 'readOnly' } };
      if (proposal.kind !== 'edit' && proposal.kind !== 'command') {
        const kind = proposal.kind === 'questions' || proposal.kind === 'mode' ? 'question' : 'fetch';
        return { decision: settings().canAsk ? 'ask' : 'deny', reason: { kind } };
      }
      const result = decide(toolName, proposal, settings());
      return { decision: result.decision, reason: { kind: 'reason' in result ? result.reason : 'mode' } };
    },
    remember: () => Promise.reject(new Error('Rules are not kept here.')),
  };
}
