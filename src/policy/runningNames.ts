// Names, in lower case, of files and folders that choose which programs run, or that are run or loaded without being
// called by name. Grouped by what reads them; they complement the patterns in `protectedFiles`.

/** These choose the version and source of an interpreter or a tool. */
const CHOOSES_TOOLS = `.nvmrc .dvmrc .bazelversion mise/config.toml .rvmrc .ruby-gemset .sdkmanrc .prototools .bazeliskrc .pkgx.yml .pkgx.yaml pkgx.yml pkgx.yaml .tfswitchrc
  global.json .config/dotnet-tools.json dotnet-tools.json build.properties devbox.json devenv.lock flake.nix flake.lock shell.nix
  default.nix guix.scm manifest.scm channels.scm libs.versions.toml`;
/** These define what is built, and what runs before or after it or by name. */
const RUNS_TASKS = `deno.json deno.jsonc import_map.json turbo.json turbo.jsonc nx.json project.json workspace.json lerna.json rush.json
  .taskrc composer.json pyproject.toml pipfile cargo.toml pom.xml pnpm-workspace.yaml project.clj profiles.clj deps.edn bb.edn
  build.boot shadow-cljs.edn build.sc build.mill setup.hs cabal.project stack.yaml build.cake magefile.go mage.go .air.toml
  tasks.py pavement.py wscript waf waf.py dub.json dub.sdl shard.yml go.work angular.json spago.dhall dune-project dune-workspace _targets.r prek.toml .pre-commit-config.yml hk.pkl captainhook.json grumphp.yml .overcommit.yml
  tiltfile skaffold.yaml skaffold.yml garden.yml dagger.json okteto.yml werf.yaml thorfile capfile dangerfile fastfile appfile
  brewfile berksfile appraisals jakefile jakefile.js cakefile pants pants.toml buck module.bazel build.bazel
  workspace.bazel user.bazelrc xmake.lua premake5.lua conanfile.py build.ninja configure configure.ac configure.in meson_options.txt
  makefile.pl build.pl robofile.php gems.rb config.ru bin/rails bin/rake dune build.fsx hatch.toml pixi.toml anchor.toml .sbtopts
  electron-builder.yml electron-builder.yaml electron-builder.json electron-builder.toml pnpmfile.js .changeset/config.json rush/command-line.json
  .simple-git-hooks.json pre-commit prepare-commit-msg commit-msg post-commit pre-push post-checkout post-merge post-rewrite pre-rebase pre-merge-commit nodemon.json .nodemonrc nimble.nimble config.nims nim.cfg startup.jl melos.yaml build.yaml
  docker-bake.hcl docker-bake.json containerfile dockerfile .goreleaser.yml .goreleaser.yaml`;
/** An editor, checker or test runner loads these as soon as it looks at the folder. */
const LOADED_BY_TOOLS = `.flake8 .mypy.ini mypy.ini .bandit phpstan.neon phpstan.neon.dist phpunit.xml phpunit.xml.dist psalm.xml
  .php-cs-fixer.php .php-cs-fixer.dist.php rector.php ecs.php .golangci.yml .golangci.yaml .golangci.toml .golangci.json .credo.exs
  .formatter.exs .lintr .ycm_extra_conf.py .color_coded .ccls compile_commands.json .neoconf.json .projections.json .kakrc
  .project .classpath omnisharp.json .tslint.json tslint.json biome.json biome.jsonc .dprint.json dprint.json .oxlintrc.json
  karma.conf.js gatsby-node.js gatsby-ssr.js gatsby-browser.js knexfile.js plopfile.js .taprc .nycrc .postcssrc .swcrc .remarkrc
  .releaserc .czrc .perlcriticrc .proverc .autoenv .autoenv.zsh .in .out .tmuxinator.yml .tmuxp.yaml .tmuxp.yml tmuxp.yaml
  .lein-env .hie.yaml .octaverc .standard.yml .coveragerc .tflint.hcl .checkov.yaml .checkov.yml .ansible-lint .ansible-lint.yml .luarc.json
  .luarc.jsonc .luacheckrc analysis_options.yaml gunicorn.conf.py celeryconfig.py .c8rc .c8rc.json .nycrc.json .ackrc .ctags .arclint .kitchen.yml .foreman .overmind.env .markdownlint-cli2.jsonc .markdownlint-cli2.yaml hie.yaml foundry.toml`;
/** These decide where clients send data, and with which program. */
const LEADS_CLIENTS = `.lfsconfig .gitreview .arcconfig .p4config .pypirc .condarc pip.conf pip.ini .gemrc .bowerrc .terraformrc terraform.rc
  ansible.cfg uv.toml poetry.toml pdm.toml .pdm.toml php.ini .user.ini .htaccess .my.cnf .pg_service.conf .pgpass .mongorc.js
  .mongoshrc.js .duckdbrc kubeconfig renv/activate.r`;
/** A forge, bot or deployment service runs these on its own. */
const RUNS_ELSEWHERE = `renovate.json renovate.json5 .renovaterc .renovaterc.json .mergify.yml action.yml action.yaml codemagic.yaml .build.yml
  wercker.yml screwdriver.yaml .taskcluster.yml .zuul.yaml .prow.yaml .packit.yaml vela.yml .vela.yml .onedev-buildspec.yml
  netlify.toml vercel.json now.json atlantis.yaml atlantis.yml fly.toml render.yaml amplify.yml firebase.json serverless.yml serverless.yaml serverless.ts
  cdk.json pulumi.yaml wrangler.toml wrangler.json wrangler.jsonc heroku.yml nixpacks.toml .nixpacks.toml terragrunt.hcl`;

export const RUNNING_NAMES: ReadonlySet<string> = new Set(
  [CHOOSES_TOOLS, RUNS_TASKS, LOADED_BY_TOOLS, LEADS_CLIENTS, RUNS_ELSEWHERE].flatMap(namesIn),
);

/** The same kinds of files, by patterns that their names have in common. */
export const RUNNING_PATTERN =
  /^(?:\.[\w-]+-version|(?:.*\.)?dockerfile(?:\..*)?|containerfile\..*|(?:docker-)?compose(?:[.-].*)?\.ya?ml|procfile(?:\..*)?|.*\.(?:config|conf|setup|preset)\.[cm]?[jt]sx?|\..+\.[cm]?[jt]sx?|.*-config\.[cm]?[jt]s|ember-cli-build\.js|.*\.(?:bzl|sbt|cake|nimble|sublime-project|rockspec|opam)|gatsby-.*\.[cm]?[jt]sx?|pulumi\..*\.yaml)$/;

export const RUNNING_FOLDERS: ReadonlySet<string> = new Set(
  namesIn(`.ci .mise-tasks mise-tasks .storybook buildsrc .builds .concourse .harness bamboo-specs zuul.d .zuul.d .prow .copr .nuke .terraform
    .helix .emacs.d .lsp .nlsp-settings .kak .micro .settings .theia .docker .kube .aws .sl .pijul _darcs .fossil-settings .captain
    .hooks git-hooks .ctags.d .eclipse`),
);

/** Folders with instructions, skills and settings of agents. */
export const AGENT_FOLDERS: readonly string[] = namesIn(
  `.kilocode .openhands .amp .factory .zencoder .qodo .devin .jules .bito .refact .void .antigravity .lingma .codebuddy .comate
   .rovodev .firebender .tabnine .cody .sourcegraph .plandex .gptme .rulesync .ruler`,
);
export const AGENT_FILES: ReadonlySet<string> = new Set(
  namesIn(`skill.md replit.md conventions.md .roomodes .kilocodemodes .continuerules .pr_agent.toml .coderabbit.yaml .coderabbit.yml
    .sourcery.yaml sweep.yaml .sweep.yaml .gptme.toml gptme.toml crush.json .crush.json .opencode.json firebender.json .aiignore
    .crushignore .cursorindexingignore .openhands_instructions smithery.yaml .rovodev.yml`),
);

function namesIn(list: string): string[] {
  return list.split(/\s+/).filter(Boolean);
}
