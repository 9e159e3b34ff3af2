import assert from 'node:assert/strict';
import type { Tool } from '../../../../src/agent/tool';
import { toolsAction } from '../../../../src/context/commands/actions/tools';

describe('/tools', () => {
  const tool = (name: string, description: string, origin?: Tool['origin']) =>
    ({ name, description, ...(origin && { origin }) }) as unknown as Tool;
  const tools = [
    tool('read_file', 'Reads a file'),
    tool('mcp_db_query', 'Asks [it](command:x)', { kind: 'mcp', server: 'db' }),
    tool('discovered_tool_add', 'Adds', { kind: 'discovered' }),
    tool('invoke_agent', 'Sets to work', { kind: 'agent' }),
  ];
  const run = async (args: string, listed = tools) => {
    const result = await toolsAction(async () => listed)(args);
    return result.kind === 'notice' ? result.text : '';
  };

  it('lists what the model may call by where it comes from', async () => {
    assert.equal(
      await run(''),
      [
        '**Pollux**\n\n- `read_file`\n- `invoke_agent`',
        '**MCP server db**\n\n- `mcp_db_query`',
        '**Found by your command**\n\n- `discovered_tool_add`',
      ].join('\n\n'),
    );
  });

  it('says what they do, without making links of it, where that is wanted', async () => {
    assert.match(await run('desc'), /- `mcp_db_query`: Asks \\\[it\\\]\(command:x\)/);
  });

  it('says where there are none, and what it takes', async () => {
    assert.equal(await run('', []), 'There are no tools.');
    await assert.rejects(run('x'), /takes desc or nothing/);
  });
});
