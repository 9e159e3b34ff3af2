import assert from 'node:assert/strict';
import { interruptedEvents } from '../../../../src/agent/run/recovery';
import { restoreChat } from '../../../../src/sessions/restoreChat';
import { applyEvents } from '../../../../src/shared/applyEvent';
import { emptyChat } from '../../../../src/shared/chatState';
import type { AgentEvent } from '../../../../src/shared/events';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession, noteFiles, openSession, sessionOptions } from '../../../support/testSession';

describe('A session that ended while it waited for an approval', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  it('grants nothing when it is taken up again, and says where it stopped', async () => {
    const notes = new Map<string, string>();
    const options = { url: server.url, files: noteFiles(notes) };
    server.reply(call('write_note', { name: 'a', text: 'new' }, { id: 'c1' }));
    const test = createTestSession(options);
    const ended = test.say('Write it.');
    const { approval } = await test.event('approval-requested');
    const later = openSession(sessionOptions(options), { restored: restoreChat('s', test.events) });
    later.recover();
    assert.deepEqual(later.state.approvals, []);
    assert.equal(later.decide(approval.callId, { decision: 'accept' }), false);
    const [result] = later.state.messages.flatMap(message => (message.role === 'tool' ? message.results : []));
    assert.equal(result?.status, 'cancelled');
    assert.match(JSON.stringify(later.state.messages.at(-1)), /It stopped here/);
    server.reply(text('I see.'));
    assert.equal((await later.submit([{ type: 'text', text: 'Go on.' }])).reason, 'done');
    assert.equal(notes.size, 0);
    test.session.stop();
    await ended;
  });
});

describe('A session that ended amid a call', () => {
  it('still says what the call was about', () => {
    const part = { type: 'toolCall', call: { id: 'c', name: 'look', args: {} } } as const;
    const label = { title: 'Look', icon: 'search' } as const;
    const events: AgentEvent[] = [
      { type: 'run-started', at: 1 },
      { type: 'message', message: { id: 'a', at: 1, role: 'assistant', model: 'm', parts: [part] } },
      { type: 'tool-state', callId: 'c', state: 'executing', at: 2, name: 'look', ...label },
    ];
    const added = interruptedEvents(
      applyEvents(emptyChat('s'), events),
      () => 'n',
      () => 3,
    );
    const results = added.flatMap(each =>
      each.type === 'message' && each.message.role === 'tool' ? each.message.results : [],
    );
    assert.deepEqual(
      results.map(({ title, icon, status }) => ({ title, icon, status })),
      [{ ...label, status: 'cancelled' }],
    );
  });

  it('offers an error report only if it ended unexpectedly', () => {
    const state = applyEvents(emptyChat('s'), [{ type: 'run-started', at: 1 }]);
    const actions = (wasAbandoned: boolean) =>
      interruptedEvents(
        state,
        () => 'n',
        () => 2,
        wasAbandoned,
      ).flatMap(each =>
        each.type === 'message' && each.message.role === 'notice' ? (each.message.actions ?? []) : [],
      );
    assert.deepEqual([actions(false), actions(true)], [['continue'], ['continue', 'writeReport']]);
  });
});
