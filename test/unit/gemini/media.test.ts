import assert from 'node:assert/strict';
import { toContents } from '../../../src/gemini/convert';
import type { Message } from '../../../src/shared/messages';

describe('What read_file attaches besides text', () => {
  const MIME_TYPES = ['image/png', 'application/pdf', 'audio/mp3', 'video/mp4'];
  const results = MIME_TYPES.map((mimeType, i) => ({
    callId: `c${i}`,
    name: 'read_file',
    title: '',
    status: 'success' as const,
    content: 'Attached.',
    images: [{ type: 'image' as const, mimeType, data: 'eA==' }],
  }));
  const messages: readonly Message[] = [{ id: 't', at: 0, role: 'tool', results }];
  /** What stands inside of responses, and what beside them, by its type. */
  const places = (model: string) => {
    const [content, ...rest] = toContents(messages, model);
    assert.deepEqual([content?.role, rest.length], ['user', 0]);
    const parts = content?.parts ?? [];
    const responses = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
    return {
      inside: responses.flatMap(each => each.parts ?? []).map(({ inlineData }) => inlineData?.mimeType),
      beside: parts.flatMap(({ inlineData }) => inlineData?.mimeType ?? []),
      isBehind: parts.findLastIndex(part => part.functionResponse) < parts.findIndex(part => part.inlineData),
    };
  };

  it('goes inside of the response from Gemini 3 on, but for sound and film, which follow it', () => {
    for (const model of ['gemini-3.8-flash', 'gemini-4-argon', 'gemini-3-pro-preview']) {
      assert.deepEqual(places(model), {
        inside: ['image/png', 'application/pdf'],
        beside: ['audio/mp3', 'video/mp4'],
        isBehind: true,
      });
    }
  });

  it('follows the response before Gemini 3, whatever it is', () => {
    assert.deepEqual(places('gemini-2.5-flash'), { inside: [], beside: MIME_TYPES, isBehind: true });
  });
});
