import assert from 'node:assert/strict';
import type { PolicySandbox } from '../../../src/policy/sandboxing';
import type { CommandProposal } from '../../../src/shared/proposals';
import { EVERYDAY_TASKS } from '../../support/everydayTasks';
import { testPolicy } from '../../support/testPolicy';

/** What ends in vain inside, so that it is run again and asked about. */
const NEEDS_NETWORK = /^npm (?:view|install)/;

describe('Ten everyday tasks', () => {
  it('ask at least 80 % less in a sandbox than without, and run nothing outside unasked', async () => {
    const [plain, confined] = [await questions(false), await questions(true)];
    assert.ok(plain.length >= 25, `${plain.length} without`);
    assert.ok(
      confined.length <= 0.2 * plain.length,
      `${confined.length} against ${plain.length}: ${confined.join('; ')}`,
    );
  });
});

async function questions(isConfined: boolean): Promise<string[]> {
  const blocked = new Set<string>();
  const sandbox: PolicySandbox = {
    tier: async () => 'namespaces',
    isOn: true,
    isRequired: false,
    blockedBefore: ({ command }) =>
      blocked.has(command) ? { hosts: ['registry.npmjs.org'], isNetwork: true, writes: [], hidden: [] } : undefined,
  };
  const policy = testPolicy(isConfined ? { sandbox: async () => sandbox } : {});
  const asked: string[] = [];
  const run = async (command: string): Promise<void> => {
    const proposal: CommandProposal = { kind: 'command', command, cwd: '/w' };
    const decision = await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
    assert.notEqual(decision.decision, 'deny', command);
    if (decision.decision === 'ask') asked.push(command);
    else if (isConfined) assert.equal(decision.sandbox?.confinement.where, 'inside', command);
    if (!isConfined || blocked.has(command) || !NEEDS_NETWORK.test(command)) return;
    blocked.add(command);
    await run(command);
  };
  for (const command of Object.values(EVERYDAY_TASKS).flat()) await run(command);
  return asked;
}
