import assert from 'node:assert/strict';
import type { AgentSource, AgentText } from '../../../../src/agent/ports/agents';
import { AgentRegistry } from '../../../../src/context/agents/agentRegistry';

const agent = (source: AgentSource, name: string): AgentText => ({
  source,
  format: 'gemini',
  file: `/${source}/agents/${name}.md`,
  text: `---\nname: ${name}\ndescription: Of the ${source}\n---\nDo it.`,
});

describe('The agents of a project that have not been approved', () => {
  const registry = (texts: readonly AgentText[], isApproved = false) =>
    new AgentRegistry({
      settings: () => ({ isEnabled: true, overrides: new Map(), lists: {} }),
      find: async () => texts,
      isApproved: () => isApproved,
      onPending: () => undefined,
      onProblems: () => undefined,
    });
  const texts = [agent('user', 'mine'), agent('workspace', 'mine'), agent('workspace', 'codebase_investigator')];

  it('are listed beside the one whose name they have, which stays the one in use', async () => {
    const agents = registry(texts);
    const { agents: listed, pending } = await agents.find();
    assert.deepEqual(
      listed.map(({ agent: { name, source }, state, replaces = false }) => [name, source, state, replaces]),
      [
        ['codebase_investigator', 'builtIn', 'on', false],
        ['mine', 'user', 'on', false],
        ['mine', 'workspace', 'pending', true],
        ['codebase_investigator', 'workspace', 'pending', true],
      ],
    );
    assert.equal(pending.length, 2);
    const offered = await agents.list();
    assert.deepEqual(
      offered.map(({ source }) => source),
      ['builtIn', 'user'],
    );
  });

  it('take its place once they are', async () => {
    const offered = await registry(texts, true).list();
    assert.deepEqual(
      offered.map(({ name, source }) => [name, source]),
      [
        ['codebase_investigator', 'workspace'],
        ['mine', 'workspace'],
      ],
    );
  });
});
