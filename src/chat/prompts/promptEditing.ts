import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Checkpoint, Checkpoints, RestoreStep } from '../../agent/ports/checkpoints';
import type { FilePart, ImagePart, UserMessage } from '../../shared/messages';
import type { ViewSettings } from '../../shared/protocol';
import type { RestorePolicy } from '../../shared/restores';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import { promptText } from './promptText';
import { actionText, restoreAndTell } from '../commands/restore';

export interface PromptEditingOptions {
  readonly chats: () => ChatRegistry;
  readonly checkpoints: Checkpoints;
  readonly restores: RestorePolicy;
  readonly onChange: () => void;
}

interface Edited {
  readonly message: UserMessage;
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

  constructor(options: PromptEditingOptions) {
    this.#options = options;
  }

  /** What the panel shows of the edited prompt; undefined while none is edited. */
  view(chat: Chat): ViewSettings['editing'] {
    const edited = this.#edited.get(chat);
    if (!edited) return undefined;
    const { message, steps } = edited;
    const files = steps.map(({ file, action, isTouched }) => ({
      path: vscode.workspace.asRelativePath(file),
      change: isTouched ? l10n.t('changed since, not by Pollux; stays') : actionText(action),
      isKept: isTouched,
    }));
    return { messageId: message.id, text: promptText(message), files };
  }

  /** Resolves with false if the chat has no such prompt, or a run is in progress. */
  async begin(chat: Chat, messageId: string): Promise<boolean> {
    const { checkpoints } = this.#options;
    const { state } = chat.session;
    const index = state.messages.findIndex(({ id }) => id === messageId);
    const message = state.messages[index];
    if (state.isRunning || message?.role !== 'user' || message.isContext) return false;
    this.cancel(chat);
    const gone = new Set(state.messages.slice(index).map(({ id }) => id));
    const checkpoint = (await checkpoints.list(state.sessionId)).find(change => gone.has(change.messageId));
    const steps = checkpoint ? await checkpoints.preview(state.sessionId, checkpoint.id) : [];
    chat.attachments.setAside(message.parts.filter(isAttachment));
    this.#edited.set(chat, { message, steps, ...(checkpoint && { checkpoint }) });
    this.#options.onChange();
    return true;
  }

  /** Ends editing and restores the attachments. */
  cancel(chat: Chat): void {
    if (!this.#edited.delete(chat)) return;
    chat.attachments.takeUp();
    this.#options.onChange();
  }

  /** Must be called when another chat is shown: prompts of chats that are no longer shown stop being edited. */
  cancelHidden(shown: readonly Chat[]): void {
    for (const chat of this.#edited.keys()) if (!shown.includes(chat)) this.cancel(chat);
  }

  /**
   * Cuts the conversation before the prompt, so that `send` can send it again with its attachments. `replaces` is the
   * id of the copy that keeps the conversation so far. Throws, with nothing cut, if that is not possible.
   */
  async send(chat: Chat, restoresFiles: boolean, send: (replaces: string) => Promise<void>): Promise<void> {
    const edited = this.#edited.get(chat);
    if (!edited) return;
    if (chat.session.state.isRunning) throw new Error(l10n.t('Stop Pollux first, then go back.'));
    const replaced = await this.#options.chats().stored.copy(chat);
    if (replaced === null) throw new Error(l10n.t('The chat so far can’t be saved, so nothing was sent.'));
    const { checkpoint, steps, message } = edited;
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

/** Mentioned files are not attachments: they are read again with the text. */
function isAttachment(part: UserMessage['parts'][number]): part is FilePart | ImagePart {
  return (part.type === 'file' || part.type === 'image') && !part.isMentioned;
}
