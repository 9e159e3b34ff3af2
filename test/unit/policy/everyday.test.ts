import assert from 'node:assert/strict';
import type { PolicyRequest } from '../../../src/policy/decision';
import { testPolicy } from '../../support/testPolicy';
import { EVERYDAY } from './everydayCommands';
import { OF_AGENTS } from './everydayOfAgents';
import { OF_LANGUAGES } from './everydayOfLanguages';
import { OF_MORE } from './everydayOfMore';
import { OF_READING } from './everydayOfReading';

/** Of what people and models run all day, so much may be asked about. */
const MOST_ASKED = 0.05;

describe('Everyday commands', () => {
  const policy = testPolicy({
    followLinks: async () => new Map(),
    // There are few folders within folders.
    findMatches: async pattern => (pattern.split('*').length > 7 ? [] : [pattern.replaceAll('*', 'x')]),
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
    // Where a pattern or a folder leads, what is run of each file, or what a `.npmrc` says, can't be told from the words.
    assert.deepEqual(asked, [
      'ls -a ..',
      "find . -name '*.ts' -exec wc -l {} +",
      "find . -name '*.ts' | xargs wc -l",
      'npm config get registry',
    ]);
  });

  for (const [what, commands] of [
    ['of each language', OF_LANGUAGES],
    ['to read code, logs and history', OF_READING],
    ['to look around', OF_MORE],
    ['of an agent', OF_AGENTS],
  ] as const) {
    it(`${what} need no question either`, async function () {
      this.timeout(60_000);
      assert.ok(commands.length >= 150, `${commands.length} commands`);
      const decisions = await Promise.all(commands.map(decisionOf));
      const asked = commands.filter((_, i) => decisions[i] !== 'allow');
      assert.ok(asked.length <= commands.length * MOST_ASKED, asked.join('\n'));
    });
  }
});
