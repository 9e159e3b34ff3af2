/** When a hook can run, by the names that settings use. */
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

/** A request to the model as hooks see it: messages that have text, and only that; no instructions. */
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

/** What hooks are told, by event. */
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

/** A call of a tool. A hook for any of its names is one for it. */
export interface HookedCall {
  readonly name: string;
  readonly otherNames?: readonly string[];
  readonly args: Readonly<Record<string, unknown>>;
  /** The tool after whose call a hook had this one run. */
  readonly ranAfter?: string;
}

/** What hooks said, all together; `by` names those that said it. Nothing in it can allow anything. */
export interface HookOutcome {
  /** What the person is told: words of the hooks, and which of them failed. */
  readonly notices: readonly { readonly level: 'info' | 'warning'; readonly text: string }[];
  /** This must not go on. */
  readonly blocked?: HookReason;
  /** The person must be asked about this. */
  readonly asks?: HookReason;
  /** The whole run has to end. */
  readonly stops?: HookReason;
  /** More for the model to know; `<` and `>` are escaped. */
  readonly context?: string;
  /** Arguments in place of those that the model gave. */
  readonly args?: { readonly by: string; readonly value: Readonly<Record<string, unknown>> };
  /** A call whose result takes the place of this one's. */
  readonly tailCall?: { readonly by: string; readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  /** The model has to forget the conversation so far, named by who wants it. */
  readonly forgets?: string;
  /** What changes of a request; `messages` are all that is sent of their kind. */
  readonly request?: Partial<HookedRequest>;
  /** The model's answer, in place of what it said or would say. */
  readonly answer?: { readonly by: string; readonly text: string };
  /** The tools that the model may choose from; absent `names`: any. */
  readonly tools?: { readonly mode: 'AUTO' | 'ANY' | 'NONE'; readonly names?: readonly string[] };
}

export interface HookReason {
  readonly by: string;
  /** May be empty. */
  readonly reason: string;
  /** Nobody said it: what should have been asked could not be started. */
  readonly isBroken?: boolean;
}

/** The hooks that are configured, for one run. */
export interface Hooks {
  /** False: firing it does nothing. */
  has(event: HookEvent): boolean;
  /** Runs the hooks of an event; resolves at once when `signal` aborts, with nothing said. Never rejects. */
  fire<E extends HookEvent>(event: E, input: HookInputs[E], signal: AbortSignal): Promise<HookOutcome>;
}

/** A hook that a project brings and nobody has agreed to yet, or not as it is now. */
export interface PendingHook {
  /** Of all that is agreed to; another one as soon as any of it changes. */
  readonly key: string;
  readonly name: string;
  readonly event: HookEvent;
  /** Empty: all of the event. */
  readonly matcher: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files of the project that it may run, which are agreed to as they are now. */
  readonly files: readonly string[];
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly approve: () => void;
}
