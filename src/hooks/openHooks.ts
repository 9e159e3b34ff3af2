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
  /** All configured hooks. */
  readonly hooks: readonly HookDefinition[];
  readonly settings: HookSettings;
  readonly sessionId: string;
  /** The path of the session file; empty if there is none. */
  readonly transcript: string;
  /** Absolute path of the directory for plans; absent: there is none. */
  readonly plansFolder?: string;
  /** Called with hooks that did not run because they aren't approved; may repeat a hook. */
  readonly onPending: (hooks: readonly PendingHook[]) => void;
  /** Stops the process and resolves immediately when `signal` aborts. Never rejects. */
  readonly run: (process: HookProcess, signal: AbortSignal) => Promise<HookProcessEnd>;
  readonly now: () => Date;
}

const NOTHING: HookOutcome = { notices: [] };

/** Opens the hooks of one run and asks about unapproved ones; undefined: there are none, or all are disabled. */
export async function openHooks(options: HookOptions): Promise<Hooks | undefined> {
  const hooks = options.hooks.filter(hook => !isDisabled(hook, options.settings));
  if (hooks.length === 0) return undefined;
  const approvals = new HookApprovals(options);
  await askAbout(hooks, approvals, options);
  return new ConfiguredHooks(hooks, approvals, options);
}

/** Returns the approved hooks and asks the user about the others, without waiting for the answer. */
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
  /** Failures already reported to the user: each is reported once. */
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
    // Checked each time: files that a hook runs may have changed since it was approved.
    const hooks = await askAbout(matched, this.approvals, this.options);
    const [others, administrators] = [hooks.filter(hook => !isSystems(hook)), hooks.filter(isSystems)];
    const first = await this.#all(others, event, input, signal);
    // The administrator's hooks see the changes that other hooks made, and run even if another hook blocked.
    const answers = [...first, ...(await this.#all(administrators, event, first.reduce(changed, input), signal))];
    return isAborted(signal)
      ? NOTHING
      : aggregate(
          event,
          answers.map(answer => this.#toTell(answer)),
        );
  }

  #all<E extends HookEvent>(
    hooks: readonly HookDefinition[],
    event: E,
    input: HookInputs[E],
    signal: AbortSignal,
  ): Promise<HookAnswer[]> {
    return hooks.some(({ isSequential }) => isSequential)
      ? this.#inTurn(hooks, event, input, signal)
      : Promise.all(hooks.map(hook => this.#run(hook, event, input, signal)));
  }

  /** Each hook gets the input as changed by those before it; after one that blocks or stops, no other runs. */
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

  /** Reports each failure once, and the messages of hooks only if the user wants to see them. */
  #toTell({ failure, ...answer }: HookAnswer): HookOutcome {
    const notices = this.options.settings.tells ? answer.notices : [];
    if (failure === undefined || this.#told.has(failure)) return { ...answer, notices };
    this.#told.add(failure);
    const end = answer.blocked
      ? l10n.t('The step that it checks can’t run without it.')
      : l10n.t('Pollux continued without it.');
    const text = `${failure}${/[.!?…]$/.test(failure) ? '' : '.'} ${end}`;
    return { ...answer, notices: [...notices, { level: 'warning', text }] };
  }
}

function isSystems({ scope }: HookDefinition): boolean {
  return scope === 'system';
}

/** The input of an event as changed by a hook. */
function changed<E extends HookEvent>(input: HookInputs[E], { args, request }: HookAnswer): HookInputs[E] {
  if (args && 'args' in input) return { ...input, args: { ...input.args, ...args.value } };
  if (request && 'request' in input) return { ...input, request: { ...input.request, ...request } };
  return input;
}

/** A function, because the compiler would consider `signal.aborted` unchanged after the first check. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
