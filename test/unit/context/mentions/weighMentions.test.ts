import assert from 'node:assert/strict';
import { weighMentions } from '../../../../src/context/mentions/weighMentions';
import { agentMentions } from '../../../../src/context/agents/agentMentions';
import { agentNamed } from '../../../support/agentSession';
import { createMemoryWorkspace, MemoryFiles } from '../../../support/memoryWorkspace';
import { promptTools } from '../../../support/promptTools';

describe('The weights of mentions', () => {
  const offers = [
    { name: 'reviewer', description: 'Reads' },
    { name: 'symbol:', description: 'A symbol', isOpen: true },
    { name: 'https://', description: 'A page', isOpen: true },
  ];
  const labels = async (text: string) => {
    const files = new MemoryFiles();
    files.put('/pollux-memory/work/a.ts', 'let a;\n');
    const workspace = createMemoryWorkspace(files, ['/pollux-memory/work']);
    return (await weighMentions(text, workspace, offers)).map(({ label, tokens }) => [label, tokens]);
  };

  it('are those of files, and none for what is read only when it is sent', async () => {
    assert.deepEqual(await labels('@reviewer, look at @a.ts and @none.ts'), [
      ['@reviewer', undefined],
      ['a.ts', 2],
    ]);
  });

  it('name what an open offer goes on with, without the punctuation behind it', async () => {
    assert.deepEqual(await labels('See @https://example.com/a?b=1. And @symbol:add, not @symbol: or @https://'), [
      ['@https://example.com/a?b=1', undefined],
      ['@symbol:add', undefined],
    ]);
  });

  it('may name an agent, which is no file that could be opened', async () => {
    const source = agentMentions({ list: async () => [agentNamed('reviewer')] });
    const [part] =
      (await source.expand(
        'reviewer',
        promptTools(() => undefined),
      )) ?? [];
    assert.ok(part?.type === 'file' && part.text.includes('agent_name "reviewer"'));
    assert.deepEqual([part.path, part.source], ['reviewer', 'agent']);
  });
});
