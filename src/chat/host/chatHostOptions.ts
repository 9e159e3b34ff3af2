import type * as vscode from 'vscode';
import type { Completion, CompletionKind, MentionView } from '../../shared/protocol';
import type { Chat } from '../chat';
import type { ChatChanges } from '../chatChanges';
import type { PanelFocus } from '../surfaces/panelFocus';
import type { PromptEditing } from '../prompts/promptEditing';
import type { ReviewSending } from '../prompts/reviewSending';
import type { Sending } from '../prompts/sending';
import type { EditWalk } from '../../vscode/review/editWalk';
import type { Surface } from '../surfaces/surface';

/** Receives all completions found so far, which replace the earlier ones. */
export type Offer = (items: readonly Completion[]) => void;

export interface ChatHostOptions extends Sending {
  /** Resolves when the last session was resumed. */
  readonly restored: Promise<void>;
  readonly editing: PromptEditing;
  readonly changes: Pick<ChatChanges, 'decide' | 'review' | 'takeBack'>;
  readonly reviewing: Pick<ReviewSending, 'send'>;
  /** Diffs of pending changes; keys as returned by `callKey`. */
  readonly review: {
    open(key: string): Promise<boolean>;
    filesOf(key: string): readonly { readonly after: vscode.Uri }[];
    readonly walk: Pick<EditWalk, 'begin' | 'end'>;
  };
  /** Shows what a decided call did, or would have done. Resolves with false if that is no longer known. */
  readonly openDecided: (chat: Chat, callId: string, onOpen: (uris: readonly vscode.Uri[]) => void) => Promise<boolean>;
  readonly report: (message: string) => void;
  /** Offers completions for text typed after `/` or `@`; calls `offer` again when more are found. */
  readonly complete: (chat: Chat, kind: CompletionKind, typed: string, offer: Offer) => Promise<void>;
  /** Resolves with the mentions in a text. */
  readonly weigh: (text: string) => Promise<readonly MentionView[]>;
}

/** The surface that asks. */
export interface AskingSurface {
  readonly surface: Surface;
  readonly focus: PanelFocus;
  /** Must be called when the surface has taken the focus from another place. */
  readonly taken: () => void;
  /** Puts the caret into the surface's message box. */
  readonly compose: () => Promise<void>;
}
