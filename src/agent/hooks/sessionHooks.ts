import * as l10n from '@vscode/l10n';
import type { RunOutcome } from '../run/runOutcome';
import type { Notice } from '../run/notices';
import type { HookEvent, HookInputs, HookOutcome, HookReason, Hooks } from '../ports/hooks';
import { withReason } from './withReason';

/** Runs the hooks of an event; undefined if there are none. */
export type Fire = <E extends HookEvent>(
  event: E,
  input: HookInputs[E],
  signal: AbortSignal,
) => Promise<HookOutcome | undefined>;

export interface SessionHooksOptions {
  /** The currently configured hooks. Absent: this host has none. */
  readonly open?: ((sessionId: string) => Promise<Hooks | undefined>) | undefined;
  readonly sessionId: () => string;
  readonly notify: (notice: Notice) => void;
  /** Tells the model something that is not shown in the transcript. */
  readonly tell: (text: string) => void;
  /** Makes the model forget the conversation so far. */
  readonly forget: () => void;
}

/** The time limit for hooks at the end of a session, in milliseconds: the host may be about to end as well. */
const END_MS = 4_000;
/** How often hooks may ask for another answer to a prompt. */
const MAX_RETRIES = 5;

/** The hooks of a session: those in effect for the run in progress, and what they asked of it. */
export class SessionHooks {
  #hooks: Hooks | undefined;
  #stop: HookReason | undefined;
  #hasBegun = false;
  #retries = 0;

  constructor(private readonly options: SessionHooksOptions) {}

  /** Set: a hook wants the run to end. */
  get stop(): HookReason | undefined {
    return this.#stop;
  }

  /** Call this when a run begins: the current configuration is used until the run ends. */
  async open(): Promise<void> {
    this.#stop = undefined;
    this.#retries = 0;
    this.#hooks = await this.options.open?.(this.options.sessionId());
  }

  /** Those in effect for the run in progress. */
  get hooks(): Hooks | undefined {
    return this.#hooks;
  }

  /** Undefined: there are none in this run. */
  get current(): Fire | undefined {
    return this.#hooks && this.fire;
  }

  readonly has = (event: HookEvent): boolean => this.#hooks?.has(event) === true;

  /** Shows the hooks' notices to the user immediately. Never rejects. */
  readonly fire: Fire = async (event, input, signal) => {
    if (!this.#hooks?.has(event)) return undefined;
    const outcome = await this.#hooks.fire(event, input, signal);
    for (const { level, text } of outcome.notices) this.options.notify({ level, text });
    if (outcome.stops) this.#stop ??= outcome.stops;
    return outcome;
  };

  /** Call this where a hook blocks a request or its answer: the run ends with that. */
  readonly refuse = (by: HookReason): void => {
    this.#stop ??= by;
  };

  /** Runs before the first prompt; the hooks' context is told to the model. */
  async start(source: HookInputs['SessionStart']['source'], signal: AbortSignal): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#tellContext(await this.fire('SessionStart', { source }, signal));
  }

  /**
   * Returns how the run ends if the prompt must not be sent. Calls `add` unless the prompt is refused, before the
   * hooks' context is added.
   */
  async beforePrompt(prompt: string, signal: AbortSignal, add: () => void): Promise<RunOutcome | undefined> {
    const outcome = await this.fire('BeforeAgent', { prompt }, signal);
    if (outcome?.blocked && !signal.aborted) return { reason: 'hook', hook: outcome.blocked };
    add();
    this.#tellContext(outcome);
    return this.#stop && { reason: 'hook', hook: this.#stop };
  }

  /** Runs after an answer; true if a hook wants another answer and the model was told why. */
  async wantsMore(prompt: string, answer: string, signal: AbortSignal): Promise<boolean> {
    const outcome = await this.fire('AfterAgent', { prompt, answer, isRetry: this.#retries > 0 }, signal);
    if (outcome?.forgets !== undefined) this.#forget(outcome.forgets);
    if (!outcome?.blocked || outcome.stops || signal.aborted) return false;
    const { by, reason } = outcome.blocked;
    if (this.#retries++ >= MAX_RETRIES) {
      const text = l10n.t('The hook {0} asked for yet another answer. It gets only one.', by);
      this.options.notify({ level: 'warning', text });
      return false;
    }
    this.options.notify({
      level: 'info',
      text: withReason(l10n.t('The hook {0} asks for another answer.', by), reason),
    });
    this.options.tell(reason === '' ? 'A hook of the user does not accept this answer. Go on.' : reason);
    return true;
  }

  /** Resolves when the hooks have ended, or were ended. */
  async end(reason: 'exit' | 'clear' | 'other'): Promise<void> {
    if (this.#hasBegun) await this.#hooks?.fire('SessionEnd', { reason }, AbortSignal.timeout(END_MS));
  }

  #forget(by: string): void {
    this.options.forget();
    const text = l10n.t('The hook {0} cleared the conversation for the model.', by);
    this.options.notify({ level: 'info', text, actions: ['restoreOriginal'] });
  }

  #tellContext(outcome: HookOutcome | undefined): void {
    if (outcome?.context !== undefined) this.options.tell(`<hook_context>\n${outcome.context}\n</hook_context>`);
  }
}
