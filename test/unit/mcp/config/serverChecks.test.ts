import assert from 'node:assert/strict';
import type { McpSettings } from '../../../../src/mcp/config/mcpSettings';
import { namesServers } from '../../../../src/mcp/config/namesServers';
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

  it('names what hides the servers of a file that is there for them alone', () => {
    const remedy = (text: string | null, format: 'mcpJson' | 'vscode' = 'mcpJson') => {
      const source = { file: '/w/.mcp.json', scope: 'workspace', format, text, error: 'EISDIR' } as const;
      assert.equal(namesServers([source]), true);
      return checkServers([source], open).remedy ?? '';
    };
    assert.match(remedy(null), /^\/w\/\.mcp\.json.*can't be read: EISDIR/);
    assert.match(remedy('{ mcpServers: { a: { command: "x" } } }'), /\.mcp\.json:1.*isn't valid JSON/);
    assert.match(remedy('[1]'), /must be an object/);
    assert.match(remedy('\n{"a": {"command": "x"}}'), /\.mcp\.json:2: There is no "mcpServers" in this file/);
    assert.match(remedy('{"mcpServers": []}'), /"mcpServers" must be an object/);
    assert.match(remedy('{"servers": {"a": {}}}', 'vscode'), /"servers\.a" needs/);
    assert.equal(remedy('{"inputs": []}', 'vscode'), '');
    assert.equal(namesServers([{ format: 'mcpJson', text: '{\n}\n' }]), false);
  });
});
