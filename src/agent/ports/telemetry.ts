/** What happens around sessions and is not said by their events; no text of the user, of files or of models. */
export type HostFact =
  /** How a run is set up, once for each session. */
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
  /** `isOwn`: its name is one that Pollux brings, and no user's. */
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
  /** The first sign-in, or key. */
  | { readonly type: 'onboarding'; readonly step: 'start' | 'success'; readonly authType?: string };

/** Tells of what happens around the sessions of a window, of which the one that is shown stands for all. */
export type NoteWindowFact = (fact: HostFact) => void;

/** Tells of what happens around a session; costs nothing where nobody wants to know. */
export type NoteFact = (sessionId: string, fact: HostFact) => void;
