import * as l10n from '@vscode/l10n';
import type { Decision } from '../../policy/decision';
import type { Found, Ran } from './authorizeCall';
import type { HookOutcome, HookReason } from '../ports/hooks';
import { cancelled, type Ending } from './callOutcome';
import { withReason, type Fire } from '../hooks/sessionHooks';

/** How much of changed arguments the model is told. */
const MAX_SHOWN = 2_000;

/** What hooks need of the one who runs a call. */
export interface HookedSteps {
  readonly fire: Fire;
  /** Tells the person something in the chat. */
  readonly notify: (text: string) => void;
  /** The call that is to be run now, its arguments checked. Rejects with `ToolError`. */
  readonly find: (name: string, args: Readonly<Record<string, unknown>>) => Promise<Found>;
  /** Has policy decide, whose word hooks that ran before may tighten, and runs the tool. */
  readonly run: (found: Found, before: HookOutcome | undefined) => Promise<Ran>;
  readonly failure: (error: unknown) => Ending;
}

/** Hooks before a call, which may change its arguments; then policy and the tool; then hooks after it. */
export async function runHooked(steps: HookedSteps, found: Found, signal: AbortSignal, isTail = false): Promise<Ran> {
  const { fire, notify, find, run, failure } = steps;
  const { name, otherNames = [] } = found.tool;
  const before = await fire('BeforeTool', { name, otherNames, args: found.args }, signal);
  if (signal.aborted) return cancelled();
  const refused = before?.blocked ?? before?.stops;
  if (refused) return blockedByHook(refused);
  const judged = before?.args ? await rewritten(steps, found, before.args) : found;
  const ending = await run(judged, before).catch((error: unknown) => {
    if (isAborted(signal)) throw error;
    return failure(error);
  });
  const ran = before?.args ? withNote(ending, before.args.by, judged.args) : ending;
  if (isAborted(signal) || ran.status === 'rejected' || ran.errorType === 'policy_violation') return ran;
  const { content, status } = ran;
  const result = { content, ...(status === 'error' && { error: content }) };
  const after = await fire('AfterTool', { name, otherNames, args: judged.args, ...result }, signal);
  const tail = after?.tailCall;
  if (!tail || isTail || after.blocked || after.stops || isAborted(signal)) return afterHooks(ran, after);
  const next = await find(tail.name, tail.args);
  notify(l10n.t('The hook {0} had this run next: {1}', tail.by, next.title));
  return afterHooks(await runHooked(steps, next, signal, true), after);
}

/** The call with the arguments of a hook, which are checked like any. */
async function rewritten({ find, notify }: HookedSteps, { tool, args }: Found, { by, value }: ChangedArgs) {
  const found = await find(tool.name, { ...(args as Readonly<Record<string, unknown>>), ...value });
  notify(l10n.t('The hook {0} changed this call. It is now: {1}', by, found.title));
  return found;
}

/** Asked anew each time: the compiler takes what it was once told for settled. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** The end of a call that a hook does not let run. */
function blockedByHook({ by, reason, isBroken }: HookReason): Ending {
  if (isBroken) {
    const content = withReason(`Not run: a hook of the user (${by}) could not be started.`, reason);
    const error = withReason(l10n.t('The hook {0} could not be started, so this did not run.', by), reason);
    return { status: 'error', content, error, errorType: 'policy_violation' };
  }
  const content = withReason(`Denied by a hook of the user (${by}).`, reason);
  const error = withReason(l10n.t('The hook {0} denied this.', by), reason);
  return { status: 'error', content, error, errorType: 'policy_violation' };
}

/**
 * The decision with what a hook thinks of it. A hook can only tighten: what policy allows it can have asked about, or denied
 * where nobody can be asked; what policy asks about or denies stays so.
 */
export function tightened(decision: Decision, outcome: HookOutcome | undefined, canAsk: boolean): Decision {
  const changedBy = outcome?.args?.by;
  const noted: Decision = changedBy === undefined ? decision : { ...decision, changedBy };
  if (!outcome?.asks || decision.decision !== 'allow') return noted;
  const { by, reason } = outcome.asks;
  const { remember: _remember, ...rest } = noted;
  const detail = withReason(by, reason === '' ? '' : `– ${reason}`);
  return { ...rest, decision: canAsk ? 'ask' : 'deny', reason: { kind: 'hook', detail }, askedBy: by };
}

/** What a call gave, as hooks leave it; what they deny the model does not get. */
function afterHooks<E extends Ending>(ending: E, outcome: HookOutcome | undefined): E {
  if (!outcome) return ending;
  const { blocked, context } = outcome;
  const { images: _images, ...rest } = ending;
  const withheld = blocked && (blocked.reason || `A hook of the user (${blocked.by}) withheld this.`);
  const base = withheld === undefined ? ending : ({ ...rest, content: withheld } as E);
  if (context === undefined) return base;
  return { ...base, content: `${base.content}\n\n<hook_context>\n${context}\n</hook_context>` };
}

type ChangedArgs = NonNullable<HookOutcome['args']>;

/** What a call gave, with a word to the model about arguments that are not its own. */
function withNote<E extends Ending>(ending: E, by: string, args: unknown): E {
  const shown = JSON.stringify(args).slice(0, MAX_SHOWN);
  const note = `[A hook of the user (${by}) changed the arguments of this call: ${shown}]`;
  return { ...ending, content: `${note}\n\n${ending.content}` };
}
