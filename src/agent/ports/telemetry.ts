/** Facts around sessions that are not in their events; contain no text of the user, of files or of models. */
export type HostFact =
  /** How a run is configured, once for each session. */
  | {
      readonly type: 'config';
      readonly model: string;
      readonly approvalMode: string;
      readonly authType?: string;
      readonly outputFormat?: string;
      readonly extensions: number;
      readonly hasHooks: boolean;
    }
  | { readonly type: 'startup'; readonly durationMs: number }
  /** `isOwn`: the command is one of Pollux's own, not one of the user's. */
  | { readonly type: 'slashCommand'; readonly name: string; readonly isOwn: boolean; readonly isDone: boolean }
  | { readonly type: 'modelChosen'; readonly model: string }
  | { readonly type: 'hook'; readonly event: string; readonly durationMs: number; readonly isBlocked: boolean }
  | {
      readonly type: 'extension';
      readonly change: 'install' | 'uninstall' | 'update' | 'enable' | 'disable';
      readonly isDone: boolean;
    }
  /** Gemini CLI in a terminal works with this editor. */
  | { readonly type: 'ideConnection'; readonly change: 'start' | 'session' }
  | { readonly type: 'routingFailed'; readonly strategy: string }
  | { readonly type: 'ripgrepFallback' }
  | { readonly type: 'webFetchFallback'; readonly reason: 'private' | 'failed' }
  | { readonly type: 'keychain'; readonly isAvailable: boolean }
  /** The first sign-in, or the first API key. */
  | { readonly type: 'onboarding'; readonly step: 'start' | 'success'; readonly authType?: string };

/** Reports a fact about the window; it is attributed to the session that is shown. */
export type NoteWindowFact = (fact: HostFact) => void;

/** Reports a fact about a session; costs nothing if telemetry is off. */
export type NoteFact = (sessionId: string, fact: HostFact) => void;
