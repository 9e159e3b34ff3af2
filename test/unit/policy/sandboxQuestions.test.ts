import assert from 'node:assert/strict';
import type { PolicySandbox } from '../../../src/policy/sandboxing';
import type { CommandProposal } from '../../../src/shared/proposals';
import { testPolicy } from '../../support/testPolicy';

/** What an agent runs for ten everyday tasks, in its order. */
const TASKS: Readonly<Record<string, readonly string[]>> = {
  'fix a failing test': ['npm test', 'npx mocha test/a.test.ts', 'node --test test/a.test.js', 'npm test'],
  'add a feature': ['ls src', 'npm run build', 'npm run lint', 'npx tsc --noEmit', 'npm test'],
  'rename a function': [
    'grep -rn oldName src',
    "sed -i 's/oldName/newName/g' src/a.ts src/b.ts",
    'npx tsc --noEmit',
    'npm test',
  ],
  'profile a slow script': [
    'node --cpu-prof --cpu-prof-dir=out bench.js',
    'node out/summary.js > out/summary.txt',
    'cat out/summary.txt',
  ],
  'set up a Python project': [
    'python3 -m venv venv',
    'venv/bin/python -m pytest -q',
    'venv/bin/python -m mypy src',
    'mkdir -p src/app && touch src/app/__init__.py',
  ],
  'write a migration': [
    'mkdir -p migrations',
    'cp migrations/001.sql migrations/002.sql',
    'sqlite3 test.db < migrations/002.sql',
    'sqlite3 test.db .schema',
  ],
  'build a Rust crate': ['cargo build', 'cargo test', 'cargo clippy --all-targets', 'cargo fmt'],
  'build a Go service': ['go build ./...', 'go vet ./...', 'go test ./...', 'gofmt -w cmd'],
  'generate code': [
    'node scripts/generate.js',
    'npx prettier --write src/generated',
    'git diff --stat',
    'npm run check',
  ],
  'add a dependency and commit': [
    'npm view left-pad version',
    'npm install left-pad',
    'npm test',
    'git add -A',
    'git commit -m "Add left-pad"',
  ],
};
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
  for (const command of Object.values(TASKS).flat()) await run(command);
  return asked;
}
