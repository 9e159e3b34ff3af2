import type { Approved, Proposal } from '../shared/proposals';

/** Where an approval comes from: a rule that allows, or a person's acceptance. */
export type Warrant = { readonly decision: 'allow' } | { readonly decision: 'accept' };

/** The one place that approves. Called by the tool scheduler alone, with the decision or the verdict in hand. */
export function approve<P extends Proposal>(proposal: P, _warrant: Warrant): Approved<P> {
  return proposal as Approved<P>;
}
