import * as vscode from 'vscode';
import type { Completion, CompletionKind, MentionView } from '../../shared/protocol';
import type { Chat } from '../chat';
import type { ChatChanges } from '../chatChanges';
import type { PanelFocus } from '../panelFocus';
import type { PromptEditing } from '../promptEditing';
import type { ReviewSending } from '../reviewSending';
import type { Sending } from '../sending';
import type { Surface } from '../surface';

/** Takes all that is known so far in place of what was before. */
export type Offer = (items: readonly Completion[]) => void;

export interface ChatHostOptions extends Sending {
  /** Resolves when the last session has been taken up again. */
  readonly restored: Promise<void>;
  readonly editing: PromptEditing;
  readonly changes: Pick<ChatChanges, 'decide' | 'review' | 'takeBack'>;
  readonly reviewing: Pick<ReviewSending, 'send'>;
  /** By `callKey`. */
  readonly review: {
    open(key: string): Promise<boolean>;
    filesOf(key: string): readonly { readonly after: vscode.Uri }[];
  };
  /** Shows what a call did, or would have done, that is decided; false where nobody knows any more. */
  readonly openDecided: (chat: Chat, callId: string, onOpen: (uris: readonly vscode.Uri[]) => void) => Promise<boolean>;
  readonly report: (message: string) => void;
  /** Offers what could stand for what is typed behind a `/` or an `@`, more than once where it is not known at once. */
  readonly complete: (chat: Chat, kind: CompletionKind, typed: string, offer: Offer) => Promise<void>;
  /** What a text mentions. */
  readonly weigh: (text: string) => Promise<readonly MentionView[]>;
}

/** The surface that asks. */
export interface AskingSurface {
  readonly surface: Surface;
  readonly focus: PanelFocus;
  /** The focus has come to it from elsewhere. */
  readonly taken: () => void;
  /** Puts the caret into its message box. */
  readonly compose: () => Promise<void>;
}
