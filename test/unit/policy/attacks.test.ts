import assert from 'node:assert/strict';
import { ToolScheduler } from '../../../src/agent/calls/toolScheduler';
import type { Decision, PolicyRequest } from '../../../src/policy/decision';
import type { ApprovalMode } from '../../../src/shared/protocol';
import { recordVerdict } from '../../../src/policy/approvals';
import { builtinTools } from '../../../src/tools/index';
import { noOutputFiles } from '../../support/idlePorts';
import { testPolicy } from '../../support/testPolicy';
import { deciding } from '../../support/approve';
import { ToolPlace } from '../../support/toolPlace';

const MODES: readonly ApprovalMode[] = ['default', 'autoEdit', 'plan', 'yolo'];
const TOML = `
[[rule]]
commandPrefix = ["echo", "ls"]
decision = "allow"
[[rule]]
commandPrefix = "curl"
decision = "deny"
priority = 900
`;

/** Names in brackets are those of the attacks in the list of threats. */
describe('An attack by a command', () => {
  const decide = (command: string, mode: ApprovalMode = 'default'): Promise<Decision> => {
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    const request: PolicyRequest = { toolName: 'run_shell_command', args: { command }, proposal };
    return testPolicy({ toml: TOML, mode: () => mode }).decide(request);
  };

  it('[X1] finds no way behind what is allowed, however far away', async () => {
    for (const gap of [' '.repeat(3000), '\n'.repeat(3000), '\t', '; '.padEnd(3000)]) {
      for (const joint of [';', '&&', '||', '|', '&', '\n']) {
        const { decision } = await decide(`echo a ${joint}${gap.replace(';', '')}curl example.com`);
        assert.equal(decision, 'deny', JSON.stringify([joint, gap.slice(0, 3)]));
      }
    }
  });

  it('[X4, X9] finds no size and no mode in which what is denied is not', async () => {
    const large = [
      `${'echo a; '.repeat(60)}curl x`,
      `${'echo a; '.repeat(5000)}curl x`,
      `echo ${'a'.repeat(200_000)}; curl x`,
      `curl ${'a'.repeat(200_000)}`,
      `${'ls;'.repeat(50_000)}$'\\x63url' x`,
      `${'ls;'.repeat(50_000)}ls\`curl x\``,
      `${'ls;'.repeat(50_000)}"/my tools/curl" x`,
      `${'('.repeat(150)}curl x${')'.repeat(150)}`,
      `${'('.repeat(5000)}curl x${')'.repeat(5000)}`,
      `${'echo $('.repeat(300)}curl x${')'.repeat(300)}`,
    ];
    for (const command of large) {
      for (const mode of MODES) {
        const { decision } = await decide(command, mode);
        assert.equal(decision, 'deny', `${command.length} characters from ${command.slice(0, 12)} in ${mode}`);
      }
    }
  });

  it('[X4] is answered soon, and with no more than a question, if it is too large to understand', async () => {
    const large = [`echo ${'a '.repeat(100_000)}`, 'echo a; '.repeat(25_000), `${'{ '.repeat(5000)}echo a`];
    for (const command of large) {
      const start = performance.now();
      const { decision } = await decide(command);
      assert.equal(decision, 'ask');
      assert.ok(performance.now() - start < 2000, `${performance.now() - start} ms`);
    }
  });

  it('[X8] leaves no rule behind that is wider than what was agreed to', async () => {
    const { decision, remember } = await decide('npm test && wget x');
    assert.deepEqual([decision, remember], ['ask', []]);
    for (const command of ['bash', 'bash x.sh', 'python3 x.py', 'ls | xargs npm', 'npm test > log', 'sudo npm test']) {
      assert.deepEqual((await decide(command)).remember, [], command);
    }
    // What a launcher starts is remembered as itself; the launcher is not.
    for (const command of ['npm test', 'bash -c "npm test"', 'timeout 5 npm test']) {
      const rules = (await decide(command)).remember?.map(({ rule }) => rule);
      assert.deepEqual(rules, Array(3).fill('commandPrefix = "npm test"'), command);
    }
  });

  it('[X10] runs what was shown, whatever becomes of the call meanwhile', async () => {
    const place = new ToolPlace();
    const args = { command: 'npm test' };
    const shown: unknown[] = [];
    const scheduler = new ToolScheduler({
      ...place.context,
      tools: () => builtinTools,
      outputFiles: noOutputFiles,
      decide: deciding(() => ({ decision: 'ask', reason: { kind: 'command' } })),
      ask: async ({ proposal }) => {
        shown.push(proposal.kind === 'command' && proposal.command);
        args.command = 'curl x';
        return recordVerdict({ decision: 'accept' }, proposal);
      },
      emit: () => undefined,
      now: () => 0,
      reportBug: (message, error) => assert.fail(`${message}: ${String(error)}`),
    });
    await scheduler.run([{ id: 'call', name: 'run_shell_command', args }], new AbortController().signal);
    assert.deepEqual(shown, ['npm test']);
    assert.deepEqual(
      place.commands.map(({ command }) => command),
      ['npm test'],
    );
  });
});
