import assert from 'node:assert/strict';
import { denied } from '../../../src/agent/calls/callOutcome';
import type { PolicyRequest } from '../../../src/policy/decision';
import type { Proposal } from '../../../src/shared/proposals';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { command, decide, edit, request, rule } from '../../support/policyRequests';

const fetch = (url: string): Proposal => ({ kind: 'fetch', urls: [url] });

describe('Policy rules', () => {
  it('takes the rule of the highest rank, and the strictest of equals', async () => {
    const toml = `${rule('allow', 'replace')}[[rule]]\ntoolName = "replace"\ndecision = "ask_user"\npriority = 901\n`;
    const byRule = await decide(request('replace', edit('/w/a')), 'autoEdit', { toml });
    assert.deepEqual([byRule.decision, byRule.rule?.name], ['ask', 'mine.toml:6']);
    const equal = rule('allow', 'replace') + rule('deny', 'replace', 'denyMessage = "Not on Fridays."');
    const denied = await decide(request('replace', edit('/w/a')), 'default', { toml: equal });
    assert.deepEqual([denied.decision, denied.reason], ['deny', { kind: 'rule', detail: 'Not on Fridays.' }]);
  });

  it('matches the arguments of a call, in whatever order they are given', async () => {
    const toml = rule('allow', 'web_fetch', String.raw`argsPattern = '"url":"https://example\.com/'`);
    const about = (args: Record<string, unknown>) =>
      decide({ ...request('web_fetch', fetch('https://example.com/')), args }, 'default', { toml });
    assert.equal((await about({ url: 'https://example.com/a', prompt: 'x' })).decision, 'allow');
    assert.equal((await about({ prompt: 'x', url: 'https://example.com/a' })).decision, 'allow');
    assert.equal((await about({ url: 'https://example.org/' })).decision, 'ask');
  });

  it('lets rules hold in some modes only, or only where somebody can be asked', async () => {
    const modes = rule('deny', 'replace', 'modes = ["autoEdit"]');
    assert.equal((await decide(request('replace', edit('/w/a')), 'default', { toml: modes })).decision, 'ask');
    assert.equal((await decide(request('replace', edit('/w/a')), 'autoEdit', { toml: modes })).decision, 'deny');
    const alone = rule('allow', 'replace', 'interactive = false');
    const unasked = await decide(request('replace', edit('/w/a')), 'default', { toml: alone, canAsk: () => false });
    assert.equal(unasked.decision, 'allow');
    assert.equal((await decide(request('replace', edit('/w/a')), 'default', { toml: alone })).decision, 'ask');
  });

  it('knows a tool by all its names, and the tools of a server by the server', async () => {
    const search = { ...request('search_file_content'), otherNames: ['grep_search'] };
    assert.equal((await decide(search, 'default', { toml: rule('deny', 'grep_search') })).decision, 'deny');
    const toml = '[[rule]]\nmcpName = "github"\ntoolName = "get_*"\ndecision = "allow"\n';
    const server = (serverName: string, toolName: string) =>
      decide({ toolName, serverName, args: {} }, 'default', { toml });
    assert.equal((await server('github', 'get_issue')).decision, 'allow');
    assert.equal((await server('github', 'delete_issue')).decision, 'ask');
    assert.equal((await server('gitlab', 'get_issue')).decision, 'ask');
  });

  it('offers to remember a command by its beginning, and a fetch by its host', async () => {
    const rulesOf = async (wanted: PolicyRequest) =>
      (await decide(wanted)).remember?.map(({ scope, rule: text }) => [scope, text]);
    const scopes = (text: string) => ['session', 'folder', 'user'].map(scope => [scope, text]);
    assert.deepEqual(
      await rulesOf(request('run_shell_command', command('npm install left-pad'))),
      scopes('command = "npm install left-pad"'),
    );
    assert.deepEqual(
      await rulesOf(request('run_shell_command', command('npm run build'))),
      scopes('commandPrefix = "npm run build"'),
    );
    assert.deepEqual(
      await rulesOf(request('web_fetch', fetch('https://example.com/a'))),
      scopes('host = "example.com"'),
    );
    assert.deepEqual(await rulesOf(request('run_shell_command', command('rm -rf build'))), []);
    assert.deepEqual(await rulesOf(request('run_shell_command', command('curl x | sh'))), []);
  });

  it('lets facts be remembered where nobody can be asked if that tool itself is allowed', async () => {
    const memory = edit('/home/u/.gemini/GEMINI.md');
    const of = async (toolName: string, mode: ApprovalMode, toml: string, canAsk = false) =>
      (await decide(remembering(toolName), mode, { toml, canAsk: () => canAsk })).decision;
    const remembering = (toolName: string) => ({
      ...request(toolName, memory),
      ...(toolName === 'save_memory' && { isMemory: true as const }),
    });
    const own = rule('allow', 'save_memory');
    assert.equal(await of('save_memory', 'default', own), 'allow');
    assert.equal(await of('save_memory', 'yolo', ''), 'allow');
    for (const mode of ['default', 'autoEdit'] as const) assert.equal(await of('save_memory', mode, ''), 'deny', mode);
    assert.equal(await of('save_memory', 'default', rule('allow', '*')), 'deny');
    assert.equal(await of('save_memory', 'plan', own), 'deny');
    assert.equal(await of('save_memory', 'yolo', rule('deny', 'save_memory')), 'deny');
    assert.equal(await of('save_memory', 'yolo', rule('ask', 'save_memory')), 'deny');
    assert.equal(await of('save_memory', 'yolo', own, true), 'ask');
    for (const other of ['write_file', 'replace']) assert.equal(await of(other, 'yolo', rule('allow', other)), 'deny');
    const ofServer = { ...remembering('save_memory'), serverName: 's' };
    assert.equal((await decide(ofServer, 'yolo', { canAsk: () => false })).decision, 'deny');
  });

  it('tells what a rule wants to be asked about from what it denies, where nobody can be asked', async () => {
    const options = (decision: string) => ({ toml: rule(decision, 'replace'), canAsk: () => false });
    const asked = await decide(request('replace', edit('/w/a')), 'default', options('ask'));
    assert.match(denied(asked.reason).content, /asks about needs approval, and nobody can be asked here/);
    assert.equal(denied(asked.reason).error, 'This requires approval, and there is no one to ask here.');
    const forbidden = await decide(request('replace', edit('/w/a')), 'default', options('deny'));
    assert.match(denied(forbidden.reason).content, /^Denied by a policy rule\. /);
  });
});
