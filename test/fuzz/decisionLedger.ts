import assert from 'node:assert/strict';
import type { EditProposal, Proposal } from '../../src/shared/proposals';
import type { RestoreProposal } from '../../src/shared/restores';

/** What reached the world: the bytes of a file, or a program. */
type Effect =
  | { readonly kind: 'edit'; readonly file: string; readonly text: string | null }
  | ({ readonly kind: 'command' } & Ran);
interface Ran {
  readonly command: string;
  readonly cwd: string;
}

/** How an effect came about. */
export type How = 'allowed' | 'accepted' | 'edited' | 'putBack' | 'refused' | 'started';

/** What allows exactly one effect, once. */
interface Grant {
  readonly proposal: Proposal;
  /** Policy only asked: somebody has to accept as well. */
  readonly isAsked: boolean;
  isUsed: boolean;
}

/** An answer of the user to what a card showed. */
interface Answer {
  readonly subject: string;
  readonly edited?: string;
  isUsed: boolean;
}

/** What reached the world, and what policy and the user decided, each once. */
export class DecisionLedger {
  readonly effects: Effect[] = [];
  readonly grants: Grant[] = [];
  readonly answers: Answer[] = [];
  readonly counts: Record<How, number> = { allowed: 0, accepted: 0, edited: 0, putBack: 0, refused: 0, started: 0 };
  /** What policy has approved to be put back. */
  readonly putBacks: { readonly proposal: RestoreProposal; isUsed: boolean }[] = [];

  /** Each effect takes one recorded decision about exactly it, and an answer where that only asked. */
  check(): void {
    for (const effect of this.effects) assert.ok(this.covers(effect), `not covered: ${JSON.stringify(effect)}`);
    this.effects.length = 0;
  }

  covers(effect: Effect): boolean {
    for (const grant of this.grants) {
      if (grant.isUsed || !isAbout(grant.proposal, effect)) continue;
      // A hook may have had the user asked about what policy allows: then the text may be theirs.
      const isAsProposed = effect.kind === 'command' || (grant.proposal as EditProposal).after === effect.text;
      const answer = grant.isAsked || !isAsProposed ? this.answerTo(grant.proposal, effect) : undefined;
      if (grant.isAsked && !answer) continue;
      const wanted = answer?.edited ?? (grant.proposal as EditProposal).after;
      if (effect.kind === 'edit' && wanted !== effect.text) continue;
      grant.isUsed = true;
      if (answer) answer.isUsed = true;
      this.counts[answer ? (answer.edited === undefined ? 'accepted' : 'edited') : 'allowed']++;
      if (effect.kind === 'command') this.counts.started++;
      return true;
    }
    if (effect.kind === 'command') return false;
    const putBack = this.putBacks.find(
      ({ proposal, isUsed }) => !isUsed && proposal.file === effect.file && proposal.after === effect.text,
    );
    if (!putBack) return false;
    putBack.isUsed = true;
    this.counts.putBack++;
    return true;
  }

  /** The answer that accepts exactly this effect. */
  answerTo(proposal: Proposal, effect: Effect): Answer | undefined {
    const isIt = ({ edited }: Answer) =>
      effect.kind === 'command' || (edited ?? (proposal as EditProposal).after) === effect.text;
    return this.answers.find(each => !each.isUsed && each.subject === subjectOf(proposal) && isIt(each));
  }
}

function isAbout(proposal: Proposal, effect: Effect): boolean {
  if (effect.kind === 'edit') return proposal.kind === 'edit' && proposal.file === effect.file;
  return proposal.kind === 'command' && proposal.command === effect.command && proposal.cwd === effect.cwd;
}

/** What a card is about, as far as it says. */
export function subjectOf(proposal: {
  readonly kind: string;
  readonly path?: string;
  readonly command?: string;
}): string {
  return `${proposal.kind} ${proposal.path ?? proposal.command ?? ''}`;
}
