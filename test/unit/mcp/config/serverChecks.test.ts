import assert from 'node:assert/strict';
import type { McpSettings } from '../../../../src/mcp/config/mcpSettings';
import { checkServers } from '../../../../src/mcp/config/serverChecks';

describe('The check of MCP servers', () => {
  const file = (text: string) => [{ file: '/w/.mcp.json', scope: 'workspace', format: 'mcpJson', text } as const];
  const open: McpSettings = { isEnabled: true, allowed: [], excluded: [], listed: [], serverCommand: '' };
  const three = file('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}, "c": {"command": "z"}}}');

  it('names those that are configured, and what is wrong in a file', () => {
    assert.equal(checkServers([], open).detail, 'none');
    assert.deepEqual(checkServers(three, open), { name: 'MCP servers', status: 'ok', detail: 'a, b, c' });
    const broken = checkServers(file('{"mcpServers": '), open);
    assert.deepEqual([broken.status, broken.remedy?.startsWith('/w/.mcp.json')], ['warning', true]);
  });

  it('names those that the settings or the administrator don’t allow as such', () => {
    const excluded = checkServers(three, { ...open, excluded: ['b'] });
    assert.deepEqual([excluded.status, excluded.detail], ['ok', 'a, c; excluded by mcp.allowed or mcp.excluded: b']);
    const listed = checkServers(three, { ...open, allowed: ['a', 'c'], listed: ['a', 'b'] });
    assert.deepEqual(
      [listed.status, listed.detail],
      ['warning', 'a; excluded by mcp.allowed or mcp.excluded: b; not allowed by your administrator: c'],
    );
    const off = checkServers(three, { ...open, isEnabled: false });
    assert.deepEqual([off.status, off.detail], ['warning', 'not allowed by your administrator: a, b, c']);
  });
});
