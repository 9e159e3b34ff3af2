import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Checkpoint, Checkpoints, RestoreStep } from '../../agent/ports/checkpoints';
import type { FilePart, ImagePart, UserMessage } from '../../shared/messages';
import type { ViewSettings } from '../../shared/protocol';
import type { RestorePolicy } from '../../shared/restores';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import { returnToDraft } from './drafts';
import { promptText } from './promptText';
import { showInformationMessage } from '../../vscode/plainWindow';
import { actionText, restoreAndTell } from '../commands/restore';

export interface PromptEditingOptions {
  readonly chats: () => ChatRegistry;
  readonly checkpoints: Checkpoints;
  readonly restores: RestorePolicy;
  readonly onChange: () => void;
}

interface Edited {
  readonly message: UserMessage;
  /** The text with the user's changes so far; empty: it has none. */
  readonly changed: string;
  /** The checkpoint of the first change by this prompt or a later one, and the steps of restoring it. */
  readonly checkpoint?: Checkpoint;
  readonly steps: readonly RestoreStep[];
}

/**
 * Prompts that are being edited, at most one per chat. Nothing is cut before the prompt is sent; until then its
 * attachments replace those of the next prompt.
 */
export class PromptEditing {
  readonly #options: PromptEditingOptions;
  readonly #edited = new Map<Chat, Edited>();
  /** The chats whose edited prompt is being sent. */
  readonly #sending = new Set<Chat>();
  /** The prompt of each chat whose editing was requested last. */
  readonly #beginning = new WeakMap<Chat, string>();

  constructor(options: PromptEditingOptions) {
    this.#options = options;
  }

  /** What the panel shows of the edited prompt; undefined while none is edited. */
  view(chat: Chat): ViewSettings['editing'] {
    const edited = this.#edited.get(chat);
    if (!edited) return undefined;
    const { message, changed, steps } = edited;
    const files = steps.map(({ file, action, isTouched }) => ({
      path: vscode.workspace.asRelativePath(file),
      change: isTouched ? l10n.t('changed since, not by Pollux; stays') : actionText(action),
      isKept: isTouched,
    }));
    return { messageId: message.id, text: promptText(message), files, ...(changed !== '' && { changed }) };
  }

  /** Resolves with false if the chat has no such prompt, or a run is in progress. */
  async begin(chat: Chat, messageId: string): Promise<boolean> {
    const { checkpoints } = this.#options;
    const { state } = chat.session;
    const index = state.messages.findIndex(({ id }) => id === messageId);
    const message = state.messages[index];
    if (state.isRunning || message?.role !== 'user' || message.isContext) return false;
    this.cancel(chat);
    this.#beginning.set(chat, messageId);
    const gone = new Set(state.messages.slice(index).map(({ id }) => id));
    const checkpoint = (await checkpoints.list(state.sessionId)).find(change => gone.has(change.messageId));
    const steps = checkpoint ? await checkpoints.preview(state.sessionId, checkpoint.id) : [];
    // Meanwhile the user may have chosen another prompt, sent one, or left the chat.
    const isStill = this.#beginning.get(chat) === messageId && this.#options.chats().shown.includes(chat);
    if (!isStill || chat.session.state.isRunning) return !chat.session.state.isRunning;
    chat.attachments.setAside(message.parts.filter(isAttachment));
    this.#edited.set(chat, { message, steps, changed: '', ...(checkpoint && { checkpoint }) });
    this.#options.onChange();
    return true;
  }

  /** Stores the text with the user's changes so far, also if editing has just ended because the chat was hidden. */
  save(chat: Chat, changed: string): void {
    const edited = this.#edited.get(chat);
    if (edited) this.#edited.set(chat, { ...edited, changed });
    else returnToDraft(chat, changed);
  }

  /** Ends editing and restores the attachments. */
  cancel(chat: Chat): void {
    if (!this.#edited.delete(chat)) return;
    chat.attachments.takeUp();
    this.#options.onChange();
  }

  /**
   * Must be called when another chat is shown: prompts of chats that are no longer shown stop being edited. Changes
   * that were neither sent nor cancelled move to the draft.
   */
  cancelHidden(shown: readonly Chat[]): void {
    for (const [chat, { changed }] of this.#edited) {
      if (shown.includes(chat) || this.#sending.has(chat)) continue;
      this.cancel(chat);
      if (changed !== '') chat.saveDraft([chat.draft, changed].filter(Boolean).join('\n'));
    }
  }

  /**
   * Cuts the conversation before the prompt, so that `send` can send it again with its attachments. `replaces` is the
   * id of the copy that keeps the conversation so far. Does nothing if `admit` resolves with false, or if the prompt is
   * being sent already. Throws, with nothing cut, if that is not possible. Meanwhile the chat may be hidden.
   */
  async send(
    chat: Chat,
    restoresFiles: boolean,
    admit: () => Promise<boolean>,
    send: (replaces: string) => Promise<void>,
  ): Promise<void> {
    if (this.#sending.has(chat)) return;
    const edited = this.#edited.get(chat);
    if (!edited) throw new Error(l10n.t('This prompt is no longer being edited.'));
    this.#sending.add(chat);
    try {
      await chat.work.during(async () => {
        if (await admit()) await this.#send(chat, edited, restoresFiles, send);
      });
    } finally {
      this.#sending.delete(chat);
      this.cancelHidden(this.#options.chats().shown);
    }
  }

  async #send(
    chat: Chat,
    { checkpoint, steps, message }: Edited,
    restoresFiles: boolean,
    send: (replaces: string) => Promise<void>,
  ): Promise<void> {
    if (chat.session.state.isRunning) throw new Error(l10n.t('Stop Pollux first, then go back.'));
    const replaced = await this.#options.chats().stored.copy(chat);
    if (replaced === null) throw new Error(l10n.t('The chat so far can’t be saved, so nothing was sent.'));
    const files = steps.filter(({ isTouched }) => !isTouched).map(({ file }) => file);
    if (restoresFiles && checkpoint && files.length > 0) {
      await restoreAndTell(this.#options, chat, checkpoint, files, false);
    }
    chat.session.rewind(message.id);
    chat.flush();
    await send(replaced);
    this.cancel(chat);
  }
}

/** Puts a prompt of the chat into the message box, to be edited and sent again. */
export async function beginEdit(
  { editing }: { readonly editing: PromptEditing },
  chat: Chat,
  messageId: string,
): Promise<void> {
  if (await editing.begin(chat, messageId)) return;
  void showInformationMessage(l10n.t('Stop Pollux first, then go back.'));
}

/** Mentioned files are not attachments: they are read again with the text. */
function isAttachment(part: UserMessage['parts'][number]): part is FilePart | ImagePart {
  return (part.type === 'file' || part.type === 'image') && !part.isMentioned;
}
