import assert from 'node:assert/strict';
import type { AgentDefinition } from '../../../../src/agent/ports/agents';
import type { AgentsFound } from '../../../../src/context/agents/agentRegistry';
import { agentsAction } from '../../../../src/context/commands/actions/agents';

const agent = (name: string, description: string): AgentDefinition => ({
  name,
  title: name,
  description,
  instructions: '',
  maxTurns: 1,
  maxMinutes: 1,
  source: 'user',
});
const FOUND: AgentsFound = {
  agents: [
    { agent: agent('tester', 'Runs [tests](x)'), state: 'on' },
    { agent: agent('Writer', 'Writes'), state: 'off' },
    { agent: agent('helper', 'Helps'), state: 'pending' },
    { agent: agent('tester', 'Other'), state: 'pending', replaces: true },
  ],
  problems: [{ file: '/a.md', line: 3, severity: 'error', message: 'No name.' }],
  pending: [],
};

describe('/agents', () => {
  let done: string[];
  const run = async (args: string, found = FOUND) => {
    const result = await agentsAction(async () => ({
      find: async () => found,
      reload: async () => void done.push('reload'),
      ask: async name => name === 'helper',
      setEnabled: async (name, isOn) => void done.push(`${name} ${isOn}`),
      pathFor: path => `~${path}`,
    }))(args);
    return result.kind === 'notice' ? result.text : '';
  };
  beforeEach(() => (done = []));

  it('lists agents with their state, and what is wrong with files, without making links of it', async () => {
    const text = await run('');
    for (const part of [
      '- `tester`: Runs \\[tests\\](x)',
      '- `Writer` (off): Writes',
      '- `helper` (waits for your approval): Helps',
      '- `tester` (replaces the other one once you approve it: /agents enable tester): Other',
      '- ~/a.md:3: No name.',
    ])
      assert.ok(text.includes(part), part);
    assert.equal(await run('list', { agents: [], problems: [], pending: [] }), 'No agents were found.');
  });

  it('says of an agent that waits for approval that it is not enabled yet', async () => {
    assert.equal(await run('enable helper'), 'The agent “helper” can be used once you approve it.');
    assert.equal(await run('enable writer'), 'The agent “Writer” is enabled.');
  });

  it('reloads, enables and disables, by names in any case', async () => {
    await run('reload');
    await run('disable TESTER');
    await run('enable writer');
    assert.deepEqual(done, ['reload', 'tester false', 'Writer true']);
    await assert.rejects(run('enable nobody'), /Available: tester, Writer, helper/);
    await assert.rejects(run('dance'), /takes list/);
  });
});
