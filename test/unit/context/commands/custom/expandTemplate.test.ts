import assert from 'node:assert/strict';
import type { MentionSource } from '../../../../../src/agent/ports/mentionSource';
import type { CommandDefinition } from '../../../../../src/context/commands/custom/commandFile';
import { expandTemplate } from '../../../../../src/context/commands/custom/expandTemplate';
import { parsePromptTemplate } from '../../../../../src/context/commands/custom/template';
import { ToolError } from '../../../../../src/shared/errors';
import { promptTools, shellTool } from '../../../../support/promptTools';

describe('The prompt of a command', () => {
  const command: CommandDefinition = {
    name: 'explain',
    description: '',
    tier: 'user',
    format: 'prompt',
    file: '/c/explain.prompt.md',
    template: parsePromptTemplate('Explain: ${selection}!'),
  };
  const expand = async (sources: readonly MentionSource[]) => {
    const told: string[] = [];
    const tools = { ...promptTools(() => assert.fail()), notify: (_level: string, text: string) => told.push(text) };
    const shellReader = shellTool(undefined);
    const reader = () => assert.fail();
    const parts = await expandTemplate({ command, args: '' }, { tools, reader, shellReader, shell: 'bash', sources });
    return { parts, told };
  };
  const selection = (expandOne: MentionSource['expand']): MentionSource => ({ offers: () => [], expand: expandOne });

  it('has what is selected in its place, which is not read as a template', async () => {
    const source = selection(async name =>
      name === 'selection' ? [{ type: 'file', path: 'a.ts', text: 'a ${selection} !{rm}' }] : null,
    );
    const { parts, told } = await expand([source]);
    assert.deepEqual(parts, [{ type: 'text', text: 'Explain: a ${selection} !{rm}!' }]);
    assert.deepEqual(told, []);
  });

  it('says where nothing is selected, or nothing could be', async () => {
    const none = selection(async () => {
      throw new ToolError('not_found', 'Nothing is selected.');
    });
    assert.deepEqual(await expand([none]), {
      parts: [{ type: 'text', text: 'Explain: !' }],
      told: ['Nothing is selected.'],
    });
    assert.deepEqual((await expand([])).told, ['There is no @selection here.']);
  });
});
