// The hosts that package managers download from, so that access can be offered before a download fails.

const NPM = ['registry.npmjs.org'];
const YARN = ['registry.yarnpkg.com', ...NPM];
const PYTHON = ['pypi.org', 'files.pythonhosted.org'];
const RUST = ['index.crates.io', 'static.crates.io'];
const GO = ['proxy.golang.org', 'sum.golang.org'];
const RUBY = ['rubygems.org', 'index.rubygems.org'];
const PHP = ['repo.packagist.org', 'api.github.com', 'codeload.github.com'];

/** By the beginning of a command, as written. A match only suggests hosts; it grants nothing. */
const REGISTRIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(?:npm|pnpm|bun)\s+(?:install|i|ci|clean-install|install-test|it|add|update|up|upgrade|view|info|show|search|outdated|audit|create|init\s+[^-]|dlx)(?:\s|$)/,
    NPM,
  ],
  [/^yarn(?:$|\s+-|\s+(?:install|add|up|upgrade|dlx|create|outdated|audit|info)(?:\s|$))/, YARN],
  [/^(?:\S*\/)?(?:pip3?|python[\d.]*\s+-m\s+pip)\s+(?:install|download|wheel|index)\s/, PYTHON],
  [/^uv\s+(?:sync|add|lock|pip\s+(?:install|sync|compile)|tool\s+install)(?:\s|$)/, PYTHON],
  [/^(?:poetry|pdm|pipenv)\s+(?:install|add|update|lock|sync)(?:\s|$)/, PYTHON],
  [/^pipx\s+(?:install|run|upgrade)\s/, PYTHON],
  [/^cargo\s+(?:fetch|add|update|install|generate-lockfile)(?:\s|$)/, RUST],
  [/^cargo\s+(?:search|info)\s/, ['crates.io', ...RUST]],
  [/^go\s+(?:get|install|mod\s+(?:download|tidy|vendor))(?:\s|$)/, GO],
  [/^(?:gem\s+(?:install|update|fetch)|bundle(?:$|\s+-|\s+(?:install|update|add)))(?:\s|$)/, RUBY],
  [/^composer\s+(?:install|update|require|create-project)(?:\s|$)/, PHP],
  [/^dotnet\s+(?:restore|add\s.*\bpackage)(?:\s|$)/, ['api.nuget.org']],
];
/** Options with which a command uses no registry, or another one. */
const ELSEWHERE = /\s--(?:offline|no-index|prefer-offline|registry|index-url|extra-index-url)\b|\s-i\s+https?:/;

/** The hosts that the commands of a line usually download from. */
export function registriesOf(commands: readonly string[]): string[] {
  const hosts = commands
    .filter(text => !ELSEWHERE.test(text))
    .flatMap(text => REGISTRIES.find(([beginning]) => beginning.test(text))?.[1] ?? []);
  return [...new Set(hosts)];
}
