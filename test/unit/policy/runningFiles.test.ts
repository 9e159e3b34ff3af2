import assert from 'node:assert/strict';
import { testPolicy } from '../../support/testPolicy';

/** What chooses or starts programs without being called by its name, by what reads it. */
const RUNNING: Readonly<Record<string, string>> = {
  'which version of a tool runs':
    '.tool-versions mise.toml .mise.local.toml mise/config.toml .config/mise/config.toml .nvmrc .node-version .python-version .ruby-version .java-version .terraform-version .sdkmanrc .prototools .bazelversion global.json rust-toolchain rust-toolchain.toml sub/gradle/wrapper/gradle-wrapper.properties .mvn/wrapper/maven-wrapper.properties .mvn/extensions.xml project/build.properties .config/dotnet-tools.json flake.nix shell.nix devbox.json',
  'tasks and builds':
    'bunfig.toml deno.json deno.jsonc turbo.json nx.json apps/a/project.json lerna.json Justfile .justfile Taskfile.yml taskfile.dist.yaml CMakeLists.txt build.rs Cargo.toml setup.py pyproject.toml pom.xml composer.json Rakefile Makefile tasks.py magefile.go build.sc deps.edn Procfile.dev Tiltfile .pre-commit-config.yaml captainhook.json configure MODULE.bazel rules/defs.bzl project/plugins.sbt conanfile.py',
  'what hooks of git and scripts of frameworks do':
    'hooks/pre-commit scripts/git/commit-msg .simple-git-hooks.json gems.rb config.ru bin/rails src/dune hatch.toml pixi.toml Anchor.toml electron-builder.yml pnpmfile.js .changeset/config.json common/config/rush/command-line.json .ci/run.sh atlantis.yaml',
  'what else a checker or a service loads':
    '.octaverc .sbtopts .standard.yml .coveragerc .tflint.hcl .checkov.yaml .ansible-lint .luarc.json .luacheckrc analysis_options.yaml gunicorn.conf.py celeryconfig.py .c8rc.json',
  containers:
    'Dockerfile app/Dockerfile.dev web.dockerfile Containerfile docker-compose.yml compose.override.yaml docker-bake.hcl',
  'what editors and checkers load':
    'conftest.py .bundle/config vite.config.ts webpack.config.cjs playwright.config.ts .eslintrc.cjs .markdownlint-cli2.cjs jest.setup.js gatsby-node.js .storybook/main.ts .flake8 mypy.ini phpstan.neon .ycm_extra_conf.py compile_commands.json a.sublime-project .emacs.d/init.el .helix/languages.toml .nvim.lua',
  'where clients send things':
    '.lfsconfig .p4config .pypirc pip.conf .gemrc ansible.cfg .docker/config.json kubeconfig renv/activate.R',
  'machines elsewhere':
    '.github/workflows/a.yml .github/dependabot.yml action.yml renovate.json netlify.toml vercel.json firebase.json serverless.yml .builds/a.yml .taskcluster.yml',
  agents:
    '.github/agents/a.md .github/skills/a/SKILL.md skills/a/SKILL.md .roomodes .kilocode/rules/a.md .amp/settings.json .openhands/microagents/a.md .coderabbit.yaml crush.json CONVENTIONS.md',
};
/** What is written all day. */
const PLAIN =
  'src/index.ts README.md docs/a.md test/a.test.ts src/config.ts src/setup.ts lib/tasks.ts src/build.ts main.go src/main.rs app.py manage.py wsgi.py src/hooks/useState.ts main.tf pubspec.yaml requirements.txt go.mod .gitignore .editorconfig index.html styles.css data.json tsconfig.json src/docker.ts src/compose.ts src/actions.ts build/index.html workspace/a.ts LICENSE CHANGELOG.md'.split(
    ' ',
  );

describe('In auto-edit mode', () => {
  const policy = testPolicy({ mode: () => 'autoEdit' });
  const edit = async (path: string, before: string | null = null, after = 'x\n') =>
    (
      await policy.decide({
        toolName: 'write_file',
        args: {},
        proposal: { kind: 'edit', file: `/w/${path}`, path, before, after },
      })
    ).decision;
  const run = async (command: string) =>
    (
      await testPolicy({
        mode: () => 'autoEdit',
        toml: '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["cp", "mv", "tee", "touch"]\ndecision = "allow"\n',
      }).decide({
        toolName: 'run_shell_command',
        args: { command },
        proposal: { kind: 'command', command, cwd: '/w' },
      })
    ).decision;

  for (const [kind, files] of Object.entries(RUNNING)) {
    it(`files that say ${kind} are asked about, by edits and by commands`, async () => {
      for (const path of files.split(' ')) {
        assert.equal(await edit(path), 'ask', path);
        assert.equal(await edit(path.toUpperCase()), 'ask', path);
        for (const command of [`cp a ${path}`, `mv a ${path}`, `touch ${path}`])
          assert.equal(await run(command), 'ask', command);
      }
    });
  }

  it('ordinary files are not', async () => {
    for (const path of PLAIN) {
      assert.equal(await edit(path), 'allow', path);
      if (path !== 'tsconfig.json') assert.equal(await run(`cp a ${path}`), 'allow', path);
    }
  });

  it('settings of TypeScript are where they have editors load something', async () => {
    const plain = '{"compilerOptions":{"strict":true}}';
    assert.equal(await edit('tsconfig.json', '{}', plain), 'allow');
    for (const after of [
      '{"compilerOptions":{"plugins":[{"name":"./evil"}]}}',
      '{"compilerOptions":{"\\u0070lugins":[]}}',
    ])
      for (const path of ['tsconfig.json', 'sub/tsconfig.build.json', 'jsconfig.json'])
        assert.equal(await edit(path, plain, after), 'ask', after);
  });
});
