import type { KeptValues } from '../../agent/ports/storedValues';
import { ChatValues } from '../chatValues';
import { takeLost, type StoredOutgoing } from './storedOutgoing';

/** The part of a chat that has its draft. */
export interface Drafting {
  readonly draft: string;
  saveDraft(text: string): void;
}

/** The draft of a chat that isn't open. */
export function storedDraft(stored: KeptValues, sessionId: string): Drafting {
  const values = new ChatValues(stored, () => sessionId);
  return {
    draft: values.get('draft') ?? '',
    saveDraft: text => values.set('draft', text === '' ? undefined : text),
  };
}

/** Must be called once for a chat that an earlier process may have left: what that had not recorded is the draft. */
export function recoverPrompt(chat: Drafting & { readonly outgoing: StoredOutgoing }): void {
  returnToDraft(chat, chat.outgoing.takeLost());
}

/** The first prompt of a chat that was never recorded, and what was typed since; once. Empty: there was none. */
export function unrecordedPrompt(stored: KeptValues, sessionId: string): string {
  const values = new ChatValues(stored, () => sessionId);
  const prompt = takeLost(values, '');
  const draft = values.get('draft') ?? '';
  if (prompt !== '') values.set('draft', undefined);
  return prompt === '' ? '' : [prompt, draft].filter(Boolean).join('\n');
}

/** Adds a prompt that wasn't sent to the chat's draft, before what was typed since; empty: there was none. */
export function returnToDraft(chat: Drafting, text: string): void {
  if (text === '' || `${chat.draft}\n`.startsWith(`${text}\n`)) return;
  chat.saveDraft([text, chat.draft].filter(Boolean).join('\n'));
}

/** Removes the draft of a chat whose text is now the draft of another one, with what was typed since. */
export function moveDraftFrom(chat: Drafting, text: string): void {
  if (text.trim().startsWith(chat.draft.trim())) chat.saveDraft('');
}

/** Removes a text that is sent from the chat's draft; what was typed meanwhile stays. */
export function removeFromDraft(chat: Drafting, text: string): void {
  if (chat.draft.trim() === text.trim()) chat.saveDraft('');
}
