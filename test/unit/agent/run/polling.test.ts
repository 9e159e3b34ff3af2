import assert from 'node:assert/strict';
import { text, call } from '../../../support/gemini/replies';
import { startGeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';
import type { Tool } from '../../../../src/agent/tool';
import { LoopWatch } from '../../../../src/agent/run/loopDetection';

describe('Asking a background process again and again', () => {
  it('is no loop, and hides none', () => {
    const watch = new LoopWatch();
    const poll = { id: 'p', name: 'read_background_output', args: { pid: 7 } };
    for (let i = 0; i < 20; i++) assert.equal(watch.takeCalls([poll]), undefined);
    const other = { id: 'o', name: 'read_file', args: { file_path: 'a' } };
    const found = Array.from({ length: 3 }, () => [watch.takeCalls([other]), watch.takeCalls([poll])]).flat();
    assert.ok(found.some(each => each?.kind === 'calls'));
  });

  it('five times alike neither ends a run nor earns a word, nor does it among other calls', async () => {
    await using server = await startGeminiServer();
    const tools = ['read_background_output', 'list_background_processes'].map((name): Tool => ({
      kind: 'read',
      name,
      description: '',
      parameters: { type: 'object', properties: {} },
      title: () => name,
      run: async () => ({ content: 'still running' }),
    }));
    const { session, say } = createTestSession({ url: server.url, tools });
    const polls = tools.flatMap(({ name }) => Array.from({ length: 6 }, () => call(name, {})));
    server.replies([...polls, text('Ready.')]);
    assert.equal((await say('Wait for it')).reason, 'done');
    assert.equal(server.requests.length, 13);
    const told = session.state.messages.filter(({ role }) => role === 'user' || role === 'notice');
    assert.doesNotMatch(JSON.stringify(told), /times in a row/);
  });
});
