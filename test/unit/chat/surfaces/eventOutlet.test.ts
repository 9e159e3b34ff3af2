import assert from 'node:assert/strict';
import { EventOutlet } from '../../../../src/chat/surfaces/eventOutlet';
import { LIVE_OUTPUT_LIMIT } from '../../../../src/shared/lastOutput';
import type { AgentEvent } from '../../../../src/shared/events';

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

  it('passes on no more of an output than there is to see of it', () => {
    const sent: AgentEvent[] = [];
    const outlet = new EventOutlet(events => sent.push(...events));
    for (let i = 0; i < 1000; i++) outlet.push(output('c', `${i}`.padEnd(LIVE_OUTPUT_LIMIT / 2, '.')));
    outlet.flush();
    const [only] = sent;
    const text = only?.type === 'tool-output' ? only.text : '';
    assert.ok(sent.length === 1 && text.length > 0.8 * LIVE_OUTPUT_LIMIT && text.length < 2 * LIVE_OUTPUT_LIMIT);
    assert.ok(text.endsWith('999'.padEnd(LIVE_OUTPUT_LIMIT / 2, '.')));
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
