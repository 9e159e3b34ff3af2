import type { NoteFact } from '../../agent/ports/telemetry';
import type { Chat } from '../../chat/chat';
import type { AgentEvent } from '../../shared/events';

type ToldChat = Pick<Chat, 'id' | 'model' | 'mode'>;

export interface PanelFactsOptions {
  readonly subscribe: (listener: (chat: ToldChat, events: readonly AgentEvent[]) => void) => () => void;
  /** Called with the first run of each chat. */
  readonly setup: () => Promise<{ readonly authType: string; readonly extensions: number; readonly hasHooks: boolean }>;
  /** How long Pollux took to be ready, in milliseconds; noted with the first chat. */
  readonly startupMs: number;
  readonly note: NoteFact;
}

/** Notes the setup of each chat when its first run starts. Returns the function that stops this. */
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
      () => undefined, // whatever fails here is logged where it's needed
    );
  });
}
