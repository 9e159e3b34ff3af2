/** The part of a chat that has its draft. */
interface Drafting {
  readonly draft: string;
  saveDraft(text: string): void;
}

/** Adds a prompt that wasn't sent to the chat's draft, before what was typed since; empty: there was none. */
export function returnToDraft(chat: Drafting, text: string): void {
  if (text === '' || `${chat.draft}\n`.startsWith(`${text}\n`)) return;
  chat.saveDraft([text, chat.draft].filter(Boolean).join('\n'));
}

/** Removes a text that is sent from the chat's draft; what was typed meanwhile stays. */
export function removeFromDraft(chat: Drafting, text: string): void {
  if (chat.draft.trim() === text.trim()) chat.saveDraft('');
}
