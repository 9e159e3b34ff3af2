import * as l10n from '@vscode/l10n';
import { recordVerdict } from '../../policy/approvals';
import type { Decision, SandboxDecision } from '../../policy/decision';
import type { Emit } from '../../shared/events';
import type { Approval, EditProposal, Proposal, RememberChoice, Verdict } from '../../shared/proposals';
import type { ChangeReview, StagedChanges } from '../ports/changeReview';
import { viewOf, viewOfEdited } from './proposalView';
import { whyAsked } from './callOutcome';
import { mergeChange } from './mergeChange';
import { ASKED_AGAIN, type Question } from './call';
import type { AskUser } from '../tool';

/** The choice that switches to the mode in which edits are not asked about. */
export const ALLOW_EDITS = 'allowEdits';
/** The choice that accepts the other edits of the same answer, which can still be kept or undone afterwards. */
const ALLOW_ANSWER = 'allowAnswer';

/** The answer whose calls are running. `edits`: how many of its edits have not started. */
export interface CurrentAnswer {
  readonly id: string;
  readonly edits: number;
}

interface OpenQuestion {
  readonly settle: (verdict: Verdict) => void;
  /** For an ordinary edit: the id of the answer that it belongs to. */
  readonly answer?: string;
}

export interface QuestionsOptions {
  /** Absent where changes can't be shown to anyone. */
  readonly review?: ChangeReview;
  readonly emit: Emit;
  /** False: no question offers to allow something from now on. Absent: questions do. */
  readonly mayRemember?: () => boolean;
  /** Why not, in one sentence. */
  readonly whyNotRemember?: () => string | undefined;
  readonly remember: (choice: RememberChoice) => Promise<void>;
  readonly reportBug: (message: string, error: unknown) => void;
  /** Absent: the edits of an answer can't be accepted together. */
  readonly answer?: () => CurrentAnswer;
}

/** An edit, and its text as the user left it. */
interface TypedEdit {
  readonly proposal: EditProposal;
  readonly text: string;
}

/** The text of an edit with what the user typed into it when it was an edit of another text; undefined: nothing that fits. */
function typedInto(proposal: Proposal, earlier: TypedEdit | undefined): string | undefined {
  if (proposal.kind !== 'edit' || !earlier || earlier.text === earlier.proposal.after) return undefined;
  const { before } = earlier.proposal;
  return before === null || proposal.before === null
    ? undefined
    : (mergeChange(before, earlier.text, proposal.before) ?? undefined);
}

/** The question without the choices that would allow something from now on. */
function withoutRemember(approval: Approval, why: string | undefined): Approval {
  const isLess = approval.remember.length > 0 && why !== undefined;
  return { ...approval, remember: [], ...(isLess && { withoutRemember: why }) };
}

/** The questions that wait for the user; each is answered once. */
export class Questions {
  readonly #open = new Map<string, OpenQuestion>();
  /** What the user typed into edits that are about to be asked about again, by call. */
  readonly #typed = new Map<string, TypedEdit>();
  /** The id of the answer whose edits are all accepted. */
  #accepted: string | undefined;

  constructor(private readonly options: QuestionsOptions) {}

  /** Answers a question. The first answer counts; false if the question is not open (any more). */
  answer(callId: string, verdict: Verdict): boolean {
    const open = this.#open.get(callId);
    this.#open.delete(callId);
    open?.settle(verdict);
    return open !== undefined;
  }

  /** Resolves with the verdict, including the user's edits to the text; rejects when `signal` aborts. */
  async ask({ callId, proposal, decision, conflict }: Question, signal: AbortSignal): Promise<Verdict> {
    const { review, emit, mayRemember } = this.options;
    const current = decision.reason.kind === 'edit' && !conflict ? this.options.answer?.() : undefined;
    const isAccepted = () => current !== undefined && current.id === this.#accepted;
    if (isAccepted()) return recordVerdict({ decision: 'accept' }, proposal);
    const tell = () => {
      if (!staged || !this.#open.has(callId)) return;
      emit({ type: 'approval-changed', callId, proposal: viewOfEdited(proposal, staged.texts()) });
    };
    const typed = typedInto(proposal, this.#typed.get(callId));
    this.#typed.delete(callId);
    const staged = review && stage(review, callId, proposal, tell, typed);
    try {
      // A window that is killed while the user reads has stored what they read.
      await staged?.stored;
      if (isAccepted()) return recordVerdict({ decision: 'accept' }, proposal);
      const asked = approvalOf(callId, proposal, decision, this.#othersOf(current));
      const approval = mayRemember?.() === false ? withoutRemember(asked, this.options.whyNotRemember?.()) : asked;
      const shown = {
        ...(conflict && { conflict }),
        ...(staged?.isShown && { isShown: true as const }),
        ...(typed !== undefined && { proposal: viewOfEdited(proposal, [typed]) }),
      };
      emit({ type: 'approval-requested', approval: { ...approval, ...shown } });
      const verdict = await this.#answerTo(callId, signal, current?.id);
      if (verdict.decision === 'reject') {
        emit({ type: 'approval-settled', callId, verdict });
        return verdict;
      }
      // The edited texts are for the tool only; events never carry whole files.
      const { edited, editedAll, ...settled } = verdict;
      const texts = proposal.kind === 'edit' && edited !== undefined ? [edited] : (editedAll ?? staged?.texts());
      emit({ type: 'approval-settled', callId, verdict: settled });
      const choice = approval.remember.find(({ id }) => id === verdict.remember);
      if (choice?.id === ALLOW_ANSWER) this.#accepted = current?.id;
      else await this.#remember(choice);
      // Open questions about what is now allowed are accepted, too.
      if (choice?.id === ALLOW_ANSWER) this.#acceptOpen(answer => answer === current?.id);
      if (choice?.id === ALLOW_EDITS) this.#acceptOpen(answer => answer !== undefined);
      return recordVerdict({ ...settled, ...textsLeft(proposal, texts) }, proposal);
    } finally {
      const returns = signal.reason === ASKED_AGAIN;
      const [text] = returns && staged ? staged.texts() : [];
      if (proposal.kind === 'edit' && text !== undefined) this.#typed.set(callId, { proposal, text });
      staged?.close(returns);
    }
  }

  /** Asks something that is not a tool's proposal; false if the user says no, or the run ends. */
  async confirm(approval: Approval, signal: AbortSignal): Promise<boolean> {
    return (await this.put(approval, signal)).decision === 'accept';
  }

  /** Puts servers' questions to the user. Text typed into a form is not recorded. */
  askerFor(newId: () => string): AskUser {
    return (proposal, signal) => this.put({ callId: newId(), proposal, remember: [] }, signal);
  }

  /** Asks something that belongs to no call. Resolves with a rejection when `signal` aborts; never rejects. */
  async put(approval: Approval, signal: AbortSignal): Promise<Verdict> {
    const { callId } = approval;
    this.options.emit({ type: 'approval-requested', approval });
    const verdict = await this.#answerTo(callId, signal).catch((): Verdict => ({ decision: 'reject' }));
    const settled: Verdict = verdict.decision === 'accept' ? { decision: 'accept' } : verdict;
    this.options.emit({ type: 'approval-settled', callId, verdict: settled });
    return verdict;
  }

  /** A rule that can't be stored is no reason to revoke the approval. */
  async #remember(choice: RememberChoice | undefined): Promise<void> {
    if (!choice) return;
    try {
      await this.options.remember(choice);
    } catch (error) {
      this.options.reportBug(`The rule could not be kept: ${choice.rule}`, error);
    }
  }

  /** The number of other undecided edits in the answer. */
  #othersOf(current: CurrentAnswer | undefined): number {
    const open = [...this.#open.values()].filter(({ answer }) => current && answer === current.id);
    return (current?.edits ?? 0) + open.length;
  }

  #acceptOpen(isMeant: (answer: string | undefined) => boolean): void {
    for (const [callId, { answer }] of [...this.#open])
      if (isMeant(answer)) this.answer(callId, { decision: 'accept' });
  }

  async #answerTo(callId: string, signal: AbortSignal, answer?: string): Promise<Verdict> {
    try {
      return await new Promise<Verdict>((resolve, reject) => {
        const abort = () => reject(new Error('The run was stopped.'));
        if (signal.aborted) abort();
        signal.addEventListener('abort', abort, { once: true });
        this.#open.set(callId, { settle: resolve, ...(answer !== undefined && { answer }) });
      });
    } finally {
      this.#open.delete(callId);
    }
  }
}

function stage(
  review: ChangeReview,
  callId: string,
  proposal: Proposal,
  onEdit: () => void,
  typed: string | undefined,
): StagedChanges | undefined {
  if (proposal.kind === 'edits') return review.stageAll(callId, proposal.edits, onEdit);
  if (proposal.kind !== 'edit') return undefined;
  const staged = review.stage(callId, proposal, onEdit, typed);
  const { isShown = false, stored } = staged;
  return {
    texts: () => [staged.text()],
    close: returns => staged.close(returns),
    isShown,
    ...(stored && { stored }),
  };
}

/** The texts as edited by the user, if they differ from the proposed ones. */
function textsLeft(proposal: Proposal, texts: readonly string[] | undefined) {
  const edits = proposal.kind === 'edit' ? [proposal] : proposal.kind === 'edits' ? proposal.edits : [];
  const isEdited = texts !== undefined && edits.some(({ after }, i) => texts[i] !== undefined && texts[i] !== after);
  if (!isEdited) return {};
  return proposal.kind === 'edit' && texts[0] !== undefined ? { edited: texts[0] } : { editedAll: texts };
}

function approvalOf(callId: string, proposal: Proposal, decision: Decision, others = 0): Approval {
  const { reason, effects, remember, parts, changedBy, sandbox } = decision;
  const changed = changedBy === undefined ? undefined : l10n.t('The hook {0} changed this call.', changedBy);
  const why = [whyAsked(reason), changed].filter(each => each !== undefined).join(' ');
  const isEdit = proposal.kind === 'edit' || proposal.kind === 'edits';
  const open = parts?.filter(part => part.decision !== 'allow').map(part => part.text) ?? [];
  return {
    callId,
    proposal: viewOf(proposal),
    remember:
      isEdit && reason.kind === 'edit'
        ? [...(others > 0 ? [allowAnswer(others)] : []), allowEdits()]
        : (remember ?? []),
    ...(why !== '' && { reason: why }),
    ...(open.length > 0 && open.length < (parts?.length ?? 0) && { parts: open }),
    ...(effects && { effects }),
    ...(sandbox && { sandbox: placeOf(sandbox) }),
  };
}

function placeOf({ tier, confinement: { where }, adds = [] }: SandboxDecision): NonNullable<Approval['sandbox']> {
  return { tier, where, ...(adds.length > 0 && { adds }) };
}

function allowAnswer(others: number): RememberChoice {
  const rule =
    others === 1
      ? l10n.t('This edit and the other one in this answer')
      : l10n.t('This edit and the {0} others in this answer', others);
  return { id: ALLOW_ANSWER, scope: 'answer', rule };
}

function allowEdits(): RememberChoice {
  return {
    id: ALLOW_EDITS,
    scope: 'session',
    rule: l10n.t('Edit freely: all edits in this chat, except protected files'),
  };
}
