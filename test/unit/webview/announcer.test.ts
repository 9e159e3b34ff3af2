import assert from 'node:assert/strict';
import { emptyChat, type ChatState } from '../../../src/shared/chatState';
import { applyEvent } from '../../../src/shared/applyEvent';
import type { AgentEvent } from '../../../src/shared/events';
import { silenceText } from '../../../webview/text/silence';
import { announcementFor } from '../../../webview/components/transcript/announcer';

const input = (awaited: 'text' | null): AgentEvent => ({ type: 'tool-input', callId: 'c', awaited });

describe('What is announced', () => {
  it('is once that the service is silent, politely, and not that it is no more', () => {
    const silence = (seconds: number | null): AgentEvent => ({ type: 'silence', seconds });
    const watched = (state: ChatState) => ({ ...state, silence: silenceText(state) });
    let state = emptyChat();
    const announced = (event: AgentEvent) => {
      const before = watched(state);
      state = applyEvent(state, event);
      return announcementFor(before, watched(state));
    };
    const said = [silence(10), input('text'), silence(10), silence(null), silence(10)].map(announced);
    const ofAgent = [
      silence(null),
      { type: 'agent-started', callId: 'a', agent: { name: 'scout', title: 'The scout' } } as const,
      { type: 'agent', callId: 'a', event: silence(20) } as const,
    ].map(announced);
    assert.match(ofAgent[2]?.text ?? '', /^The scout: .*service has sent nothing.*20 s/);
    assert.match(said[0]?.text ?? '', /service has sent nothing.*10 s/);
    assert.deepEqual(
      said.map(each => each?.isUrgent),
      [false, undefined, undefined, undefined, false],
    );
  });

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

  it('is that another chat waits for approval, as often as one more does', () => {
    const said = [0, 1, 1, 2, 1, 0].map((waitingChats, index, all) =>
      announcementFor({ ...emptyChat(), waitingChats: all[index - 1] }, { ...emptyChat(), waitingChats }),
    );
    const [one, two] = ['1 other chat waits for your approval', '2 other chats wait for your approval'];
    assert.deepEqual(
      said.map(each => each?.text),
      [undefined, one, undefined, two, undefined, undefined],
    );
    assert.equal(said[1]?.isUrgent, false);
  });
});
