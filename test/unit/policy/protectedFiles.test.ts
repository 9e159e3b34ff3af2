import assert from 'node:assert/strict';
import type { ApprovalMode } from '../../../src/shared/protocol';
import type { EditProposal } from '../../../src/shared/proposals';
import { testPolicy } from '../../support/testPolicy';

const ALWAYS =
  '.envrc .envrc.local .ENVRC .devcontainer/devcontainer.json .devcontainer.json .yarn/releases/y.cjs .yarnrc .yarnrc.yml .npmrc .pnpmfile.cjs .pnp.cjs .hg/hgrc .zed/tasks.json .Zed/settings.json .idea/x.xml .husky/pre-commit .githooks/x .gitattributes .gitmodules AGENTS.md sub/CLAUDE.md GEMINI.md claude.local.md .cursorrules .cursor/rules/a.mdc .windsurfrules .clinerules .github/copilot-instructions.md a.instructions.md .github/prompts/x.prompt.md .roo/rules.md .codex/config.toml .mcp.json .aider.conf.yml'.split(
    ' ',
  );
const RUNNING =
  '.github/workflows/ci.yml .github/actions/a/action.yml .GitHub/Workflows/ci.yml .gitlab-ci.yml .circleci/config.yml azure-pipelines.yml Jenkinsfile .travis.yml .cargo/config.toml .cargo/config lefthook.yml .lefthook.toml lefthook-local.yml .pre-commit-config.yaml .lintstagedrc.json Makefile makefile GNUmakefile Makefile.am rules.mk justfile .justfile Taskfile.yml conftest.py tests/conftest.py sitecustomize.py .pythonrc .pythonrc.py evil.pth setup.py setup.cfg tox.ini pytest.ini build.rs build.gradle build.gradle.kts settings.gradle gradlew .mvn/extensions.xml CMakeLists.txt toolchain.cmake Gemfile Rakefile .rubocop.yml .eslintrc.js eslint.config.mjs .prettierrc.js jest.config.ts .vimrc .exrc .gdbinit .tool-versions mise.toml bunfig.toml app.csproj Directory.Build.props evil/HEAD .bazelrc'.split(
    ' ',
  );
const PLAIN =
  'src/a.ts README.md docs/index.html package-lock.json tsconfig.json src/makefiles.ts .gitignore .editorconfig .github/ISSUE_TEMPLATE.md lib/head.ts env.ts a.json src/main.rs pom.xml app/config.toml'.split(
    ' ',
  );

describe('Files that run or steer something', () => {
  const edit = (path: string, before: string | null = null, after = 'x'): EditProposal => ({
    kind: 'edit',
    path,
    file: `/w/${path}`,
    before,
    after,
  });
  const decide = async (proposal: EditProposal, mode: ApprovalMode, toml = '') => {
    const policy = testPolicy({ mode: () => mode, toml });
    const args = { file_path: proposal.path };
    return (await policy.decide({ toolName: 'write_file', args, proposal })).decision;
  };
  const run = async (command: string, mode: ApprovalMode, prefix: string) => {
    const toml = `[[rule]]\ncommandPrefix = ${JSON.stringify(prefix)}\ndecision = "allow"\nallowRedirection = true\n`;
    const proposal = { kind: 'command', command, cwd: '/w' } as const;
    const policy = testPolicy({ mode: () => mode, toml });
    return (await policy.decide({ toolName: 'run_shell_command', args: { command }, proposal })).decision;
  };

  it('are asked about where edits are free', async () => {
    for (const path of [...ALWAYS, ...RUNNING]) assert.equal(await decide(edit(path), 'autoEdit'), 'ask', path);
    for (const path of PLAIN) assert.equal(await decide(edit(path), 'autoEdit'), 'allow', path);
  });

  it('of an agent or an editor are asked about in every mode, those that run by an explicit rule no more', async () => {
    const rule = '[[rule]]\ntoolName = "write_file"\ndecision = "allow"\n';
    for (const path of ALWAYS) {
      assert.equal(await decide(edit(path), 'yolo'), 'ask', path);
      assert.equal(await decide(edit(path), 'default', rule), 'ask', path);
    }
    for (const path of RUNNING) {
      assert.equal(await decide(edit(path), 'yolo'), 'allow', path);
      assert.equal(await decide(edit(path), 'autoEdit', rule), 'allow', path);
    }
  });

  it('are asked about in package.json where what runs changes', async () => {
    const before = JSON.stringify({ version: '1.0.0', scripts: { test: 'mocha' }, dependencies: { a: '^1.0.0' } });
    const after = (more: object) => JSON.stringify({ ...(JSON.parse(before) as object), ...more });
    const free = [{ version: '1.0.1' }, { dependencies: { a: '^2.0.0', b: '~1.2' } }, { keywords: ['x'] }];
    const asked = [
      { scripts: { test: './x' } },
      { scripts: { test: 'mocha', postinstall: './x' } },
      { husky: { hooks: { 'pre-commit': './x' } } },
      { dependencies: { a: 'git+https://h/a' } },
      { devDependencies: { a: 'file:./evil' } },
      { packageManager: 'yarn@file:./x' },
      { 'lint-staged': { '*': './x' } },
    ];
    for (const path of ['package.json', 'lib/Package.JSON']) {
      for (const more of free) assert.equal(await decide(edit(path, before, after(more)), 'autoEdit'), 'allow');
      for (const more of asked)
        assert.equal(await decide(edit(path, before, after(more)), 'autoEdit'), 'ask', JSON.stringify(more));
      assert.equal(await decide(edit(path, null, '{"name":"a"}'), 'autoEdit'), 'allow');
      assert.equal(await decide(edit(path, null, before), 'autoEdit'), 'ask');
      assert.equal(await decide(edit(path, before, 'no JSON'), 'autoEdit'), 'ask');
    }
  });

  it('are asked about when a command writes them', async () => {
    const commands = [
      ['cp', 'cp a .envrc'],
      ['cp', 'cp a Makefile'],
      ['cp', 'cp tmp/Makefile .'],
      ['cp', 'cp -r tmp/workflows .github'],
      ['cp', 'cp -t .github/workflows a.yml'],
      ['mv', 'mv a package.json'],
      ['mv', 'mv tmp/conftest.py tests/'],
      ['ln', 'ln -s a build.rs'],
      ['tar', 'tar xf a.tar -C .devcontainer'],
      ['tar', 'tar -xf a.tar --directory=.github/workflows'],
      ['tar', 'tar xf a.tar lefthook.yml'],
      ['unzip', 'unzip a.zip -d .github/workflows'],
      ['patch', 'patch Makefile a.patch'],
      ['patch', 'patch -o .envrc a b'],
      ['git apply', 'git apply --directory=.github/workflows a.patch'],
      ['git mv', 'git mv a .envrc'],
      ['echo', 'echo a > .envrc'],
      ['echo', 'echo a >> Makefile'],
      ['cat', 'cat a > .github/workflows/ci.yml'],
      ['tee', 'tee .cargo/config.toml'],
      ['tee', 'echo x | tee -a GNUmakefile'],
      ['touch', 'touch conftest.py'],
      ['rsync', 'rsync -a tmp/Makefile .'],
      ['dd', 'dd if=a of=.envrc'],
      ['install', 'install -m 755 a .husky/pre-commit'],
    ] as const;
    for (const [prefix, command] of commands) {
      for (const mode of ['default', 'autoEdit'] as const)
        assert.equal(await run(command, mode, prefix), 'ask', command);
    }
    for (const [prefix, command] of [
      ['cp', 'cp a.ts b.ts'],
      ['mv', 'mv a lib/b'],
      ['echo', 'echo a > notes.txt'],
    ] as const)
      assert.equal(await run(command, 'autoEdit', prefix), 'allow', command);
  });
});
