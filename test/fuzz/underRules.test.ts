import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fuzzRuns } from '../support/fuzzRuns';
import { testPolicy } from '../support/testPolicy';

/** The beginning of commands that a rule allows, and what it does not say; a JSON object a line. */
interface UnderRule {
  readonly rule: string;
  readonly then: readonly string[];
}
/** `toolRules`: of programs that no table of options knows. */
const CORPUS: readonly UnderRule[] = ['underRules', 'toolRules'].flatMap(name =>
  readFileSync(`test/fuzz/${name}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as UnderRule),
);
/** What such a rule is there for. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  'npm test': ['npm test', 'npm test -- -t login', 'npm test --silent', 'npm test --if-present'],
  'npm --workspace=app test': ['npm --workspace=app test', 'npm --workspace=app test -- -t login'],
  'npm install': ['npm install -w app lodash', 'npm install --workspaces'],
  'npm ls': ['npm ls --workspaces', 'npm ls -w app react'],
  'pnpm -r test': ['pnpm -r test', 'pnpm -r test src/a.test.ts'],
  'pnpm --filter app': ['pnpm --filter app test', 'pnpm --filter app run build'],
  'yarn workspaces': ['yarn workspaces info'],
  'git commit': [
    'git commit -m x',
    'git commit -am "fix: x"',
    'git commit -m a -m b --signoff',
    'git commit --fixup=HEAD',
  ],
  'git commit --amend': ['git commit --amend --no-edit', 'git commit --amend -m x'],
  'git push': [
    'git push',
    'git push origin main',
    'git push -u origin HEAD',
    'git push origin a:b',
    'git push --dry-run',
  ],
  'git push --tags': ['git push --tags'],
  'git fetch': ['git fetch --all --prune', 'git fetch origin main:main', 'git fetch --tags origin'],
  'git fetch https://a.example/x': ['git fetch https://a.example/x', 'git fetch https://a.example/x main'],
  'git ls-remote': ['git ls-remote --heads origin'],
  'docker ps': ['docker ps -a', "docker ps --filter name=web --format '{{.Names}}: {{.Status}}'"],
  'docker pull': ['docker pull node:24', 'docker pull owner/image'],
  'docker pull ghcr.io/owner/image': ['docker pull ghcr.io/owner/image'],
  'gh repo view': ['gh repo view owner/name'],
  rsync: ['rsync -a src backup/', 'rsync -a src host:dest', 'rsync -a src ada@host:dest'],
  'git pull': ['git pull --rebase', 'git pull --ff-only origin main'],
  'git tag': ['git tag -a v1 -m x', 'git tag -l "v1.*"'],
  'git branch': ['git branch topic', 'git branch -a', 'git branch --list'],
  'git checkout': ['git checkout -b topic', 'git checkout main'],
  'git symbolic-ref': ['git symbolic-ref --short HEAD'],
  'curl https://h.example/a': [
    'curl https://h.example/a',
    'curl https://h.example/a -s',
    'curl https://h.example/a -fsSL',
  ],
  'gem install': ['gem install rails'],
  'uv tool install': ['uv tool install ruff'],
  'podman volume': ['podman volume ls'],
  'aws ec2': ['aws ec2 describe-instances'],
  'gcloud projects': ['gcloud projects list'],
  'brew services': ['brew services list'],
  'npm view': ['npm view react version', 'npm view @types/node versions --json'],
  'terraform output': ['terraform output -no-color'],
  'kubectl rollout': ['kubectl rollout status deployment/x'],
  jq: ["jq --arg a b '.x' d.json"],
  yq: ["yq '.a.b' a.yml", "yq eval '.a' a.yml"],
  xxd: ['xxd -l 16 a.bin'],
  'make test': ['make test', 'make test CC=gcc', 'make test -j4'],
  make: ['make test deploy'],
  'gradle build': ['gradle build --info'],
  'rake build': ['rake build --dry-run'],
  'docker compose': ['docker compose logs -f web', 'docker compose up -d'],
  'git grep': ['git grep -n x -- src'],
  'git reflog': ['git reflog', 'git reflog show -3 main'],
  'zip -r': ['zip -r -q a.zip src'],
  'cargo nextest': ['cargo nextest run'],
  'gofmt -l': ['gofmt -l src'],
  shellcheck: ['shellcheck src/a.sh src/b.sh', 'shellcheck --version'],
  'yamllint -c .yamllint': ['yamllint -c .yamllint src/a.yaml'],
  'stylelint --fix': ['stylelint --fix src/a.css', 'stylelint --fix --quiet src'],
  './scripts/check.sh': ['./scripts/check.sh --fast -x src'],
  curl: ['curl -s https://a.example/ https://b.example/'],
};
/** What a rule by an expression does not say, and what it is there for. */
const EXPRESSIONS: Readonly<Record<string, { readonly asked: readonly string[]; readonly free: readonly string[] }>> = {
  '^stylelint --config-basedir=[a-z]+ .*': {
    asked: ['stylelint --config-basedir=a --config=x.js src', 'stylelint --config-basedir=a -f ./x.js src'],
    free: ['stylelint --config-basedir=a src/a.css'],
  },
  '^argocd (app|proj) .*': {
    asked: ['argocd app exec a', 'argocd proj delete a', 'argocd app list --server evil.example'],
    free: ['argocd app list', 'argocd proj list'],
  },
  '^flyctl (?!deploy).*': { asked: ['flyctl ssh console', 'flyctl apps destroy a'], free: ['flyctl status'] },
  '^git push(?! --force).*': {
    asked: ['git push -o x --force', 'git push --receive-pack=./x'],
    free: ['git push origin main'],
  },
  '^git [a-z-]+ --output-indicator-new=x.*': { asked: ['git diff --output-indicator-new=x --output=a'], free: [] },
  '^psql .*': { asked: ['echo "\\! ./x" | psql -d a', 'psql -d a -f x.sql'], free: ['psql -l'] },
};

describe('A rule', () => {
  /** Decides by one rule, with the words as the prefix or as the beginning of the expression. */
  const ruled = (words: string, as: 'commandPrefix' | 'commandRegex' = 'commandPrefix') => {
    return byRule(as, as === 'commandPrefix' ? words : `^${escaped(words)}(?: .*)?$`);
  };
  const byExpression = (expression: string) => byRule('commandRegex', expression);
  const byRule = (as: string, value: string) => {
    const toml = `[[rule]]
toolName = "run_shell_command"
${as} = ${JSON.stringify(value)}
decision = "allow"
priority = 100
`;
    const policy = testPolicy({ toml });
    return async (command: string) => {
      const proposal = { kind: 'command', command, cwd: '/w' } as const;
      return (await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
    };
  };

  for (const as of ['commandPrefix', 'commandRegex'] as const) {
    it(`by ${as} says nothing of the options and words that make of a command another one`, async function () {
      this.timeout(120_000);
      const passed: string[] = [];
      const count = CORPUS.flatMap(({ then }) => then).length;
      const step = Math.max(1, Math.ceil(count / fuzzRuns(300)));
      for (const { rule, then } of CORPUS) {
        const decide = ruled(rule, as);
        for (const command of then.filter((_, i) => i % step === 0))
          if ((await decide(command)) === 'allow') passed.push(`${rule}: ${command}`);
      }
      assert.ok(count > 1300, `${count} commands`);
      assert.deepEqual(passed, []);
    });

    it(`by ${as} allows what it is there for`, async () => {
      const asked: string[] = [];
      for (const [rule, then] of Object.entries(MEANT)) {
        const decide = ruled(rule, as);
        for (const command of then) if ((await decide(command)) !== 'allow') asked.push(`${rule}: ${command}`);
      }
      assert.deepEqual(asked, []);
    });
  }

  it('by an expression means no more words than it spells out', async () => {
    const passed: string[] = [];
    for (const [expression, then] of Object.entries(EXPRESSIONS)) {
      const decide = byExpression(expression);
      for (const command of then.asked)
        if ((await decide(command)) === 'allow') passed.push(`${expression}: ${command}`);
      for (const command of then.free) assert.equal(await decide(command), 'allow', `${expression}: ${command}`);
    }
    assert.deepEqual(passed, []);
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
