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

/** Everything that the panel shows, as a fold over the host's events. */
export interface PanelState {
  readonly chat: ChatState;
  /** The host's messages from before `chat.messages`. */
  readonly earlier?: EarlierMessages;
  /** Absent until the host has sent the first `state`. */
  readonly settings?: ViewSettings;
  /**
   * The draft in the last `state`. `count` numbers those events, of which several may be drawn at once; `replacements`
   * those that discard the text typed so far.
   */
  readonly draft: { readonly text: string; readonly count: number; readonly replacements: number };
  /** The form values in the last `state`. */
  readonly answers: TypedAnswers;
  /** The last answer to a request for completions. */
  readonly completions: { readonly request: number; readonly items: readonly Completion[] };
  /** What the text in the message box mentions. */
  readonly mentioned: readonly MentionView[];
  /** All requests so far to insert a text into the message box or, if it is empty, to focus the box. */
  readonly compose: readonly string[];
}

export const EMPTY_PANEL: PanelState = {
  chat: emptyChat(),
  completions: { request: 0, items: [] },
  mentioned: [],
  draft: { text: '', count: 0, replacements: 0 },
  answers: {},
  compose: [],
};

export function applyChatEvent(panel: PanelState, event: ChatEvent): PanelState {
  switch (event.type) {
    case 'state':
      return {
        ...withEarlier(panel, event.earlier),
        chat: event.state,
        settings: event.settings,
        draft: {
          text: event.draft,
          count: panel.draft.count + 1,
          replacements: panel.draft.replacements + (event.isMoved === true ? 1 : 0),
        },
        answers: event.answers ?? {},
      };
    case 'settings':
      return { ...panel, settings: event.settings };
    case 'compose':
      return { ...panel, compose: [...panel.compose, event.text ?? ''] };
    case 'earlier':
      // Messages that were requested twice, or before the conversation was rewound, no longer fit.
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

/** The state after rewinding to a prompt. If the panel doesn't have that prompt, all its messages came after it. */
function goneBack({ chat, earlier }: PanelState, messageId: string): ChatState {
  const isHere = earlier === undefined || chat.messages.some(({ id }) => id === messageId);
  return isHere ? chat : { ...emptyChat(chat.sessionId), usage: chat.usage, isRunning: chat.isRunning };
}

function withEarlier({ earlier: _before, ...panel }: PanelState, earlier: EarlierMessages | undefined): PanelState {
  return earlier ? { ...panel, earlier } : panel;
}

/**
 * How many characters an event adds to streamed content, whose drawing can wait for more; undefined for an event that
 * must be shown immediately.
 */
export function addedBy(event: ChatEvent): number | undefined {
  if (event.type === 'agent') return addedBy(event.event);
  return event.type === 'delta' || event.type === 'tool-output' ? event.text.length : undefined;
}
