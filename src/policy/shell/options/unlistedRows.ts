// Programs that run, load or send something by an option or a word: what of them is known to do no more than the rule
// says that allows them. Everything else of them asks.
import type { OptionGrammar } from './optionGrammar';

/** What every program takes without doing more. */
export const COMMON = '--help --version --verbose --quiet --silent --no-color --color?';

/** One or more programs: their names, what their first word may be, and their options (see `OptionGrammar`). */
export interface Row {
  readonly names: string;
  /** Subcommands that only look, or do what a rule with the program's name must mean. Without it any word inside may stand. */
  readonly first?: string;
  readonly options?: string;
  /** What the words are: files inside (the default), plain names, none, or a filter of `jq` and files. */
  readonly words?: 'names' | 'hosts' | 'none' | 'filter';
  readonly style?: OptionGrammar['style'];
}

export const ROWS: readonly Row[] = [
  {
    names: 'concurrently cross-env cross-env-shell dotenv xvfb-run fakeroot mise nyc c8 run-s run-p npm-run-all ldd',
    words: 'none',
  },
  {
    names: 'manage.py',
    first: 'check test migrate makemigrations showmigrations',
    options: '-v:number --verbosity=number --keepdb --failfast --parallel? --plan',
  },
  { names: 'yq', options: '-r -e -P -c -n -o:name', words: 'filter' },
  {
    names: 'jq',
    options:
      '-r -c -e -n -s -S -a -C -M -j -R -g --raw-output --compact-output --exit-status --null-input --slurp --sort-keys --raw-input --join-output --arg= --argjson= --tab --indent=number',
    words: 'filter',
  },

  // Interpreters and shells of databases: what they are to run is in their words.
  {
    names:
      'Rscript julia elixir expect gnuplot osascript jshell mongosh mongo duckdb ipython groovy scala kotlin clojure',
  },
  {
    names: 'psql',
    options: '-l --list -d: -U: -h:near -p:number --dbname=name --username=name --host=near --port=number',
    words: 'names',
  },
  { names: 'pg_dump mysqldump', options: '-U: -h:near -p:number --schema-only --data-only', words: 'names' },
  { names: 'mysql mariadb', options: '-u: -h:near -P:number --user=name --host=near --port=number', words: 'names' },
  {
    names: 'redis-cli',
    first: 'ping info get mget keys scan ttl type exists llen hgetall dbsize',
    options: '-h:near -p:number -n:number',
    words: 'names',
  },
  { names: 'sqlite3', options: '-readonly -header -csv -json -line -column -table', style: 'words', words: 'none' },
  // Build tools: which file says what is built, and what is started beside it.
  { names: 'ant', options: '-q -v -d', style: 'words', words: 'names' },
  { names: 'rake just task nox invoke', options: '-l -n -s: --list --dry-run --tasks -T', words: 'names' },
  { names: 'tox', first: 'run list config', options: '-e:name -q -v -r -p? -l', words: 'names' },
  { names: 'sbt lein mill', first: 'compile test clean package run update doc console', words: 'none' },
  {
    names: 'bazel bazelisk buck buck2',
    first: 'build test query info version clean',
    options: '-k --keep_going --test_output=name --jobs=number',
  },
  { names: 'meson', first: 'compile test introspect', options: '-C:path -v -j:number' },
  {
    names: 'ctest',
    options: '-V -N -j:number -R: -E: -L: -C:name --output-on-failure --rerun-failed --test-dir=path --parallel=number',
    words: 'none',
  },
  { names: 'cabal', first: 'build test check list info freeze update', options: '-v? -j? --enable-tests' },
  { names: 'stack', first: 'build test path ls', options: '--fast --pedantic --dry-run', words: 'names' },
  { names: 'zig', first: 'build test fmt version', options: '-Doptimize=name' },
  { names: 'swift', first: 'build test', options: '-c:name --filter= --parallel' },
  {
    names: 'xcodebuild',
    first: 'build test clean',
    options: '-list -scheme=name -configuration=name -quiet -showBuildSettings',
    style: 'words',
  },
  {
    names: 'dotnet',
    first: 'build test restore clean format list',
    options:
      '-c:name -f:name -v:name -r:name --configuration=name --framework=name --no-restore --no-build --filter= --verbosity=name --nologo --list-sdks --info',
  },
  { names: 'msbuild nuget', first: 'list sources', options: '-nologo', style: 'words' },
  { names: 'javac', options: '-g -nowarn -verbose -d=build -Werror -deprecation -parameters', style: 'words' },
  { names: 'rustc', options: '-O -g --edition=number --crate-type=name --crate-name=name --test --explain=name' },
  { names: 'rustfmt', options: '-q -v --check --edition=number -l' },
  { names: 'rustup', first: 'show check', words: 'names' },
  { names: 'ghc', options: '-O -Wall -v0 -c', style: 'words' },
  { names: 'protoc', options: '-I:path --proto_path=path' },
  { names: 'gofmt goimports', options: '-l -d -s -w -e', style: 'words' },
  { names: 'golangci-lint', first: 'run linters version', options: '-v --fix --timeout= --fast' },
  { names: 'ld ar strip objcopy', options: '' },
  { names: 'nm objdump readelf', options: '-a -A -C -D -d -f -g -h -l -n -p -r -s -S -t -T -u -x -W -e -V' },
  // Runners of tests, checkers and bundlers: plugins, configurations and reports.
  {
    names: 'rspec',
    options: '-b -c -t: -e: --fail-fast? --only-failures --dry-run --tag= --example= --profile? --bisect',
  },
  {
    names: 'rubocop standardrb',
    options: '-a -l -x -L -d -D --autocorrect --lint --only= --except= --parallel --display-cop-names',
  },
  {
    names: 'phpunit pest',
    options: '--filter= --group= --testsuite=name --stop-on-failure --testdox --debug --list-tests',
  },
  { names: 'phpcs phpcbf psalm', options: '-n -p -s' },
  {
    names: 'flake8',
    options:
      '-v -q --select= --ignore= --extend-ignore= --max-line-length=number --count --statistics --show-source --exclude=',
  },
  { names: 'pylint', options: '-v -E -j:number --disable= --enable= --errors-only --score= -d: -e:' },
  { names: 'isort', options: '-c -q -v --check --check-only --diff --profile=name' },
  { names: 'bandit', options: '-r -q -v -l -i' },
  {
    names: 'coverage',
    first: 'report html xml json erase combine',
    options: '-m -i --show-missing --skip-covered --fail-under=number',
    words: 'none',
  },
  { names: 'biome', first: 'check format lint ci version', options: '--write --fix --unsafe --changed --staged' },
  {
    names: 'webpack',
    first: 'build watch serve',
    options: '-w --mode=name --watch --progress --stats?',
    words: 'none',
  },
  {
    names: 'vite',
    first: 'build dev preview optimize',
    options: '-m: -l: --mode=name --port=number --strictPort --clearScreen',
    words: 'none',
  },
  { names: 'rollup', options: '-w --watch --silent', words: 'none' },
  {
    names: 'next',
    first: 'build dev lint info',
    options: '-p:number --port=number --turbo --turbopack --fix',
    words: 'none',
  },
  {
    names: 'esbuild',
    options: '--bundle --minify --sourcemap? --format=name --platform=name --target=name --watch --outdir=build',
  },
  { names: 'storybook', first: 'build dev', options: '-p:number --port=number --ci --no-open', words: 'none' },
  {
    names: 'playwright',
    first: 'test show-report',
    options:
      '-g: --grep= --headed --debug --project=name --ui --workers=number --retries=number --list --last-failed --reporter=name',
  },
  {
    names: 'cypress',
    first: 'run verify info',
    options: '-q --headed --headless --e2e --component -b:name --browser=name',
    words: 'none',
  },
  { names: 'nodemon ts-node', options: '-q -V' },
  {
    names: 'turbo',
    first: 'run build test lint ls',
    options: '--filter= --force --no-cache --continue --dry? --parallel',
    words: 'names',
  },
  {
    names: 'nx',
    first: 'build test lint show graph affected',
    options: '-t: --target=name --all --parallel? --skip-nx-cache',
    words: 'names',
  },
  { names: 'lerna', first: 'ls list changed diff run', options: '-l -a --scope= --since?', words: 'names' },
  { names: 'pre-commit', first: 'run', options: '-a --all-files', words: 'names' },
  // Installers and package managers.
  {
    names: 'apt apt-get',
    first: 'list show search update policy',
    options: '-y -q -s -qq --simulate --installed --upgradable --no-install-recommends',
    words: 'names',
  },
  { names: 'dpkg', options: '-l -L -s -S --list --listfiles --status --search', words: 'names' },
  { names: 'yum dnf zypper', first: 'list info search check-update repolist', options: '-y -q', words: 'names' },
  {
    names: 'brew',
    first: 'list info search outdated deps config leaves',
    options: '-q -v --cask --formula --versions',
    words: 'names',
  },
  {
    names: 'gem',
    first: 'list search info outdated environment',
    options: '-N -l --local --remote --no-document --conservative --user-install',
    words: 'names',
  },
  {
    names: 'bundle',
    first: 'install check list outdated show info',
    options: '-j:number --jobs=number --retry=number --local',
    words: 'names',
  },
  { names: 'pod', first: 'install outdated list', options: '--no-repo-update', words: 'names' },
  {
    names: 'composer',
    first: 'install show validate outdated dump-autoload update licenses why',
    options:
      '-n -o -q -v --no-interaction --no-dev --no-scripts --no-plugins --prefer-dist --optimize-autoloader --no-progress --dry-run',
  },
  { names: 'conda mamba micromamba', first: 'list info search', options: '-y', words: 'names' },
  {
    names: 'poetry pdm hatch rye',
    first: 'install show check lock build version sync list update',
    options:
      '-n -q -v --no-interaction --no-root --no-dev --sync --only=name --with=name --without=name --outdated --tree',
    words: 'names',
  },
  { names: 'pipx', first: 'list environment', words: 'names' },
  {
    names: 'uv',
    first: 'sync lock tree version',
    options: '-q -v --frozen --locked --offline --no-dev --all-extras --dev',
    words: 'names',
  },
  { names: 'nix nix-shell nix-build', first: 'flake search', words: 'none' },
  {
    names: 'mix',
    first: 'compile test format deps deps.get credo dialyzer hex.info',
    options: '--trace --failed --stale --check-formatted --only=name --warnings-as-errors --force',
  },
  { names: 'flutter', first: 'analyze test doctor devices build', options: '--release --debug --coverage --machine' },
  { names: 'dart', first: 'analyze format test fix', options: '--fatal-infos --set-exit-if-changed' },
  { names: 'rails', first: 'routes test stats notes about', options: '-v' },
  { names: 'artisan', first: 'list route:list about test', options: '' },
  { names: 'django-admin alembic', first: 'check current history heads version', words: 'none' },
  { names: 'flask gunicorn uvicorn celery jupyter', first: 'routes status', words: 'none' },
  { names: 'twine', first: 'check' },
  // The cloud, other machines, and the system.
  {
    names: 'aws gcloud az heroku firebase wrangler serverless vagrant packer',
    first: 'version --version',
    words: 'names',
  },
  {
    names: 'ansible ansible-playbook ansible-galaxy',
    options: '--syntax-check --list-hosts --list-tasks',
    words: 'none',
  },
  {
    names: 'helm',
    first: 'list ls lint status history version template',
    options: '-n: -A --namespace=name --all-namespaces',
  },
  { names: 'podman', first: 'ps images version info', options: '-a -q --all', words: 'names' },
  {
    names: 'systemctl',
    first: 'status is-active is-enabled list-units list-unit-files show cat',
    options: '-l -n:number --no-pager --user --all --type=name --state=name --failed',
    words: 'names',
  },
  { names: 'service', options: '--status-all', words: 'none' },
  {
    names: 'journalctl',
    options: '-u: -n:number -f -b -k -r -e -p:name -x -o:name --since= --until= --no-pager --unit=name',
    words: 'none',
  },
  { names: 'launchctl', first: 'list print', words: 'names' },
  {
    names: 'tmux screen',
    first: 'ls list-sessions list-windows list-panes',
    options: '-ls',
    style: 'words',
    words: 'none',
  },
  {
    names: 'nc ncat socat telnet ftp nmap tcpdump mail sendmail iptables mount at batch security defaults',
    words: 'none',
  },
  { names: 'ping dig host nslookup whois traceroute', options: '-c:number -4 -6 -t:name', words: 'hosts' },
  { names: 'ps', options: '-e -f -A -p:number -u:name -x --forest --sort=name --no-headers', words: 'none' },
  { names: 'strace ltrace valgrind perf gdb lldb', options: '--leak-check=name', words: 'none' },
  { names: 'code cursor xdg-open open start zenity dialog', options: '-r -n -g --wait', words: 'none' },
  // Converters, which read and write by what files and options say.
  { names: 'convert magick mogrify ffmpeg inkscape', options: '-y -resize= -quality=number', style: 'words' },
  { names: 'pandoc', options: '-s -f:name -t:name --from=name --to=name --standalone --toc' },
  {
    names: 'pdflatex xelatex lualatex latexmk latex',
    options: '-pdf -c -interaction=name -halt-on-error',
    style: 'words',
  },
  { names: 'dot', options: '-Tsvg -Tpng -Tpdf', style: 'words' },
  { names: 'xmllint xsltproc', options: '--noout --format --valid --xpath= --nonet --html' },
  { names: 'openssl', first: 'version', options: '-a', style: 'words', words: 'none' },
  { names: 'gpg', options: '--list-keys -k', words: 'names' },
  { names: '7z 7za 7zz', first: 'l', words: 'none' },
  {
    names: 'plutil codesign xclip logger wall tsort shuf csplit strings hexdump xxd od',
    options: '-n -l:number -c:number -s:number -C -b -p -x -d -a',
  },
  {
    names: 'hg jj svn',
    first: 'status log diff info summary identify branches bookmarks st',
    options: '-l:number -p -r: --stat --limit=number',
  },
  { names: 'direnv', first: 'status', words: 'none' },
  {
    names: 'fd fdfind',
    options:
      '-e: -t: -H -I -a -i -s -g -p -d:number -E: --extension= --type=name --hidden --no-ignore --max-depth=number --glob -l -0',
  },
  { names: 'ag ack', options: '-i -l -c -w -n -Q -v -s -S -A:number -B:number -C:number' },
  { names: 'openapi-generator', first: 'validate list version' },
  { names: 'kill', options: '-9 -15 -TERM -INT -HUP -KILL -l -s:name', style: 'words', words: 'names' },
  { names: 'chown chgrp', options: '-v -h' },
];
