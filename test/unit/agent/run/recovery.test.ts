import assert from 'node:assert/strict';
import { restoreChat } from '../../../../src/sessions/restoreChat';
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
