import * as l10n from '@vscode/l10n';
import type { HookEvent, HookInputs, HookOutcome, Hooks } from '../agent/ports/hooks';
import type { HookDefinition } from '../config/hookDefinitions';
import { aggregate } from './aggregate';
import { hookName } from './approval';
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

export interface HookOptions {
  /** Those that are switched on. */
  readonly hooks: readonly HookDefinition[];
  readonly sessionId: string;
  /** The file of the session; empty: there is none. */
  readonly transcript: string;
  /** The folder that a hook runs in. */
  readonly folderOf: (hook: HookDefinition) => string;
  /** Whether it may run; asked each time, for what it names may have changed. Never rejects. */
  readonly isApproved: (hook: HookDefinition) => Promise<boolean>;
  /** Ends at once when `signal` aborts. Never rejects. */
  readonly run: (process: HookProcess, signal: AbortSignal) => Promise<HookProcessEnd>;
  /** Whether the person reads what hooks say to them. */
  readonly tells: boolean;
  readonly now: () => Date;
}

const NOTHING: HookOutcome = { notices: [] };

/** The hooks of one run. */
export function openHooks(options: HookOptions): Hooks {
  return new ConfiguredHooks(options);
}

class ConfiguredHooks implements Hooks {
  readonly #events: ReadonlySet<HookEvent>;
  /** What the person was told of failures: once is enough. */
  readonly #told = new Set<string>();

  constructor(private readonly options: HookOptions) {
    this.#events = new Set(options.hooks.map(({ event }) => event));
  }

  has(event: HookEvent): boolean {
    return this.#events.has(event);
  }

  async fire<E extends HookEvent>(event: E, input: HookInputs[E], signal: AbortSignal): Promise<HookOutcome> {
    const matched = this.has(event) ? matchHooks(this.options.hooks, event, input) : [];
    if (matched.length === 0 || signal.aborted) return NOTHING;
    const approved = await Promise.all(matched.map(hook => this.options.isApproved(hook)));
    const hooks = matched.filter((_, i) => approved[i]);
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
    const { sessionId, transcript, folderOf, run, now } = this.options;
    const cwd = folderOf(hook);
    const own = {
      GEMINI_PROJECT_DIR: cwd,
      GEMINI_CWD: cwd,
      GEMINI_SESSION_ID: sessionId,
      CLAUDE_PROJECT_DIR: cwd,
    };
    const around = { sessionId, transcript, cwd, time: now().toISOString() };
    const { command, timeoutMs, env } = hook;
    const process = { command, cwd, timeoutMs, env: { ...env, ...own }, input: hookInput(event, input, around) };
    return readAnswer(hookName(hook), await run(process, signal));
  }

  /** A failure is told once; what hooks merely say, if the person wants to read it. */
  #toTell({ failure, ...answer }: HookAnswer): HookOutcome {
    const notices = this.options.tells ? answer.notices : [];
    if (failure === undefined || this.#told.has(failure)) return { ...answer, notices };
    this.#told.add(failure);
    const text = `${failure} ${l10n.t('Pollux went on as if it were not there.')}`;
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
