import assert from 'node:assert/strict';
import { mcpAction, type ListedServer, type McpControl } from '../../../../src/context/commands/actions/mcp';

const SERVER: ListedServer = {
  name: 'Files',
  state: 'connected',
  needsSignIn: false,
  tools: [
    { name: 'read_it', description: 'Reads [it](x).', schema: { type: 'object' } },
    { name: 'write', schema: {}, unused: 'off' },
  ],
  prompts: ['hello'],
  resources: ['note'],
};

describe('/mcp', () => {
  let done: string[];
  const control = (servers: readonly ListedServer[]): McpControl => ({
    servers: async () => servers,
    reload: async () => void done.push('reload'),
    signIn: async name => void done.push(`sign in ${name}`),
    setEnabled: async (name, isOn) => void done.push(`${name} ${isOn}`),
  });
  const run = async (args: string, servers: readonly ListedServer[] = [SERVER]) => {
    const result = await mcpAction(async () => control(servers))(args);
    return result.kind === 'notice' ? result.text : '';
  };
  beforeEach(() => (done = []));

  it('lists servers, their tools, and with a word what they say of them', async () => {
    assert.match(await run('', []), /No MCP servers/);
    const text = await run('list');
    for (const part of ['**Files**: connected', '`read_it`', '`write` (off)', 'Prompts: hello', 'Resources: note'])
      assert.ok(text.includes(part), part);
    assert.equal(text.includes('Reads'), false);
    assert.match(await run('desc'), /Reads \\\[it\\\]\(x\)/, 'and makes no link of it');
    assert.match(await run('schema'), /"type": "object"/);
  });

  it('reloads, enables, disables and signs in, by names in any case', async () => {
    await run('reload');
    await run('enable files');
    await run('disable Files');
    await run('auth FILES');
    assert.deepEqual(done, ['reload', 'Files true', 'Files false', 'sign in Files']);
    assert.match(await run('auth'), /No MCP server asks/);
    assert.match(await run('auth', [{ ...SERVER, needsSignIn: true }]), /\/mcp auth Files/);
  });

  it('says what it does not know', async () => {
    await assert.rejects(run('dance'), /takes list, desc/);
    for (const verb of ['enable', 'disable', 'auth'])
      await assert.rejects(run(`${verb} other`), /no MCP server “other”\. Available: Files/);
    for (const verb of ['enable', 'disable']) await assert.rejects(run(verb), /Name the MCP server\. Available: Files/);
    await assert.rejects(run('enable', []), /No MCP servers/);
    for (const verb of ['list', 'desc', 'schema', 'reload'])
      await assert.rejects(run(`${verb} Files`), new RegExp(`“/mcp ${verb}” takes no name`));
    assert.deepEqual(done, []);
  });
});
