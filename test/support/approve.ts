import { approve as mint, recordDecision, recordVerdict } from '../../src/policy/approvals';
import type { Decision, PolicyRequest } from '../../src/policy/decision';
import type { Approved, Proposal, Verdict } from '../../src/shared/proposals';

/** What policy would approve by itself, for tests of what gets approvals. */
export function approve<P extends Proposal>(proposal: P): Approved<P> {
  return mint(proposal, recordDecision({ decision: 'allow', reason: { kind: 'mode' } }, proposal));
}

/** Decides what the test says, on the record as the real policy does. */
export function deciding(decision: () => Decision): (request: PolicyRequest) => Promise<Decision> {
  return async ({ proposal }) => recordDecision(decision(), proposal);
}

/** Answers what the test says, on the record as open questions do. */
export function answering(verdict: Verdict): (question: { readonly proposal: Proposal }) => Promise<Verdict> {
  return async ({ proposal }) => recordVerdict(verdict, proposal);
}
