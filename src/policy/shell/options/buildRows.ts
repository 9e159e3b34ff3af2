import type { Row } from './row';

/** Build tools, compilers, checkers, test runners and bundlers. */
export const BUILD_ROWS: readonly Row[] = [
  // Build tools: excluded are options that choose the build file or start further programs.
  { names: 'ant', options: '-q -v -d', style: 'words', words: 'names' },
  { names: 'rake just task invoke', options: '-l -n --list --dry-run --tasks -T', words: 'names' },
  { names: 'nox', options: '-l -s:name --list', words: 'names' },
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
  { names: 'golangci-lint', first: 'run linters version', options: '-v --timeout= --fast' },
  { names: 'ld ar strip objcopy', options: '' },
  { names: 'nm objdump readelf', options: '-a -A -C -D -d -f -g -h -l -n -p -r -s -S -t -T -u -x -W -e -V' },
  // Test runners, checkers and bundlers: excluded are plugins, configurations and report files.
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
  { names: 'biome', first: 'check format lint ci version', options: '--changed --staged' },
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
    options: '-p:number --port=number --turbo --turbopack',
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
];
