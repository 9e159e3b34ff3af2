import assert from 'node:assert/strict';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';

describe('A session', () => {
  it('tells the model before its next request of what has changed of what came along, and lets go at its end', async () => {
    await using server = await startGeminiServer();
    server.replies([call('read_note', { name: 'a' }), text('One.'), text('Two.')]);
    const changes: string[] = [];
    let isEnded = false;
    const { session, say } = createTestSession({ url: server.url });
    await session.submit(async ({ follow }) => {
      follow({ id: 'x', news: async () => changes.shift(), end: () => (isEnded = true) });
      changes.push('[It is new before the first answer]');
      return [{ type: 'text', text: 'Go' }];
    });
    changes.push('[It is new between prompts]');
    await say('And?');
    const heard = server.requests.map(request => {
      const said = JSON.stringify(request.contents);
      return [said.split('before the first').length - 1, said.split('between prompts').length - 1];
    });
    assert.deepEqual(heard, [
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
    assert.equal(isEnded, false);
    await session.end('exit');
    assert.equal(isEnded, true);
  });
});
