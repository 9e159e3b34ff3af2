import assert from 'node:assert/strict';
import { checkServers } from '../../../../src/mcp/config/serverChecks';

describe('The check of MCP servers', () => {
  const file = (text: string) => [{ file: '/w/.mcp.json', scope: 'workspace', format: 'mcpJson', text } as const];

  it('names those that are configured, and what is wrong in a file', () => {
    assert.equal(checkServers([]).detail, 'none');
    assert.equal(checkServers(file('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}')).detail, 'a, b');
    const broken = checkServers(file('{"mcpServers": '));
    assert.deepEqual([broken.status, broken.remedy?.startsWith('/w/.mcp.json')], ['warning', true]);
  });
});
