import type { NoteFact } from '../agent/ports/telemetry';
import type { Chat } from '../chat/chat';
import type { AgentEvent } from '../shared/events';

type ToldChat = Pick<Chat, 'id' | 'model' | 'mode'>;

export interface PanelFactsOptions {
  readonly subscribe: (listener: (chat: ToldChat, events: readonly AgentEvent[]) => void) => () => void;
  /** Asked with the first run of a chat. */
  readonly setup: () => Promise<{ readonly authType: string; readonly extensions: number; readonly hasHooks: boolean }>;
  /** How long Pollux took to be ready; told with the first chat. */
  readonly startupMs: number;
  readonly note: NoteFact;
}

/** Tells how chats are set up, once for each in which something is asked; ends with what it gives. */
export function notePanelFacts({ subscribe, setup, startupMs, note }: PanelFactsOptions): () => void {
  const told = new WeakSet<ToldChat>();
  let isFirst = true;
  return subscribe((chat, events) => {
    if (told.has(chat) || !events.some(({ type }) => type === 'run-started')) return;
    told.add(chat);
    if (isFirst) note(chat.id, { type: 'startup', durationMs: startupMs });
    isFirst = false;
    const { id, model, mode } = chat;
    void setup().then(
      ({ authType, extensions, hasHooks }) =>
        note(id, { type: 'config', model, approvalMode: mode, authType, extensions, hasHooks }),
      () => undefined, // What can't be said of the set-up is in the log of whoever needs it.
    );
  });
}
