/** When a hook can run, by the names used in settings. */
export const HOOK_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'BeforeAgent',
  'AfterAgent',
  'BeforeModel',
  'AfterModel',
  'BeforeToolSelection',
  'BeforeTool',
  'AfterTool',
  'Notification',
  'PreCompress',
] as const satisfies readonly string[];
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A request to the model as hooks see it: only messages with text, and only their text; no instructions. */
export interface HookedRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: 'user' | 'model'; readonly content: string }[];
  readonly config?: {
    readonly temperature?: number;
    readonly topP?: number;
    readonly topK?: number;
    readonly maxOutputTokens?: number;
  };
}

/** The input of hooks, by event. */
export interface HookInputs {
  readonly SessionStart: { readonly source: 'startup' | 'resume' | 'clear' };
  readonly SessionEnd: { readonly reason: 'exit' | 'clear' | 'other' };
  readonly BeforeAgent: { readonly prompt: string };
  /** `isRetry`: the answer is one that a hook asked for. */
  readonly AfterAgent: { readonly prompt: string; readonly answer: string; readonly isRetry: boolean };
  readonly BeforeModel: { readonly request: HookedRequest };
  readonly AfterModel: { readonly request: HookedRequest; readonly answer: string };
  readonly BeforeToolSelection: { readonly request: HookedRequest };
  readonly BeforeTool: HookedCall;
  readonly AfterTool: HookedCall & {
    readonly content: string;
    readonly error?: { readonly message: string; readonly type?: string };
  };
  readonly Notification: { readonly message: string; readonly details: Readonly<Record<string, unknown>> };
  readonly PreCompress: { readonly trigger: 'auto' | 'manual' };
}

/** A tool call. A hook for any of its names applies to it. */
export interface HookedCall {
  readonly name: string;
  readonly otherNames?: readonly string[];
  readonly args: Readonly<Record<string, unknown>>;
  /** The tool after whose call a hook requested this one. */
  readonly ranAfter?: string;
}

/** The combined outcome of the hooks; `by` names the hooks it comes from. Nothing in it can allow anything. */
export interface HookOutcome {
  /** Shown to the user: the hooks' own messages, and which hooks failed. */
  readonly notices: readonly { readonly level: 'info' | 'warning'; readonly text: string }[];
  /** This must not continue. */
  readonly blocked?: HookReason;
  /** The user must be asked about this. */
  readonly asks?: HookReason;
  /** The whole run must end. */
  readonly stops?: HookReason;
  /** Additional context for the model, with `<` and `>` escaped. */
  readonly context?: string;
  /** Arguments that replace the model's. */
  readonly args?: { readonly by: string; readonly value: Readonly<Record<string, unknown>> };
  /** A call whose result replaces this one's. */
  readonly tailCall?: { readonly by: string; readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** The model must forget the conversation so far; the value names the hooks that want it. */
  readonly forgets?: string;
  /** Changes to a request; `messages`, if given, replace all of its messages that have text. */
  readonly request?: Partial<HookedRequest>;
  /** A text that replaces the model's answer. */
  readonly answer?: { readonly by: string; readonly text: string };
  /** The tools that the model may choose from. Absent `names`: any. */
  readonly tools?: { readonly mode: 'AUTO' | 'ANY' | 'NONE'; readonly names?: readonly string[] };
}

export interface HookReason {
  readonly by: string;
  /** May be empty. */
  readonly reason: string;
  /** The hook gave no reason itself: it could not be started. */
  readonly isBroken?: boolean;
}

/** The configured hooks, for one run. */
export interface Hooks {
  /** False: firing the event does nothing. */
  has(event: HookEvent): boolean;
  /** Runs the hooks of an event; resolves immediately, with an empty outcome, when `signal` aborts. Never rejects. */
  fire<E extends HookEvent>(event: E, input: HookInputs[E], signal: AbortSignal): Promise<HookOutcome>;
}

/** A project's hook that the user has not approved yet, or not in its current form. */
export interface PendingHook {
  /** Identifies everything that is approved; changes as soon as any of it changes. */
  readonly key: string;
  readonly name: string;
  readonly event: HookEvent;
  /** Empty: every event of this kind. */
  readonly matcher: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files of the project that it may run; they are approved with their current content. */
  readonly files: readonly string[];
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly approve: () => void;
}
