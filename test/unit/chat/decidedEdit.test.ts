import assert from 'node:assert/strict';
import { decidedEdit } from '../../../src/chat/decidedEdit';
import type { Message } from '../../../src/shared/messages';
import { createMemoryWorkspace, MemoryFiles } from '../../support/memoryWorkspace';

describe('An edit that was decided', () => {
  const messages = (args: Record<string, unknown>): Message[] => [
    {
      id: 'a',
      at: 0,
      role: 'assistant',
      model: 'm',
      parts: [{ type: 'toolCall', call: { id: 'c1', name: 'replace', args } }],
    },
  ];
  const files = new MemoryFiles();
  files.put('/work/a.txt', 'one\ntwo\n');
  const workspace = createMemoryWorkspace(files, ['/work']);
  const look = (
    args: Record<string, unknown>,
    made: readonly { file: string; before: string | null; after: string }[] = [],
  ) => decidedEdit({ sessionId: 's', messages: messages(args) }, 'c1', { textsOf: async () => made, workspace });

  it('is shown as it was made, as far as that is stored', async () => {
    assert.deepEqual(await look({}, [{ file: '/a', before: null, after: 'x' }]), [
      { file: '/a', before: '', after: 'x', isProposal: false },
    ]);
  });

  it('is shown as it would have been made where it was refused', async () => {
    const shown = async (args: Record<string, unknown>) =>
      (await look(args)).map(({ before, after, isProposal }) => [before, after, isProposal]);
    const place = { file_path: 'a.txt' };
    assert.deepEqual(await shown({ ...place, old_string: 'two', new_string: '2' }), [['one\ntwo\n', 'one\n2\n', true]]);
    assert.deepEqual(await shown({ ...place, content: 'new' }), [['one\ntwo\n', 'new', true]]);
    assert.deepEqual(await shown({ file_path: 'b.txt', content: 'new' }), [['', 'new', true]]);
    assert.deepEqual(await shown({ ...place, old_string: 'gone', new_string: 'x' }), [['gone', 'x', true]]);
  });

  it('is not known where it was no edit, or is outside of the workspace', async () => {
    assert.deepEqual(await look({ command: 'ls' }), []);
    assert.deepEqual(await look({ file_path: '/etc/passwd', content: 'x' }), []);
  });
});
