import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/agent/ports/model';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import { openEgress } from '../../support/egress';
import { text } from '../../support/gemini/replies';
import { startGeminiServer } from '../../support/geminiServer';

const tool = { name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} } };
const request: ModelRequest = {
  model: 'gemini-3.8-flash',
  system: 'Be brief.',
  messages: [{ id: 'u', at: 0, role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [tool],
};
const changes: readonly Partial<ModelRequest>[] = [
  {},
  { messages: [{ id: 'v', at: 0, role: 'user', parts: [{ type: 'text', text: 'Again' }] }] },
  { system: 'Be long.' },
  { model: 'gemini-4-argon' },
  { tools: [tool, { ...tool, name: 'glob' }] },
  { tools: [{ ...tool, description: 'Reads a file.' }] },
  { tools: [] },
  { toolChoice: { mode: 'ANY', names: ['read_file'] } },
  { serviceTools: ['googleSearch'] },
  { generation: { temperature: 0.2, thinking: 'low' } },
  { tools: [], responseSchema: { type: 'object', properties: {} } },
  {},
];
const accesses = {
  'a key': { via: 'apiKey', apiKey: 'good' },
  'a gateway': { via: 'gateway' },
  'Vertex AI': { via: 'vertexKey', apiKey: 'good' },
} as const;

describe('A streamed request', () => {
  for (const [name, access] of Object.entries(accesses)) {
    it(`is the same as the first of a new connection, whatever the ones before it were (${name})`, async () => {
      await using server = await startGeminiServer();
      const open = () =>
        createContentGenerator({
          egress: openEgress(),
          access: async () => ({ ...access, baseUrl: server.url }),
          wait: () => Promise.resolve(),
          userAgent: 'Pollux/test',
          newId: () => 'one',
        });
      const sent = async (generator: ReturnType<typeof open>, change: Partial<ModelRequest>) => {
        server.reply(text('Hi'));
        const events = [];
        for await (const event of generator.stream({ ...request, ...change }, new AbortController().signal))
          events.push(event);
        assert.equal(events.at(-1)?.type, 'finished');
        const { path, headers, body } = server.requests.at(-1) ?? assert.fail();
        return { path, headers, body };
      };
      const same = open();
      for (const change of changes) assert.deepEqual(await sent(same, change), await sent(open(), change));
    });
  }

  it('is sent with the headers that are set by then', async () => {
    await using server = await startGeminiServer();
    let version = '1';
    const generator = createContentGenerator({
      egress: openEgress(),
      access: async () => ({
        via: 'apiKey',
        apiKey: `key-${version}`,
        baseUrl: server.url,
        headers: { 'x-team': version },
      }),
      wait: () => Promise.resolve(),
      userAgent: 'Pollux/test',
      newId: () => 'one',
    });
    for (version of ['1', '2']) {
      server.reply(text('Hi'));
      for await (const event of generator.stream(request, new AbortController().signal))
        assert.notEqual(event.type, 'failed');
      const { headers } = server.requests.at(-1) ?? assert.fail();
      assert.deepEqual([headers['x-team'], headers['x-goog-api-key']], [version, `key-${version}`]);
    }
  });
});
