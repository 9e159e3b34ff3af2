import * as l10n from '@vscode/l10n';
import {
  toolCallsOf,
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolResult,
} from '../../shared/messages';
import type { BudgetCheck } from './budget';
import { CitationList } from './citationList';
import type { LoopCheck } from './loopCheck';
import { LoopWatch, nudgeFor } from './loopDetection';
import { GO_ON } from './nextSpeaker';
import { noticeForCutAnswer, noticeForPartial, tooLong, type Notice } from './notices';
import type { HookReason } from '../ports/hooks';
import type { ModelRequest } from '../ports/model';
import { runTurn, type TurnContext } from './turn';
import type { TurnOutcome } from './turnOutcome';
import type { RunOutcome } from './runOutcome';

/** What one run needs. `messages` is called for every turn; `emit` must have folded an event before it returns. */
export interface LoopContext extends TurnContext {
  /** Called before each turn, to update everything that can change between turns. */
  readonly beginTurn: () => Promise<void>;
  /** The messages to send; see `validHistory`. */
  readonly messages: () => readonly Message[];
  /** Makes the messages fit into the model's context window; false if that is not possible. */
  readonly makeRoom: (signal: AbortSignal) => Promise<boolean>;
  /** Shortens the messages although they seemed to fit; false if that is not possible. */
  readonly shorten: (signal: AbortSignal) => Promise<boolean>;
  /** Everything in the request except the messages; called for every turn, so a new model applies to the next one. */
  readonly request: () => Omit<ModelRequest, 'messages'>;
  readonly runTools: (calls: readonly ToolCall[], signal: AbortSignal) => Promise<readonly ToolResult[]>;
  /** Finalizes the results right before they are sent to the model. Absent: they stay as the tools returned them. */
  readonly conclude?: (results: readonly ToolResult[]) => readonly ToolResult[];
  readonly maxTurns: number;
  /** False: the user is not told which published texts the answers repeat. Absent: the user is. */
  readonly showsCitations?: boolean;
  /** Whether an answer without calls announces something that it then did not do. */
  readonly isUnfinished: (answer: AssistantMessage, signal: AbortSignal) => Promise<boolean>;
  /** Asks a model whether the run makes progress. Absent: it is not checked. */
  readonly loopCheck?: LoopCheck;
  /** The budget that is used up, if any, or why the usage is not known; may wait for others that share the budget. */
  readonly checkBudgets: (signal: AbortSignal) => BudgetCheck | Promise<BudgetCheck>;
  /** Waits for the user's pending decisions; true if the model must respond to them. Absent: nothing is pending. */
  readonly decided?: (signal: AbortSignal) => Promise<boolean>;
  /** True as soon as nothing is left to do, whatever the model would say next. Absent: the model decides. */
  readonly isComplete?: () => boolean;
  /** Set as soon as a hook wants the run to end. */
  readonly stop?: () => HookReason | undefined;
}

/** The agent loop, the only one: ask the model, run the tools it calls, return their results, until it calls none. */
export async function runAgent(context: LoopContext, signal: AbortSignal): Promise<RunOutcome> {
  const watch = context.detectLoops ? new LoopWatch() : undefined;
  const citations = context.showsCitations === false ? undefined : new CitationList();
  let isShortened = false;
  let wasUrged = false;
  for (let turn = 0; turn < context.maxTurns; turn++) {
    await context.beginTurn();
    const stopped = context.stop?.();
    if (stopped) return { reason: 'hook', hook: stopped };
    const overrun = await context.checkBudgets(signal);
    if (isAborted(signal)) return { reason: 'cancelled' };
    if (overrun) return stoppedBy(overrun);
    const stuck = await context.loopCheck?.check(turn, signal);
    if (stuck) sayTo(context, nudgeFor(stuck));
    if (stuck?.isFinal) return { reason: 'loop', repetition: stuck };
    const fits = await context.makeRoom(signal);
    if (isAborted(signal)) return { reason: 'cancelled' };
    if (!fits) return { reason: 'failed', failure: tooLong() };
    const last = await runTurn(context, { ...context.request(), messages: context.messages() }, signal);
    // Shown before anything in the answer is decided or executed.
    notify(context, citations?.noticeFor(last.citations));
    if (isAborted(signal)) return { reason: 'cancelled', last };
    const refused = stopOf(context, last);
    if (refused) return refused;
    if (last.failure?.kind === 'tooLong' && !isShortened) {
      isShortened = await context.shorten(signal);
      if (isShortened) continue;
      if (isAborted(signal)) return { reason: 'cancelled', last };
    }
    if (last.failure) return { reason: 'failed', last };
    const outcome = await actOn(last, context, watch, signal);
    if (last.isPartial) notify(context, noticeForPartial());
    if (context.isComplete?.() && !isAborted(signal)) return { reason: 'done', last };
    if (outcome?.reason === 'done' && (await context.decided?.(signal)) && !isAborted(signal)) continue;
    if (outcome?.reason === 'done' && !wasUrged && (await context.isUnfinished(last.message, signal))) {
      wasUrged = true; // only once per run: meant as help, it must not become a loop itself
      sayTo(context, GO_ON);
      continue;
    }
    if (isAborted(signal)) return { reason: 'cancelled', last };
    const end = stopOf(context, last) ?? outcome;
    if (end) return end;
  }
  return { reason: 'turnLimit' };
}

/** If the usage can't be determined, nothing more may be spent. */
function stoppedBy(check: NonNullable<BudgetCheck>): RunOutcome {
  if (!('unknown' in check)) return { reason: 'budget', overrun: check };
  return { reason: 'failed', failure: { kind: 'ledger', message: check.unknown } };
}

/** The outcome of a run that a hook wants to end. */
function stopOf({ stop }: LoopContext, last: TurnOutcome): RunOutcome | undefined {
  const hook = stop?.();
  return hook && { reason: 'hook', last, hook };
}

/** Re-read: TypeScript narrows `aborted`. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Carries out an answer's calls. Returns how the run ends, or undefined if it continues. */
async function actOn(
  last: TurnOutcome,
  context: LoopContext,
  watch: LoopWatch | undefined,
  signal: AbortSignal,
): Promise<RunOutcome | undefined> {
  const calls = toolCallsOf(last.message);
  const { repetition } = last;
  if (calls.length === 0 && !repetition) return { reason: 'done', last };
  const repeated = repetition ? undefined : watch?.takeCalls(calls);
  if (calls.length > 0) tell(context, await resultsOf(last, calls, repeated?.isFinal === true, context, signal));
  const loop = repetition ?? repeated;
  if (loop && !repeated?.isFinal) sayTo(context, nudgeFor(loop));
  if (isAborted(signal)) return { reason: 'cancelled', last };
  const isOver = repeated?.isFinal ?? (repetition !== undefined && watch?.isSecondText() === true);
  if (repetition && !isOver) notify(context, noticeForCutAnswer());
  return loop && isOver ? { reason: 'loop', last, repetition: loop } : undefined;
}

async function resultsOf(
  { message }: TurnOutcome,
  calls: readonly ToolCall[],
  isLoop: boolean,
  context: LoopContext,
  signal: AbortSignal,
): Promise<readonly ToolResult[]> {
  if (isLoop)
    return calls.map(call => notRun(call, LOOPING, l10n.t('Not run: the model repeated this call too often.')));
  return message.end === 'stop'
    ? context.runTools(calls, signal)
    : calls.map(call => notRun(call, CUT, l10n.t('Not run: the answer was cut off here.')));
}

function tell({ emit, newId, now, conclude }: LoopContext, given: readonly ToolResult[]): void {
  const results = conclude?.(given) ?? given;
  emit({ type: 'message', message: { id: newId(), at: now(), role: 'tool', results } });
}

/** Tells the model something that is not shown in the transcript. */
function sayTo({ emit, newId, now }: LoopContext, text: string): void {
  const parts = [{ type: 'text', text }] as const;
  emit({ type: 'message', message: { id: newId(), at: now(), role: 'user', parts, isContext: true } });
}

function notify({ emit, newId, now }: LoopContext, notice: Notice | undefined): void {
  if (notice) emit({ type: 'message', message: { id: newId(), at: now(), role: 'notice', ...notice } });
}

/** An answer that was cut off may contain an incomplete call, which must never run. */
const CUT = 'Not run: your answer was cut off, so this call may be incomplete. Make it again, in smaller pieces.';
const LOOPING =
  'Not run: you made this call, or the same few calls in turn, too many times in a row. The user was told and lets you go on: do it in another way.';

/** `error` is the user's version of `content`. */
function notRun({ id, name }: ToolCall, content: string, error: string): ToolResult {
  return { callId: id, name, title: name, status: 'error', content, error, errorType: 'invalid_tool_params' };
}
