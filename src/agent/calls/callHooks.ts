import * as l10n from '@vscode/l10n';
import { tightenDecision } from '../../policy/approvals';
import type { Decision } from '../../policy/decision';
import type { HookOutcome, HookReason } from '../ports/hooks';
import type { FindCall, FoundCall } from './call';
import type { CallOutcome } from './callOutcome';
import { withReason } from '../hooks/withReason';

/** How much of changed arguments the model is told. */
const MAX_SHOWN = 2_000;

/** The call with the arguments of a hook, which are checked like any. */
export async function withChangedArgs(
  { find, notify }: { readonly find: FindCall; readonly notify: (text: string) => void },
  { tool, args }: FoundCall,
  { by, value }: ChangedArgs,
): Promise<FoundCall> {
  const found = await find(tool.name, { ...(args as Readonly<Record<string, unknown>>), ...value });
  notify(l10n.t('The hook {0} changed this call. It is now: {1}', by, found.title));
  return found;
}

/** The end of a call that a hook does not let run. */
export function blockedByHook({ by, reason, isBroken }: HookReason): CallOutcome {
  if (isBroken) {
    const content = withReason(`Not run: a hook of the user (${by}) could not be started.`, reason);
    const error = withReason(l10n.t('The hook {0} could not be started, so this did not run.', by), reason);
    return { status: 'error', content, error, errorType: 'policy_violation' };
  }
  const content = withReason(`Denied by a hook of the user (${by}).`, reason);
  const error = withReason(l10n.t('The hook {0} denied this.', by), reason);
  return { status: 'error', content, error, errorType: 'policy_violation' };
}

/** The end of a call at which, or before which, a hook ended the run. */
export function stoppedByHook({ by, reason }: HookReason): CallOutcome {
  const content = withReason(`Not run: a hook of the user (${by}) ended the run here.`, reason);
  const error = withReason(l10n.t('The hook {0} stopped this.', by), reason);
  return { status: 'cancelled', content, error, errorType: 'stop_execution' };
}

/**
 * The decision with what a hook thinks of it. A hook can only tighten: what policy allows it can have asked about, or denied
 * where nobody can be asked; what policy asks about or denies stays so.
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

/** What a call gave, as hooks leave it; what they deny the model does not get. */
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

/** What a call gave, with a word to the model about arguments that are not its own. */
export function withNote(ending: CallOutcome, by: string, args: unknown): CallOutcome {
  const shown = JSON.stringify(args).slice(0, MAX_SHOWN);
  const note = `[A hook of the user (${by}) changed the arguments of this call: ${shown}]`;
  return { ...ending, content: `${note}\n\n${ending.content}` };
}
