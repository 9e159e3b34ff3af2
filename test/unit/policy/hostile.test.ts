import assert from 'node:assert/strict';
import { testPolicy } from '../../support/testPolicy';
import { HOSTILE } from './hostileCommands';

/** Far more than it takes, and far less than what grows out of hand would. How long it takes is measured in the bench. */
const GENEROUS_MS = 3000;

describe('A command that is made to be slow to decide about', () => {
  const policy = testPolicy({ followLinks: async () => new Map(), findMatches: async pattern => [pattern] });

  for (const [name, command] of Object.entries(HOSTILE)) {
    it(`is asked about soon: ${name}`, async () => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      const began = performance.now();
      const { decision } = await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal });
      assert.ok(performance.now() - began < GENEROUS_MS, `${performance.now() - began} ms`);
      assert.equal(decision, 'ask');
    });
  }
});
