import assert from 'node:assert/strict';
import { earlierForView, stateForView } from '../../../../src/chat/surfaces/viewEvents';
import { emptyChat } from '../../../../src/shared/chatState';
import { applyEvent } from '../../../../src/shared/applyEvent';
import type { AgentEvent } from '../../../../src/shared/events';
import type { Message } from '../../../../src/shared/messages';
import type { ChatEvent } from '../../../../src/shared/protocol';
import { applyChatEvent, EMPTY_PANEL, type PanelState } from '../../../../webview/panelState';
import { longSession } from '../../../bench/longSession';

const settings = {} as Extract<ChatEvent, { type: 'state' }>['settings'];
const chatOf = (events: readonly AgentEvent[]) => events.reduce(applyEvent, emptyChat('s'));
const open = (chat = chatOf(longSession(1000))): PanelState =>
  applyChatEvent(EMPTY_PANEL, { type: 'state', ...stateForView(chat, 0), settings, draft: '' });
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

describe('A long conversation in the panel', () => {
  it('comes with its newest messages, from a prompt on, and with its name', () => {
    const panel = open();
    assert.equal(panel.chat.messages.length, 200);
    assert.equal(panel.chat.messages[0]?.role, 'user');
    assert.equal(panel.chat.messages.at(-1)?.id, 'm999');
    assert.deepEqual(panel.earlier, { count: 800, title: 'Prompt 0: look at the cart.' });
  });

  it('comes with the names of attachments alone, and with what commands printed that the user ran', () => {
    const file = { type: 'file', path: 'a.ts', text: 'let a;', isMentioned: true } as const;
    const parts = [file, { ...file, path: 'echo hi', text: 'hi', source: 'command' } as const];
    const { messages } = open(chatOf([{ type: 'message', message: { role: 'user', id: 'u', at: 0, parts } }])).chat;
    assert.deepEqual(
      messages.flatMap(each => (each.role === 'user' ? each.parts : [])).map(part => part.type === 'file' && part.text),
      ['', 'hi'],
    );
  });

  it('comes whole if it is short', () => {
    const panel = open(chatOf(longSession(200)));
    assert.equal(panel.chat.messages.length, 200);
    assert.equal(panel.earlier, undefined);
  });

  it('shows all that came before, piece by piece, with nothing missing or twice', () => {
    const chat = chatOf(longSession(1000));
    let panel = open(chat);
    while (panel.earlier) panel = applyChatEvent(panel, earlierForView(chat, panel.chat.messages[0]?.id));
    assert.deepEqual(ids(panel.chat.messages), ids(chat.messages));
  });

  it('takes a piece that was asked for twice only once, and none that has no place any more', () => {
    const chat = chatOf(longSession(1000));
    const piece = earlierForView(chat, 'm800');
    const once = applyChatEvent(open(chat), piece);
    assert.equal(once.chat.messages.length, 400);
    assert.equal(applyChatEvent(once, piece), once);
    assert.deepEqual(earlierForView(chat, 'gone').messages, []);
  });

  it('does not begin between a call and its result where a run has no end', () => {
    const [prompt, ...run] = longSession(4);
    const steps = Array.from({ length: 300 }, (_, i) => run.map(event => renamed(event, `-${i}`))).flat();
    const chat = chatOf([...(prompt ? [prompt] : []), ...steps]);
    for (const cut of [0, 1, 2]) {
      const [first] = stateForView({ ...chat, messages: chat.messages.slice(0, -1 - cut) }, 0).state.messages;
      assert.equal(first?.role, 'assistant');
    }
  });

  it('goes back to a prompt that it does not show, and gets what came before that', () => {
    const chat = chatOf(longSession(1000));
    const event: AgentEvent = { type: 'rewound', messageId: 'm400', at: 1 };
    const back = applyEvent(chat, event);
    const gone = applyChatEvent(open(chat), event);
    assert.deepEqual(gone.chat.messages, []);
    const panel = applyChatEvent(gone, earlierForView(back));
    assert.equal(panel.chat.messages.at(-1)?.id, 'm399');
    assert.equal(panel.earlier?.count, 200);
  });

  it('goes back to a prompt that it shows, and keeps the rest', () => {
    const chat = chatOf(longSession(1000));
    const event: AgentEvent = { type: 'rewound', messageId: 'm900', at: 1 };
    const panel = applyChatEvent(open(chat), event);
    assert.equal(panel.chat.messages.at(-1)?.id, 'm899');
    assert.equal(applyChatEvent(panel, earlierForView(applyEvent(chat, event))), panel);
    const all = applyChatEvent(open(chat), { type: 'rewound', messageId: 'm800', at: 1 });
    assert.equal(
      applyChatEvent(all, earlierForView(applyEvent(chat, { ...event, messageId: 'm800' }))).earlier?.count,
      600,
    );
  });
});

function renamed(event: AgentEvent, end: string): AgentEvent {
  const text = JSON.stringify(event).replace(/"(id|messageId|callId)":"(\w+)"/g, `"$1":"$2${end}"`);
  return JSON.parse(text) as AgentEvent;
}
