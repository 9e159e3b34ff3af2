import * as l10n from '@vscode/l10n';
import type { HookEvent, HookInputs, HookOutcome, Hooks, PendingHook } from '../agent/ports/hooks';
import type { HookDefinition } from '../config/hookDefinitions';
import { aggregate } from './aggregate';
import { HookApprovals, hookName, isDisabled, type ApprovalOptions, type HookSettings } from './approval';
import { hookInput } from './hookInput';
import { matchHooks } from './matchHooks';
import { readAnswer, type HookAnswer, type HookProcessEnd } from './readAnswer';

export interface HookProcess {
  readonly command: string;
  /** Absolute path. */
  readonly cwd: string;
  /** Added to an environment without secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
}

export interface HookOptions extends ApprovalOptions {
  /** All that are configured. */
  readonly hooks: readonly HookDefinition[];
  readonly settings: HookSettings;
  readonly sessionId: string;
  /** The file of the session; empty: there is none. */
  readonly transcript: string;
  /** Where plans are written, as an absolute path; absent: nowhere. */
  readonly plansFolder?: string;
  /** Called with hooks that did not run because nobody has agreed to them; may be called with one again. */
  readonly onPending: (hooks: readonly PendingHook[]) => void;
  /** Ends at once when `signal` aborts. Never rejects. */
  readonly run: (process: HookProcess, signal: AbortSignal) => Promise<HookProcessEnd>;
  readonly now: () => Date;
}

const NOTHING: HookOutcome = { notices: [] };

/** The hooks of one run, and the question about those that nobody has agreed to; undefined: all are switched off. */
export async function openHooks(options: HookOptions): Promise<Hooks | undefined> {
  const hooks = options.hooks.filter(hook => !isDisabled(hook, options.settings));
  if (hooks.length === 0) return undefined;
  const approvals = new HookApprovals(options);
  await askAbout(hooks, approvals, options);
  return new ConfiguredHooks(hooks, approvals, options);
}

/** Which of the hooks may run; about the others the person is asked, who may answer later. */
async function askAbout(
  hooks: readonly HookDefinition[],
  approvals: HookApprovals,
  { onPending }: HookOptions,
): Promise<readonly HookDefinition[]> {
  const found = await Promise.all(hooks.map(hook => approvals.pending(hook)));
  const pending = found.filter(each => each !== null);
  if (pending.length > 0) onPending(pending);
  return hooks.filter((_, i) => found[i] === null);
}

class ConfiguredHooks implements Hooks {
  readonly #events: ReadonlySet<HookEvent>;
  /** What the person was told of failures: once is enough. */
  readonly #told = new Set<string>();

  constructor(
    private readonly hooks: readonly HookDefinition[],
    private readonly approvals: HookApprovals,
    private readonly options: HookOptions,
  ) {
    this.#events = new Set(hooks.map(({ event }) => event));
  }

  has(event: HookEvent): boolean {
    return this.#events.has(event);
  }

  async fire<E extends HookEvent>(event: E, input: HookInputs[E], signal: AbortSignal): Promise<HookOutcome> {
    const matched = this.has(event) ? matchHooks(this.hooks, event, input) : [];
    if (matched.length === 0 || signal.aborted) return NOTHING;
    // Asked each time: what a hook names may have changed since it was agreed to.
    const hooks = await askAbout(matched, this.approvals, this.options);
    const answers = hooks.some(({ isSequential }) => isSequential)
      ? await this.#inTurn(hooks, event, input, signal)
      : await Promise.all(hooks.map(hook => this.#run(hook, event, input, signal)));
    return isAborted(signal)
      ? NOTHING
      : aggregate(
          event,
          answers.map(answer => this.#toTell(answer)),
        );
  }

  /** Each gets what those before it have changed; after one that blocks, no other runs. */
  async #inTurn<E extends HookEvent>(
    hooks: readonly HookDefinition[],
    event: E,
    input: HookInputs[E],
    signal: AbortSignal,
  ): Promise<HookAnswer[]> {
    const answers: HookAnswer[] = [];
    let current = input;
    for (const hook of hooks) {
      const answer = await this.#run(hook, event, current, signal);
      answers.push(answer);
      if (answer.blocked || answer.stops || signal.aborted) break;
      current = changed(current, answer);
    }
    return answers;
  }

  async #run<E extends HookEvent>(
    hook: HookDefinition,
    event: E,
    input: HookInputs[E],
    signal: AbortSignal,
  ): Promise<HookAnswer> {
    const { sessionId, transcript, folderOf, run, now, plansFolder } = this.options;
    const cwd = folderOf(hook);
    const own = {
      GEMINI_PROJECT_DIR: cwd,
      GEMINI_CWD: cwd,
      GEMINI_SESSION_ID: sessionId,
      CLAUDE_PROJECT_DIR: cwd,
      ...(plansFolder !== undefined && { GEMINI_PLANS_DIR: plansFolder }),
    };
    const around = { sessionId, transcript, cwd, time: now().toISOString() };
    const { command, timeoutMs, env } = hook;
    const process = { command, cwd, timeoutMs, env: { ...env, ...own }, input: hookInput(event, input, around) };
    return readAnswer(hookName(hook), event, await run(process, signal));
  }

  /** A failure is told once; what hooks merely say, if the person wants to read it. */
  #toTell({ failure, ...answer }: HookAnswer): HookOutcome {
    const notices = this.options.settings.tells ? answer.notices : [];
    if (failure === undefined || this.#told.has(failure)) return { ...answer, notices };
    this.#told.add(failure);
    const end = answer.blocked
      ? l10n.t('The step that it checks can’t run without it.')
      : l10n.t('Pollux continued without it.');
    const text = `${failure} ${end}`;
    return { ...answer, notices: [...notices, { level: 'warning', text }] };
  }
}

/** The input of an event as a hook has changed it. */
function changed<E extends HookEvent>(input: HookInputs[E], { args, request }: HookAnswer): HookInputs[E] {
  if (args && 'args' in input) return { ...input, args: { ...input.args, ...args.value } };
  if (request && 'request' in input) return { ...input, request: { ...input.request, ...request } };
  return input;
}

/** Asked anew each time: the compiler takes what it was once told for settled. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
