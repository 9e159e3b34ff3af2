import * as l10n from '@vscode/l10n';
import type { RunOutcome } from '../run/runOutcome';
import type { Notice } from '../run/notices';
import type { HookEvent, HookInputs, HookOutcome, HookReason, Hooks } from '../ports/hooks';
import { withReason } from './withReason';

/** Runs the hooks of an event; undefined where there are none. */
export type Fire = <E extends HookEvent>(
  event: E,
  input: HookInputs[E],
  signal: AbortSignal,
) => Promise<HookOutcome | undefined>;

export interface SessionHooksOptions {
  /** The hooks as they are configured now. Absent: this host has none. */
  readonly open?: ((sessionId: string) => Promise<Hooks | undefined>) | undefined;
  readonly sessionId: () => string;
  readonly notify: (notice: Notice) => void;
  /** Tells the model something that is not for the transcript. */
  readonly tell: (text: string) => void;
  /** Lets the model forget the conversation so far. */
  readonly forget: () => void;
}

/** How long the hooks of a session's end may take: the host may be about to end as well. */
const END_MS = 4_000;
/** How often hooks may have a prompt answered anew. */
const MAX_RETRIES = 5;

/** The hooks of a session: those that hold for the run in progress, and what they asked of it. */
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

  /** To be called when a run begins: what is configured now holds until it ends. */
  async open(): Promise<void> {
    this.#stop = undefined;
    this.#retries = 0;
    this.#hooks = await this.options.open?.(this.options.sessionId());
  }

  /** Those that hold for the run in progress. */
  get hooks(): Hooks | undefined {
    return this.#hooks;
  }

  /** Undefined: there are none in this run. */
  get current(): Fire | undefined {
    return this.#hooks && this.fire;
  }

  readonly has = (event: HookEvent): boolean => this.#hooks?.has(event) === true;

  /** What hooks say to the person is told at once. Never rejects. */
  readonly fire: Fire = async (event, input, signal) => {
    if (!this.#hooks?.has(event)) return undefined;
    const outcome = await this.#hooks.fire(event, input, signal);
    for (const { level, text } of outcome.notices) this.options.notify({ level, text });
    if (outcome.stops) this.#stop ??= outcome.stops;
    return outcome;
  };

  /** To be called where a hook does not let a request or its answer pass: the run ends with it. */
  readonly refuse = (by: HookReason): void => {
    this.#stop ??= by;
  };

  /** Before the first prompt; what hooks know about the session is told to the model. */
  async start(source: HookInputs['SessionStart']['source'], signal: AbortSignal): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#tellContext(await this.fire('SessionStart', { source }, signal));
  }

  /** How a run ends whose prompt must not be sent. `add` is called unless it is refused, before what hooks add to it. */
  async beforePrompt(prompt: string, signal: AbortSignal, add: () => void): Promise<RunOutcome | undefined> {
    const outcome = await this.fire('BeforeAgent', { prompt }, signal);
    if (outcome?.blocked && !signal.aborted) return { reason: 'hook', hook: outcome.blocked, isRefused: true };
    add();
    this.#tellContext(outcome);
    return this.#stop && { reason: 'hook', hook: this.#stop };
  }

  /** After an answer; true if a hook wants another one, and has said to the model why. */
  async wantsMore(prompt: string, answer: string, signal: AbortSignal): Promise<boolean> {
    const outcome = await this.fire('AfterAgent', { prompt, answer, isRetry: this.#retries > 0 }, signal);
    if (outcome?.forgets !== undefined) this.#forget(outcome.forgets);
    if (!outcome?.blocked || outcome.stops || signal.aborted) return false;
    const { by, reason } = outcome.blocked;
    if (this.#retries++ >= MAX_RETRIES) {
      const text = l10n.t('The hook {0} asked for another answer again, which was declined.', by);
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
