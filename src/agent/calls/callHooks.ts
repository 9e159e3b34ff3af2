import * as l10n from '@vscode/l10n';
import { tightenDecision } from '../../policy/approvals';
import type { Decision } from '../../policy/decision';
import type { HookOutcome, HookReason } from '../ports/hooks';
import type { FindCall, FoundCall } from './call';
import type { CallOutcome } from './callOutcome';
import { withReason } from '../hooks/withReason';

/** How many characters of changed arguments the model is shown. */
const MAX_SHOWN = 2_000;

/** Returns the call with a hook's arguments, which are validated like any others. */
export async function withChangedArgs(
  { find, notify }: { readonly find: FindCall; readonly notify: (text: string) => void },
  { tool, args }: FoundCall,
  { by, value }: ChangedArgs,
): Promise<FoundCall> {
  const found = await find(tool.name, { ...(args as Readonly<Record<string, unknown>>), ...value });
  notify(l10n.t('The hook {0} changed this call. It is now: {1}', by, found.title));
  return found;
}

/** The outcome of a call that a hook denies. */
export function blockedByHook({ by, reason, isBroken }: HookReason): CallOutcome {
  if (isBroken) {
    const content = withReason(`Not run: a hook of the user (${by}) couldn't be started.`, reason);
    const error = withReason(l10n.t('The hook {0} couldn’t be started, so this didn’t run.', by), reason);
    return { status: 'error', content, error, errorType: 'policy_violation' };
  }
  const content = withReason(`Denied by a hook of the user (${by}).`, reason);
  const error = withReason(l10n.t('The hook {0} denied this.', by), reason);
  return { status: 'error', content, error, errorType: 'policy_violation' };
}

/** The outcome of a call that does not run because a hook ended the run, at this call or before it. */
export function stoppedByHook({ by, reason }: HookReason): CallOutcome {
  const content = withReason(`Not run: a hook of the user (${by}) ended the run here.`, reason);
  const error = withReason(l10n.t('The hook {0} stopped this.', by), reason);
  return { status: 'cancelled', content, error, errorType: 'stop_execution' };
}

/**
 * The decision, tightened by a hook's outcome. A hook can only tighten: what policy allows, it can turn into a question
 * (or a denial, where the user can't be asked); what policy asks about or denies stays so.
 */
export function tightened(decision: Decision, outcome: HookOutcome | undefined, canAsk: boolean): Decision {
  const changedBy = outcome?.args?.by;
  const noted = changedBy === undefined ? decision : tightenDecision(decision, { ...decision, changedBy });
  if (!outcome?.asks || decision.decision !== 'allow') return noted;
  const { by, reason } = outcome.asks;
  const { remember: _remember, ...rest } = noted;
  const detail = withReason(by, reason === '' ? '' : `– ${reason}`);
  const stricter: Decision = {
    ...rest,
    decision: canAsk ? 'ask' : 'deny',
    reason: { kind: 'hook', detail },
    askedBy: by,
  };
  return tightenDecision(decision, stricter);
}

/** A call's outcome as changed by hooks; the model does not get what they deny. */
export function withHookContext(ending: CallOutcome, outcome: HookOutcome | undefined): CallOutcome {
  if (!outcome) return ending;
  const { blocked, stops, context } = outcome;
  const { images: _images, ...rest } = ending;
  if (stops) {
    const content = withReason(`A hook of the user (${stops.by}) ended the run after this call.`, stops.reason);
    return { ...rest, content, errorType: 'stop_execution' };
  }
  const withheld = blocked && (blocked.reason || `A hook of the user (${blocked.by}) withheld this.`);
  const base = withheld === undefined ? ending : { ...rest, content: withheld };
  if (context === undefined) return base;
  return { ...base, content: `${base.content}\n\n<hook_context>\n${context}\n</hook_context>` };
}

type ChangedArgs = NonNullable<HookOutcome['args']>;

/** A call's outcome, with a note to the model that its arguments were changed. */
export function withNote(ending: CallOutcome, by: string, args: unknown): CallOutcome {
  const shown = JSON.stringify(args).slice(0, MAX_SHOWN);
  const note = `[A hook of the user (${by}) changed the arguments of this call: ${shown}]`;
  return { ...ending, content: `${note}\n\n${ending.content}` };
}
