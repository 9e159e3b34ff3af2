import { applyEvent, type ChatState, emptyChat } from '../src/shared/chatState';
import type { ChatEvent, ViewSettings } from '../src/shared/protocol';

/** All that the panel shows, as a fold over the host's events. */
export interface PanelState {
  readonly chat: ChatState;
  /** Absent until the host has sent the first `state`. */
  readonly settings?: ViewSettings;
  /** What the last `state` said the message box held; `count` numbers those events. */
  readonly draft: { readonly text: string; readonly count: number };
  /** The last wish to put the caret into the message box; `count` numbers them. */
  readonly compose: { readonly text: string; readonly count: number };
}

export const emptyPanel: PanelState = {
  chat: emptyChat(),
  draft: { text: '', count: 0 },
  compose: { text: '', count: 0 },
};

export function applyChatEvent(panel: PanelState, event: ChatEvent): PanelState {
  switch (event.type) {
    case 'state':
      return {
        ...panel,
        chat: event.state,
        settings: event.settings,
        draft: { text: event.draft, count: panel.draft.count + 1 },
      };
    case 'settings':
      return { ...panel, settings: event.settings };
    case 'compose':
      return { ...panel, compose: { text: event.text ?? '', count: panel.compose.count + 1 } };
    default:
      return { ...panel, chat: applyEvent(panel.chat, event) };
  }
}

/**
 * How many characters an event adds to what is on its way anyway; it may wait a moment for more. Undefined for an event
 * that is to be seen at once.
 */
export function addedBy(event: ChatEvent): number | undefined {
  return event.type === 'delta' || event.type === 'tool-output' ? event.text.length : undefined;
}
