import assert from 'node:assert/strict';
import { keepMedia } from '../../../../src/mcp/tools/keptMedia';
import type { ServerContent } from '../../../../src/mcp/connection/mcpConnection';

describe('What no model can take of an answer', () => {
  const saved: string[] = [];
  const files = {
    saveBytes: async (name: string, bytes: Uint8Array, ending: string) => {
      saved.push(`${name}.${ending} ${Buffer.from(bytes).toString()}`);
      return `/outputs/${saved.length}-${name}.${ending}`;
    },
  };
  beforeEach(() => saved.splice(0));
  const data = Buffer.from('notes').toString('base64');

  it('is in a file, which a sentence names', async () => {
    const content: ServerContent[] = [
      { kind: 'audio', mimeType: 'audio/midi', data },
      { kind: 'resource', uri: 'memo://plan', mimeType: 'application/pdf', data },
      { kind: 'resource', uri: 'memo://blob', mimeType: 'application/../../x', data },
    ];
    assert.deepEqual(
      (await keepMedia(content, files)).map(each => each.kind === 'text' && each.text),
      [
        "[Audio, audio/midi, which the model can't take itself. It is in the file /outputs/1-audio.midi]",
        "[Resource memo://plan, application/pdf, which the model can't take itself. It is in the file /outputs/2-application.pdf]",
        "[Resource memo://blob, application/../../x, which the model can't take itself. It is in the file /outputs/3-application.bin]",
      ],
    );
    assert.deepEqual(saved, ['audio.midi notes', 'application.pdf notes', 'application.bin notes']);
  });

  it('is not what the model can take, nor what is text', async () => {
    const content: ServerContent[] = [
      { kind: 'audio', mimeType: 'audio/wav; rate=8000', data },
      { kind: 'image', mimeType: 'image/png', data },
      { kind: 'resource', uri: 'memo://a', text: 'A' },
      { kind: 'text', text: 'A' },
    ];
    assert.deepEqual(await keepMedia(content, files), content);
    assert.deepEqual(saved, []);
  });

  it('fills no disk', async () => {
    const many = Array.from({ length: 30 }, (): ServerContent => ({ kind: 'audio', mimeType: 'audio/midi', data }));
    await keepMedia(many, files);
    assert.equal(saved.length, 10);
    const huge = 'A'.repeat(33 * 1024 * 1024);
    assert.equal((await keepMedia([{ kind: 'audio', mimeType: 'audio/midi', data: huge }], files))[0]?.kind, 'audio');
  });

  it('is said to be lost where it can’t be saved', async () => {
    const full = { saveBytes: () => Promise.reject(new Error('ENOSPC')) };
    const [told] = await keepMedia([{ kind: 'audio', mimeType: 'audio/midi', data }], full);
    assert.match(told?.kind === 'text' ? told.text : '', /couldn't be saved: ENOSPC/);
  });
});
