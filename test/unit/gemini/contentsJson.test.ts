import assert from 'node:assert/strict';
import type { GenaiAccess } from '../../../src/gemini/access';
import { createContentGenerator } from '../../../src/gemini/contentGenerator';
import { ContentsJson } from '../../../src/gemini/contentsJson';
import { toContents } from '../../../src/gemini/convert';
import type { ModelRequest } from '../../../src/agent/ports/model';
import type { Message } from '../../../src/shared/messages';
import { openEgress } from '../../support/egress';
import { text } from '../../support/gemini/replies';
import { startGeminiServer } from '../../support/geminiServer';

const FLASH = 'gemini-3.8-flash';
const picture = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;
const messages: readonly Message[] = [
  { id: 'a', at: 0, role: 'user', parts: [{ type: 'text', text: 'Say "hi"\n\u2028é' }, picture] },
  { id: 'b', at: 0, role: 'notice', kind: 'info', text: 'Not sent.' } as unknown as Message,
  { id: 'c', at: 0, role: 'user', parts: [{ type: 'file', path: 'a.ts', text: 'x', startLine: 3 }] },
  {
    id: 'd',
    at: 0,
    role: 'assistant',
    model: FLASH,
    parts: [
      { type: 'thought', text: 'Hm.', signature: 's1' },
      { type: 'text', text: '', signature: 's2' },
      { type: 'opaque', raw: { executableCode: { code: '1', language: 'PYTHON' }, thoughtSignature: 's3' } },
      { type: 'toolCall', call: { id: 'one', name: 'read_file', args: { path: 'a' } }, signature: 's4' },
      { type: 'toolCall', call: { id: 'local-2', name: 'read_file', args: {} } },
    ],
  },
  {
    id: 'e',
    at: 0,
    role: 'tool',
    results: [
      { callId: 'one', name: 'read_file', title: '', status: 'success', content: 'text', images: [picture] },
      { callId: 'local-2', name: 'read_file', title: '', status: 'error', content: 'No.' },
    ],
  },
  { id: 'f', at: 0, role: 'user', parts: [{ type: 'text', text: 'Go on.' }] },
];

describe('The JSON of a conversation', () => {
  it('is that of its contents, for each model and as it grows', () => {
    const json = new ContentsJson();
    for (let length = 0; length <= messages.length; length++) {
      for (const model of [FLASH, 'gemini-4-argon', FLASH]) {
        const sent = messages.slice(0, length);
        assert.deepEqual(JSON.parse(json.of(sent, model)), JSON.parse(JSON.stringify(toContents(sent, model))));
      }
    }
  });

  for (const via of ['apiKey', 'vertexKey'] as const) {
    it(`is sent in a stream as the SDK would send it (${via})`, async () => {
      const server = await startGeminiServer();
      const access: GenaiAccess = { via, apiKey: 'good', baseUrl: server.url };
      const generator = createContentGenerator({
        egress: openEgress(),
        access: async () => access,
        wait: () => Promise.resolve(),
        userAgent: '',
        newId: () => 'id',
      });
      const tool = {
        name: 'read_file',
        description: 'Reads.',
        parameters: { type: 'object', properties: {} },
      } as const;
      const request: ModelRequest = { model: FLASH, system: 'Be brief.', messages, tools: [tool] };
      const { signal } = new AbortController();
      for (let i = 0; i < 2; i++) {
        server.reply([text('Hi')]);
        for await (const event of generator.stream(request, signal)) assert.notEqual(event.type, 'failed');
      }
      server.reply([text('Hi')]);
      await generator.generate(request, signal);
      const [first, second, whole] = server.requests.map(({ body }) => body);
      assert.deepEqual(first, whole);
      assert.deepEqual(second, whole);
      await server.close();
    });
  }
});
