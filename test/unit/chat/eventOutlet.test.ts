import assert from 'node:assert/strict';
import { EventOutlet } from '../../../src/chat/eventOutlet';
import type { AgentEvent } from '../../../src/shared/events';

const delta = (messageId: string, text: string): AgentEvent => ({ type: 'delta', messageId, text });
const output = (callId: string, text: string): AgentEvent => ({ type: 'tool-output', callId, text });

describe('event outlet', () => {
  it('joins text that belongs together and keeps the order', () => {
    const sent: AgentEvent[][] = [];
    const outlet = new EventOutlet(events => sent.push([...events]));
    [delta('a', 'x'), delta('a', 'y'), output('c', '1'), delta('a', 'z'), output('c', '2'), output('d', '3')].forEach(
      event => outlet.push(event),
    );
    assert.deepEqual(sent, []);
    outlet.flush();
    assert.deepEqual(sent, [[delta('a', 'xy'), output('c', '1'), delta('a', 'z'), output('c', '2'), output('d', '3')]]);
  });

  it('sends by itself, and nothing twice', async () => {
    const sent: AgentEvent[] = [];
    const arrived = new Promise<void>(resolve => {
      const outlet = new EventOutlet(events => {
        sent.push(...events);
        resolve();
      });
      outlet.push(delta('a', 'x'));
    });
    await arrived;
    assert.deepEqual(sent, [delta('a', 'x')]);
  });
});
