import assert from 'node:assert/strict';
import { applyEvent, emptyChat } from '../../../src/shared/chatState';
import type { AgentEvent } from '../../../src/shared/events';
import { announcementFor } from '../../../webview/components/transcript/announcer';

const input = (awaited: 'text' | null): AgentEvent => ({ type: 'tool-input', callId: 'c', awaited });

describe('What is announced', () => {
  it('is once that a command waits for input, and again when it waits anew', () => {
    const events: AgentEvent[] = [
      { type: 'tool-state', callId: 'c', state: 'executing', at: 1, title: 'Run x' },
      input('text'),
      { type: 'tool-output', callId: 'd', text: 'elsewhere' },
      input(null),
      input('text'),
    ];
    let state = emptyChat();
    const said = events.map(event => {
      const before = state;
      state = applyEvent(state, event);
      return announcementFor(before, state)?.text;
    });
    const waits = 'The command waits for input: Run x';
    assert.deepEqual(said, [undefined, waits, undefined, undefined, waits]);
  });
});
