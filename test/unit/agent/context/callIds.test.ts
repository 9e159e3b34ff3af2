import assert from 'node:assert/strict';
import { validHistory } from '../../../../src/agent/context/history';
import { toContents } from '../../../../src/gemini/convert';
import { toolCallsOf, type Message } from '../../../../src/shared/messages';
import { call, text } from '../../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../../support/geminiServer';
import { createTestSession } from '../../../support/testSession';

describe('An id that a model gives to several calls', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());

  const sentCalls = () =>
    (server.requests.at(-1)?.contents ?? []).flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionCall }) => (functionCall ? [`${functionCall.name} ${functionCall.id}`] : [])),
    );
  const sentResponses = () =>
    (server.requests.at(-1)?.contents ?? []).flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionResponse: each }) => (each ? [`${each.name} ${each.id}`] : [])),
    );

  it('is each call’s own in what is sent, in one answer and in several', async () => {
    server
      .reply(call('read_note', { name: 'a' }, { id: 'x' }), call('list_notes', {}, { id: 'x' }))
      .reply(call('read_note', { name: 'b' }, { id: 'x' }))
      .reply(text('Done.'));
    const test = createTestSession({ url: server.url });
    assert.equal((await test.say('Hi')).reason, 'done');
    const own = ['read_note x', 'list_notes x-2', 'read_note x-3'];
    assert.deepEqual([sentCalls(), sentResponses()], [own, own]);
    const states = test.events.flatMap(each => (each.type === 'tool-state' ? [each.callId] : []));
    assert.deepEqual([...new Set(states)], ['x', 'x-2', 'x-3']);
  });

  it('is none where it is empty', async () => {
    server.reply(call('read_note', { name: 'a' }, { id: '' }), call('list_notes', {}, { id: '' })).reply(text('Done.'));
    const test = createTestSession({ url: server.url });
    assert.equal((await test.say('Hi')).reason, 'done');
    assert.deepEqual(sentCalls(), ['read_note undefined', 'list_notes undefined']);
  });

  it('is told apart in what was recorded before, with the result of each', () => {
    const called = (id: string, ...names: string[]): Message => ({
      ...{ id, at: 1, role: 'assistant', model: 'm', end: 'stop' },
      parts: names.map(name => ({ type: 'toolCall', call: { id: 'x', name, args: {} } })),
    });
    const answered = (id: string, ...names: string[]): Message => ({
      ...{ id, at: 1, role: 'tool' },
      results: names.map(name => ({ callId: 'x', name, title: name, status: 'success', content: `of ${name}` })),
    });
    const history = [
      called('1', 'a', 'b'),
      answered('2', 'a', 'b'),
      called('3', 'c'),
      called('4', 'a'),
      answered('5', 'a'),
    ];
    const valid = validHistory(history);
    const ids = valid.flatMap(each =>
      each.role === 'assistant'
        ? toolCallsOf(each).map(({ id }) => id)
        : each.role === 'tool'
          ? each.results.map(({ callId, name, content }) => `${callId} ${name} ${content.slice(0, 4)}`)
          : [],
    );
    assert.deepEqual(ids, [
      ...['x', 'x-2', 'x a of a', 'x-2 b of b'],
      ...['x-3', 'x-3 c The '],
      ...['x-4', 'x-4 a of a'],
    ]);
    assert.deepEqual(toContents(validHistory(valid), 'm'), toContents(valid, 'm'));
  });
});
