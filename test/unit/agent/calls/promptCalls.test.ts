import assert from 'node:assert/strict';
import { text } from '../../../support/gemini/replies';
import { startGeminiServer } from '../../../support/geminiServer';
import { createTestSession, noteTools } from '../../../support/testSession';

describe('A call that a prompt makes', () => {
  const write = noteTools.find(({ name }) => name === 'write_note')!;
  const prompted = async (isTyped: boolean) => {
    await using server = await startGeminiServer();
    server.reply(text('Done.'));
    const test = createTestSession({ url: server.url });
    test.session.subscribe(event => {
      if (event.type !== 'approval-requested') return;
      setImmediate(() => test.session.decide(event.approval.callId, { decision: 'accept' }));
    });
    const statuses: string[] = [];
    await test.session.submit(async tools => {
      statuses.push((await tools.call(write, { name: 'a', text: 'b' }, { isTyped })).status);
      return [{ type: 'text', text: 'Go' }];
    });
    return [statuses, test.events.filter(({ type }) => type === 'approval-requested').length] as const;
  };

  it('is asked about like one of the model', async () => {
    assert.deepEqual(await prompted(false), [['success'], 1]);
  });

  it('is not asked about where the user has typed it', async () => {
    assert.deepEqual(await prompted(true), [['success'], 0]);
  });
});
