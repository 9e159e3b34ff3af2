import { type ChatState, emptyChat } from '../src/shared/chatState';
import { applyEvent } from '../src/shared/applyEvent';
import type {
  ChatEvent,
  Completion,
  EarlierMessages,
  MentionView,
  TypedAnswers,
  ViewSettings,
} from '../src/shared/protocol';

/** All that the panel shows, as a fold over the host's events. */
export interface PanelState {
  readonly chat: ChatState;
  /** What the host has of the conversation before `chat.messages`. */
  readonly earlier?: EarlierMessages;
  /** Absent until the host has sent the first `state`. */
  readonly settings?: ViewSettings;
  /** What the last `state` said the message box held; `count` numbers those events; `replaces`: what was typed goes. */
  readonly draft: { readonly text: string; readonly count: number; readonly replaces?: boolean };
  /** What the last `state` said that forms held. */
  readonly answers: TypedAnswers;
  /** The last answer to a question for completions. */
  readonly completions: { readonly request: number; readonly items: readonly Completion[] };
  /** What the text in the message box mentions. */
  readonly mentioned: readonly MentionView[];
  /** The last wish to put the caret into the message box; `count` numbers them. */
  readonly compose: { readonly text: string; readonly count: number };
}

export const emptyPanel: PanelState = {
  chat: emptyChat(),
  completions: { request: 0, items: [] },
  mentioned: [],
  draft: { text: '', count: 0 },
  answers: {},
  compose: { text: '', count: 0 },
};

export function applyChatEvent(panel: PanelState, event: ChatEvent): PanelState {
  switch (event.type) {
    case 'state':
      return {
        ...withEarlier(panel, event.earlier),
        chat: event.state,
        settings: event.settings,
        draft: { text: event.draft, count: panel.draft.count + 1, replaces: event.isMoved === true },
        answers: event.answers ?? {},
      };
    case 'settings':
      return { ...panel, settings: event.settings };
    case 'compose':
      return { ...panel, compose: { text: event.text ?? '', count: panel.compose.count + 1 } };
    case 'earlier':
      // One that was asked for before the conversation went back, or was asked for twice, has no place any more.
      return event.before === panel.chat.messages[0]?.id
        ? withEarlier(
            {
              ...panel,
              chat: {
                ...panel.chat,
                messages: [...event.messages, ...panel.chat.messages],
                ...(event.agents && { agents: { ...event.agents, ...panel.chat.agents } }),
              },
            },
            event.earlier,
          )
        : panel;
    case 'completions':
      return { ...panel, completions: { request: event.request, items: event.items } };
    case 'mentioned':
      return { ...panel, mentioned: event.mentions };
    case 'focus':
      return panel;
    case 'rewound':
      return { ...panel, chat: applyEvent(goneBack(panel, event.messageId), event) };
    default:
      return { ...panel, chat: applyEvent(panel.chat, event) };
  }
}

/** Back to a prompt that the panel does not have: all that it has came after. */
function goneBack({ chat, earlier }: PanelState, messageId: string): ChatState {
  const isHere = earlier === undefined || chat.messages.some(({ id }) => id === messageId);
  return isHere ? chat : { ...emptyChat(chat.sessionId), usage: chat.usage, isRunning: chat.isRunning };
}

function withEarlier({ earlier: _before, ...panel }: PanelState, earlier: EarlierMessages | undefined): PanelState {
  return earlier ? { ...panel, earlier } : panel;
}

/**
 * How many characters an event adds to what is on its way anyway; it may wait a moment for more. Undefined for an event
 * that is to be seen at once.
 */
export function addedBy(event: ChatEvent): number | undefined {
  if (event.type === 'agent') return addedBy(event.event);
  return event.type === 'delta' || event.type === 'tool-output' ? event.text.length : undefined;
}
