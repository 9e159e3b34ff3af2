import assert from 'node:assert/strict';
import type { Tool } from '../../../src/agent/tool';
import { declaredTools } from '../../../src/demo/conversation';
import type { GeminiRequest } from '../../support/gemini/request';
import { call, text } from '../../support/gemini/replies';
import { startGeminiServer } from '../../support/geminiServer';
import { openSession, sessionOptions } from '../../support/testSession';
import { Session } from '../../../src/agent/session';
import type { PolicyRequest } from '../../../src/policy/decision';

const tool = (name: string, content = name): Tool => ({
  kind: 'read',
  name,
  description: `Gives ${content}.`,
  parameters: { type: 'object', properties: {} },
  title: () => name,
  run: async () => ({ content }),
});

describe('The tools of a session', () => {
  const sent = (requests: readonly GeminiRequest[]) => requests.map(({ body }) => [...declaredTools(body)]);

  it('come and go between the turns of a run, as their sources list them', async () => {
    const server = await startGeminiServer({ apiKey: 'test-key' });
    const options = sessionOptions({ url: server.url });
    const steady = tool('steady');
    let late: readonly Tool[] = [];
    const come: Tool = {
      ...(tool('come') as Extract<Tool, { kind: 'read' }>),
      run: async () => {
        late = [tool('late'), tool('steady', 'a double')];
        return { content: '' };
      },
    };
    const session = new Session(
      {
        ...options,
        models: options,
        toolSources: [
          { name: 'first', list: async () => [steady, come] },
          { name: 'second', list: async () => late },
          { name: 'broken', list: () => Promise.reject(new Error('It is down.')) },
        ],
      },
      options,
    );
    server.reply(call('come', {})).reply(call('late', {}), call('steady', {})).reply(text('Done.'));
    await session.submit([{ type: 'text', text: 'Hi' }]);
    assert.deepEqual(sent(server.requests), [
      ['steady', 'come'],
      ['steady', 'come', 'late'],
      ['steady', 'come', 'late'],
    ]);
    const results = session.state.messages.flatMap(message => (message.role === 'tool' ? message.results : []));
    assert.deepEqual(
      results.map(({ content }) => content),
      ['', 'late', 'steady'],
    );
    await server.close();
  });

  it('tell policy which server they come from', async () => {
    const server = await startGeminiServer({ apiKey: 'test-key' });
    const asked: PolicyRequest[] = [];
    const origin = { kind: 'mcp', server: 'files', annotations: { readOnlyHint: true } } as const;
    const session = openSession(
      sessionOptions({
        url: server.url,
        tools: [{ ...tool('far'), origin }, tool('near')],
        policy: {
          decide: async request => (asked.push(request), { decision: 'allow', reason: { kind: 'mode' } }),
          remember: async () => undefined,
        },
      }),
    );
    server.reply(call('far', {}), call('near', {})).reply(text('Done.'));
    await session.submit([{ type: 'text', text: 'Hi' }]);
    assert.deepEqual(
      asked.map(({ toolName, serverName, annotations }) => ({ toolName, serverName, annotations })),
      [
        { toolName: 'far', serverName: 'files', annotations: { readOnlyHint: true } },
        { toolName: 'near', serverName: undefined, annotations: undefined },
      ],
    );
    await server.close();
  });
});
