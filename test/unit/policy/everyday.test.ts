import assert from 'node:assert/strict';
import type { PolicyRequest } from '../../../src/policy/decision';
import { testPolicy } from '../../support/testPolicy';
import { EVERYDAY } from './everydayCommands';

/** Of what people and models run all day, so much may be asked about. */
const MOST_ASKED = 0.05;

describe('Everyday commands', () => {
  const policy = testPolicy({
    followLinks: async () => new Map(),
    findMatches: async pattern => [pattern.replaceAll('*', 'x')],
    filesBelow: async () => ['/w/src/index.ts'],
  });
  const decisionOf = async (command: string) => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    const request: PolicyRequest = { toolName: 'run_shell_command', args: { command }, proposal };
    return (await policy.decide(request)).decision;
  };

  it('need no question, but for a few that may do more than they show', async function () {
    this.timeout(60_000);
    assert.ok(EVERYDAY.length >= 200, `${EVERYDAY.length} commands`);
    const decisions = await Promise.all(EVERYDAY.map(decisionOf));
    const asked = EVERYDAY.filter((_, i) => decisions[i] !== 'allow');
    assert.ok(asked.length <= EVERYDAY.length * MOST_ASKED, asked.join('\n'));
    // Where a pattern or a folder leads, or what is run of each file, can't be told from the words.
    assert.deepEqual(asked, ['ls -a ..', "find . -name '*.ts' -exec wc -l {} +", "find . -name '*.ts' | xargs wc -l"]);
  });
});
