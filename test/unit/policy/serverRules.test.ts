import assert from 'node:assert/strict';
import type { PolicyRequest } from '../../../src/policy/decision';
import { rulesFromServers } from '../../../src/policy/toolRules';
import { tomlOf } from '../../../src/policy/savedRules';
import type { McpProposal } from '../../../src/shared/proposals';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { testPolicy, type TestPolicyOptions } from '../../support/testPolicy';

describe('policy about the tools of MCP servers', () => {
  const request = (server: string, tool: string, more: Partial<McpProposal> = {}): PolicyRequest => ({
    toolName: `mcp_${server}_${tool}`,
    otherNames: [`${server}__${tool}`],
    serverName: server,
    args: {},
    ...(more.hints?.readOnly && { annotations: { readOnlyHint: true } }),
    proposal: { kind: 'mcp', server, tool, args: {}, from: 'node', isForeign: false, hints: {}, ...more },
  });
  const decide = async (wanted: PolicyRequest, options: TestPolicyOptions = {}, mode: ApprovalMode = 'default') =>
    testPolicy({ mode: () => mode, ...options }).decide(wanted);
  const decision = async (wanted: PolicyRequest, toml: string, mode?: ApprovalMode) =>
    (await decide(wanted, { toml }, mode)).decision;
  const rule = (...lines: readonly string[]) => ['[[rule]]', ...lines, ''].join('\n');

  it('asks, and offers to remember the tool or the whole server', async () => {
    const { decision: said, reason, remember = [] } = await decide(request('notes', 'add'));
    assert.deepEqual([said, reason], ['ask', { kind: 'server' }]);
    assert.deepEqual(
      remember.map(({ id, rule: each }) => [id, each]),
      [
        ['tool:session', 'mcpName = "notes", toolName = "add"'],
        ['tool:folder', 'mcpName = "notes", toolName = "add"'],
        ['tool:user', 'mcpName = "notes", toolName = "add"'],
        ['server:session', 'mcpName = "notes"'],
        ['server:folder', 'mcpName = "notes"'],
        ['server:user', 'mcpName = "notes"'],
      ],
    );
  });

  it('remembers nothing beyond the folder of a server that the folder brings, and no name that stands for more', async () => {
    const { remember = [] } = await decide(request('notes', '*', { isForeign: true }));
    assert.deepEqual(
      remember.map(({ id }) => id),
      ['server:session', 'server:folder'],
    );
  });

  it('goes by what was remembered: this tool, or this server, and no other', async () => {
    const saved = (text: string) => tomlOf({ id: '', scope: 'user', rule: text }, new Date(0));
    const tool = saved('mcpName = "notes", toolName = "add"');
    assert.equal(await decision(request('notes', 'add'), tool), 'allow');
    assert.equal(await decision(request('notes', 'addAll'), tool), 'ask');
    assert.equal(await decision(request('other', 'add'), tool), 'ask');
    const server = saved('mcpName = "notes"');
    assert.equal(await decision(request('notes', 'remove'), server), 'allow');
    assert.equal(await decision(request('notes2', 'remove'), server), 'ask');
  });

  it('takes the names and wildcards of Gemini CLI, and allows no other server by them', async () => {
    const allow = (name: string) => rule(`toolName = "${name}"`, 'decision = "allow"');
    for (const name of ['mcp_notes_add', 'notes__add', 'mcp_notes_*', 'notes__*', 'mcp_*'])
      assert.equal(await decision(request('notes', 'add'), allow(name)), 'allow', name);
    assert.equal(await decision(request('notes_evil', 'add'), allow('mcp_notes_*')), 'ask');
    const deny = rule('toolName = "mcp_notes_*"', 'decision = "deny"');
    assert.equal(await decision(request('notes_evil', 'add'), deny), 'deny');
  });

  it('takes no hint of a server for a permission', async () => {
    const hinted = request('notes', 'add', { hints: { readOnly: true } });
    for (const mode of ['default', 'autoEdit', 'plan'] as const) assert.equal(await decision(hinted, '', mode), 'ask');
    assert.equal(await decision(request('notes', 'add'), '', 'plan'), 'deny');
    assert.equal(await decision(hinted, '', 'yolo'), 'allow');
  });

  it('goes by trust, mcp.allowed and mcp.excluded, in the order of Gemini CLI', () => {
    const rules = rulesFromServers({ trusted: ['a'], allowed: ['b'], excluded: ['c'] });
    assert.deepEqual(
      rules.map(each => [each.serverName, each.decision, each.rank]),
      [
        ['c', 'deny', 4.9],
        ['a', 'allow', 4.2],
        ['b', 'allow', 4.1],
      ],
    );
  });
});
