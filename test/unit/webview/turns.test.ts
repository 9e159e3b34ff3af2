import assert from 'node:assert/strict';
import type { Message, Part, UserMessage } from '../../../src/shared/messages';
import { emptyChat } from '../../../src/shared/chatState';
import { applyChatEvent, EMPTY_PANEL } from '../../../webview/panelState';
import { PromptHistory } from '../../../webview/promptHistory';
import { promptsOf, resultsOf, segmentsOf, strayApprovals, titleOf, turnsOf, withLive } from '../../../webview/turns';

const user = (id: string, text: string, isContext = false): UserMessage => ({
  role: 'user',
  id,
  at: 0,
  parts: [{ type: 'text', text }],
  ...(isContext && { isContext }),
});
const agent = (id: string, ...parts: Part[]) => ({ role: 'assistant', id, at: 0, model: 'm', parts }) as const;
const call = (id: string): Part => ({ type: 'toolCall', call: { id, name: 'x', args: {} } });

describe('The transcript', () => {
  const messages: Message[] = [
    user('c', 'You are in a workspace.', true),
    user('u1', 'First\nline'),
    agent('a1', call('c1')),
    {
      role: 'tool',
      id: 't1',
      at: 0,
      results: [{ callId: 'c1', name: 'x', title: 'X', status: 'success', content: '' }],
    },
    agent('a2', { type: 'text', text: 'Done' }),
    { role: 'notice', id: 'n1', at: 0, level: 'info', text: 'Note' },
    { role: 'notice', id: 'n2', at: 0, level: 'info', text: 'Tools', answers: '/tools' },
    user('u2', 'Second'),
  ];

  it('groups what came of a prompt into one turn, and leaves out context', () => {
    const turns = turnsOf(messages).map(turn => (turn.kind === 'user' ? turn.key : turn.items.map(item => item.id)));
    assert.deepEqual(turns, ['u1', ['a1', 'a2', 'n1', 'n2'], 'u2']);
    assert.equal(titleOf(messages), 'First');
    assert.deepEqual(promptsOf(messages), ['First\nline', '/tools', 'Second']);
    assert.equal(resultsOf(messages).get('c1')?.title, 'X');
  });

  it('adds the live answer to the turn it belongs to', () => {
    const live = agent('a3');
    assert.deepEqual(withLive(turnsOf(messages), live).at(-1), { kind: 'agent', key: 'a3', items: [live] });
    const first = withLive(turnsOf(messages.slice(0, 5)), live).at(-1);
    assert.ok(first?.kind === 'agent' && first.key === 'a1' && first.items.length === 3);
  });

  it('flows neighbouring text together and keeps thoughts apart', () => {
    const segments = segmentsOf([
      { type: 'thought', text: 'One.\n' },
      { type: 'thought', text: 'Two.' },
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo', signature: 's' },
      call('c1'),
      { type: 'opaque', raw: {} },
      { type: 'text', text: '' },
      { type: 'text', text: 'After' },
    ]);
    assert.deepEqual(
      segments.map(segment => (segment.kind === 'text' || segment.kind === 'thought' ? segment.text : segment.kind)),
      ['One.\n\nTwo.', 'Hello', 'call', 'After'],
    );
  });

  it('knows the questions whose calls it does not show', () => {
    const approval = (callId: string) =>
      ({ callId, remember: [], proposal: { kind: 'command', command: '', cwd: '' } }) as const;
    const chat = { ...emptyChat(), messages, approvals: [approval('c1'), approval('x')] };
    assert.deepEqual(
      strayApprovals(chat).map(({ callId }) => callId),
      ['x'],
    );
  });
});

describe('The history of prompts', () => {
  it('goes back and forth, and ends at what was being typed', () => {
    const history = new PromptHistory();
    const prompts = ['a', 'b'];
    assert.equal(history.forward(prompts), undefined);
    assert.deepEqual(
      [history.back(prompts, 'mine'), history.back(prompts, 'b'), history.back(prompts, 'a')],
      ['b', 'a', undefined],
    );
    assert.deepEqual(
      [history.forward(prompts), history.forward(prompts), history.forward(prompts)],
      ['b', 'mine', undefined],
    );
    history.back(prompts, 'mine');
    history.leave();
    assert.equal(history.back(prompts, 'edited'), 'b');
  });
});

describe('The state of the panel', () => {
  it('is what the host sent last, with the events after it', () => {
    const state = { ...emptyChat('s2'), messages: [user('u1', 'Hi')] };
    const settings = {
      signIn: 'key',
      model: 'm',
      models: [],
      mode: 'default',
      hasFolder: true,
      isTrusted: true,
      attachments: [],
      sendWithModifier: false,
    } as const;
    const panel = [
      { type: 'message', message: user('u0', 'void') } as const,
      { type: 'state', state, settings, draft: 'draft' } as const,
      { type: 'run-started', at: 1 } as const,
      { type: 'compose', text: '@a' } as const,
      { type: 'settings', settings: { ...settings, mode: 'plan' } } as const,
    ].reduce(applyChatEvent, EMPTY_PANEL);
    assert.deepEqual(panel.chat, { ...state, isRunning: true });
    assert.deepEqual(
      [panel.draft, panel.compose, panel.settings?.mode],
      [{ text: 'draft', count: 1, replacements: 0 }, ['@a'], 'plan'],
    );
    const moved = applyChatEvent(panel, { type: 'state', state, settings, draft: '', isMoved: true });
    assert.deepEqual(moved.draft, { text: '', count: 2, replacements: 1 });
  });
});
