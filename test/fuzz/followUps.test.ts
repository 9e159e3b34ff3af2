import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { RuleSet } from '../../src/policy/ruleSet';
import { fuzzRuns } from '../support/fuzzRuns';
import { testPolicy } from '../support/testPolicy';

/** What was accepted with “Always allow”, and what may not run by it; a JSON object a line. */
interface FollowUps {
  readonly seen: string;
  readonly then: readonly string[];
}
const CORPUS: readonly FollowUps[] = readFileSync('test/fuzz/followUps.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as FollowUps);
/** What the same answer is there for. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  'npm test': ['npm test -- -t login', 'npm test src/a.test.ts', 'npm test -- --watch=false --coverage', 'npm test -s'],
  'npm run build': ['npm run build -- --mode=production', 'npm run build --silent'],
  'pnpm test': ['pnpm test src/a.test.ts', 'pnpm test --run'],
  'yarn test': ['yarn test --coverage src', 'yarn test -t login'],
  'npm audit': ['npm audit --json', 'npm audit --omit=dev'],
  'cargo test': ['cargo test parser::tests -- --nocapture', 'cargo test -p core --release'],
  'cargo clippy': ['cargo clippy --all-targets -- -D warnings'],
  'cargo fmt --check': ['cargo fmt --check --all'],
  'go test ./...': ['go test -run TestA -v ./pkg', 'go test -coverprofile=cover.out ./...'],
  'git add src/a.ts': ['git add -A', 'git add src lib'],
  'git commit -m x': ['git commit -m y', 'git commit -am "fix: z"'],
  'git stash': ['git stash list', 'git stash push -m wip'],
  'git switch main': ['git switch -c topic', 'git switch -'],
  'gh pr list': ['gh pr list --limit 5 --json number,title --jq ".[].title"', 'gh pr list -R owner/name'],
  'terraform fmt': ['terraform fmt -recursive', 'terraform fmt modules/a'],
  pytest: ['pytest -q tests/test_a.py::test_b', 'pytest -k login --cov=src --cov-report=term-missing'],
  'eslint .': ['eslint src --ext .ts', 'eslint -f json src'],
  'eslint --fix src': ['eslint --fix lib'],
  'prettier --check .': ['prettier --check src'],
  'prettier --write src': ['prettier --write lib'],
  'vitest run': ['vitest run src/a.test.ts -t login'],
  mocha: ['mocha test/a.test.js -g login'],
  'tsc --noEmit': ['tsc --noEmit -p webview'],
  'ruff check': ['ruff check src --select=E'],
};

describe('What was allowed from now on', () => {
  /** Decides after `seen` was accepted for this chat. */
  const after = async (seen: string) => {
    const rules = new RuleSet({
      read: async () => [],
      fixed: () => [],
      append: async () => undefined,
      now: () => new Date(0),
    });
    const policy = testPolicy({ rules: () => rules.rules(), saveRule: choice => rules.save(choice) });
    const decide = (command: string) =>
      policy.decide({
        toolName: 'run_shell_command',
        args: { command },
        proposal: { kind: 'command', command, cwd: '/w' },
      });
    const choice = (await decide(seen)).remember?.find(({ scope }) => scope === 'session');
    if (choice) await policy.remember(choice);
    return { rule: choice?.rule, isAllowed: async (command: string) => (await decide(command)).decision === 'allow' };
  };

  it('lets nothing through that loads, writes, removes or sends more than was seen', async function () {
    this.timeout(120_000);
    const passed: string[] = [];
    const count = CORPUS.flatMap(({ then }) => then).length;
    const step = Math.max(1, Math.ceil(count / fuzzRuns(300)));
    for (const { seen, then } of CORPUS) {
      const { rule, isAllowed } = await after(seen);
      for (const next of then.filter((_, i) => i % step === 0))
        if (await isAllowed(next)) passed.push(`${rule ?? seen}: ${next}`);
    }
    assert.ok(count > 1000);
    assert.deepEqual(passed, []);
  });

  it('lets the same go on with other files and plain options', async () => {
    const asked: string[] = [];
    for (const [seen, then] of Object.entries(MEANT)) {
      const { rule, isAllowed } = await after(seen);
      for (const next of [seen, ...then]) if (!(await isAllowed(next))) asked.push(`${rule ?? seen}: ${next}`);
    }
    assert.deepEqual(asked, []);
  });
});
