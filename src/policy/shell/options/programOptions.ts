import { isInsidePath, type OptionGrammar } from './optionGrammar';

/** For make: variables with a plain value whose names don't choose a program or add options. */
function isMakeWord(value: string): boolean {
  const [, name, given = ''] = /^([^=]*?)[:+?!]*=(.*)$/s.exec(value) ?? [];
  if (/^[^=]*!=/.test(value)) return false;
  if (name === undefined) return !/[$`|;&]/.test(value);
  const isProgram =
    /^\.?(?:SHELL|ENV|IFS|PS4|CLASSPATH|(?:LD|DYLD|BASH|GIT|SSH|PERL5?|RUBY|JAVA|JDK|_JAVA|LUA|GCC|RUST|PIP|AWS)_?\w*|.*PATH|.*OPT(?:ION)?S?|MAKE|.*FLAGS|.*FILES|CC|CXX|LD|AR|AS|NM|RANLIB|STRIP|FC|CPP|.*(?:CMD|COMMAND|EXEC|RUN|TOOL|PROG|SH|PYTHON|NODE|NPM|GO|CARGO|DOCKER|COMPILER|LAUNCHER|WRAPPER|EDITOR|PAGER|HOOK).*)$/i.test(
      name,
    );
  if (isProgram) return /^(?:CC|CXX)$/.test(name) && /^(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-\d+)?$/.test(given);
  return (
    /^[\w.,:+@%=-]*$/.test(given) || (/^(?:DESTDIR|PREFIX|prefix|\w*dir)$/.test(name) && /^[\w./+-]*$/.test(given))
  );
}

/** A program in a file of its own, not one read from a pipe. */
const isScript = (value: string): boolean =>
  !/^(?:-|inspect)$/.test(value) && !/^\/(?:dev|proc)\//.test(value) && !/^[a-z]+:\/\//i.test(value);
/** Files that are checked or rewritten, not files with further arguments. */
const isWorkFile = (value: string): boolean => !value.startsWith('@') && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(value);
const noSubstitution = (value: string): boolean => !/[`]|\$\(/.test(value);

const PYTHON: OptionGrammar = {
  options:
    '-B -E -I -O -s -S -u -v -V -q -x -b -d -P -h -? -W:warning -X:pythonSwitch --version --help --check-hash-based-pycs=name',
  isOver: true,
  needs: /^(?:-V+|-h|--version|--help)$/,
  operand: isScript,
};
const AWK: OptionGrammar = {
  options:
    '-F: -v:pair -S -P -t -c -r -n -N -O -h -V --field-separator= --assign=pair --sandbox --posix --traditional --re-interval --non-decimal-data --optimize --version --help',
  operand: (value, index) =>
    index > 0 ||
    !/system\s*\(|\||>|getline|@|ARG[VC]|PROCINFO|ENVIRON/.test(
      value
        .replace(/\\\r?\n/g, ' ')
        .replaceAll('||', '')
        .replaceAll('>=', ''),
    ),
};
const MAKE: OptionGrammar = {
  options:
    '-j? -k -s -n -B -i -q -w -t -S -r -R -p -v -h -d -L -m -b -l? -C:path -O? -o:path -W:path --jobs? --keep-going --silent --quiet --dry-run --just-print --recon --always-make --ignore-errors --question --print-directory --no-print-directory --touch --directory=path --load-average? --output-sync? --trace --warn-undefined-variables --no-builtin-rules --no-builtin-variables --print-data-base --debug? --version --help --no-keep-going --stop --no-silent',
  operand: isMakeWord,
};
const LESS: OptionGrammar = {
  options: '-NRSFXiIneErMmgGJsuUwWaAcCdfqQV -x:number -p: -b:number -z:number -j:number',
  operand: value => !value.startsWith('+'),
};
const COMPILER_OPTION =
  /^-(?:[cSEgvsw]|[gO][\w+-]*|W(?![lap],)[\w=+#-]*|std=[\w+]+|f(?!plugin|profile|dump|callgraph|opt-info|save|tree-dump|auto-profile|pass-plugin|lto-|embed-bitcode)[\w=+#,.-]+|m[\w=.,+-]+|D\w[\w=.,"' +-]*|U\w+|l[\w+.-]+|I[\w./+-]+|L[\w./+-]+|pthread|shared|static|pie|no-pie|pedantic(?:-errors)?|ansi|pipe|M[MDPG]?|MMD|nostdlib|ffreestanding|rdynamic|-version|dumpversion|dumpmachine)$/;

export const PROGRAMS: Readonly<Record<string, OptionGrammar>> = {
  python: PYTHON,
  python2: PYTHON,
  python3: PYTHON,
  pypy3: PYTHON,
  node: {
    options:
      '-c -v -h -e:never -p:never -r:never --eval=never --print=never --require=never --import=never --check --version --help --test --test-only --watch --watch-path=path --no-warnings --trace-warnings --trace-deprecation --trace-uncaught --no-deprecation --throw-deprecation --pending-deprecation --max-old-space-size=number --max-semi-space-size=number --stack-size=number --stack-trace-limit=number --enable-source-maps --expose-gc --experimental-strip-types --experimental-transform-types --experimental-vm-modules --experimental-test-coverage --experimental-test-module-mocks --experimental-sqlite --experimental-websocket --unhandled-rejections=name --test-name-pattern= --test-skip-pattern= --test-concurrency=number --test-timeout=number --test-reporter=name --test-force-exit --test-update-snapshots --test-shard= --harmony --preserve-symlinks --use-strict --zero-fill-buffers --dns-result-order=name --no-experimental-strip-types --no-network-family-autoselection --disable-warning=name --permission',
    isOver: true,
    needs: /^(?:-v|-h|-[ep]|--version|--help|--test|--eval|--print)$/,
    operand: isScript,
  },
  ruby: {
    options: '-w -v -c -d -s -W? -e:never -r:never --version --help --verbose --yjit --jit',
    isOver: true,
    needs: /^(?:-[vVer]|--version|--help)$/,
    operand: isScript,
  },
  perl: {
    options: '-w -W -c -t -T -u -v -V -e:never --version --help',
    isOver: true,
    needs: /^(?:-[vVer]|--version|--help)$/,
    operand: isScript,
  },
  php: {
    options: '-l -v -m -n -i -q -h -r:never -f:path --version --help',
    isOver: true,
    needs: /^(?:-[vVer]|--version|--help)$/,
    operand: isScript,
  },
  lua: { options: '-v -E -W', isOver: true, needs: /^(?:-[vVer]|--version|--help)$/, operand: isScript },
  tsx: {
    options: '--no-cache --version --help --watch',
    isOver: true,
    needs: /^(?:-[vVer]|--version|--help)$/,
    operand: isScript,
  },
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  nawk: AWK,
  make: MAKE,
  gmake: MAKE,
  tar: {
    options:
      '-c -x -t -z -j -J -v -p -k -m -O -r -u -A -n -S -W -Z -a -l -w -i -d -f:path -C:path -X:path --create --extract --get --list --append --update --diff --gzip --gunzip --bzip2 --xz --zstd --lzma --verbose --file=path --directory=path --exclude= --exclude-vcs --exclude-from=path --strip-components=number --keep-old-files --skip-old-files --keep-newer-files --no-same-owner --no-same-permissions --same-permissions --preserve-permissions --numeric-owner --owner= --group= --mtime= --sort=name --auto-compress --wildcards --no-wildcards --anchored --totals --to-stdout --no-recursion --one-file-system --mode= --format=name --version --help --touch --verify --ignore-failed-read --sparse --overwrite --warning= --full-time',
    style: 'old',
    operand: (value: string) => !value.startsWith('-'),
  },
  zip: {
    options:
      // Excluded: `-l`, since `-lf` and `-la` write a log.
      '-r -q -v -j -x -i -u -f -d -e -y -X -0123456789 -9 -D -n: -A -s:number --recurse-paths --quiet --exclude= --include=',
  },
  unzip: {
    options: '-l -t -v -o -n -q -j -p -x -a -u -f -z -Z -C -L -d:path',
    operand: value => !value.startsWith('-'),
  },
  gzip: {
    options:
      '-c -d -k -f -l -n -N -q -r -t -v -0123456789 --keep --stdout --decompress --force --list --test --verbose --best --fast --recursive --quiet',
  },
  sort: {
    options:
      '-n -r -u -f -h -V -g -b -d -M -s -c -C -z -i -m -R -k: -t: -S:number --reverse --unique --numeric-sort --human-numeric-sort --version-sort --general-numeric-sort --month-sort --ignore-case --ignore-leading-blanks --dictionary-order --stable --check? --merge --zero-terminated --key= --field-separator= --random-sort --parallel=number --buffer-size=number --debug --help --version',
  },
  less: LESS,
  more: { options: '-d -f -l -p -c -s -u -0123456789' },
  man: {
    options: '-k -f -a -w -s: -S: --apropos --whatis --all --where --path',
    operand: value => /^[\w.:+@-]+$/.test(value),
  },
  pytest: {
    operand: isWorkFile,
    options:
      '-x -v -q -s -k: -m: -n: -l -h -V -r: -W:warning -p:noPlugin --exitfirst --verbose --quiet --last-failed --lf --failed-first --ff --new-first --nf --stepwise --sw --stepwise-skip --tb= --maxfail=number --durations=number --durations-min=number --collect-only --co --cov?path --cov-report=coverage --cov-branch --cov-fail-under=number --no-cov --no-header --no-summary --disable-warnings --strict-markers --strict-config --capture= --color= --timeout=number --deselect= --ignore=path --ignore-glob= --showlocals --setup-show --fixtures --markers --runxfail --import-mode=name --dist=name --numprocesses= --reruns=number --full-trace --doctest-modules --keep-duplicates --cache-show? --cache-clear --version --help --asyncio-mode=name  --benchmark-skip --benchmark-only --benchmark-disable --forked --random-order --no-flaky-report',
  },
  eslint: {
    operand: isWorkFile,
    options:
      '-f:reporter -h -v --fix-dry-run --fix-type= --ext= --quiet --max-warnings=number --cache --no-cache --color --no-color --format=reporter --ignore-pattern= --no-ignore --no-eslintrc --no-inline-config --report-unused-disable-directives --report-unused-disable-directives-severity= --debug --no-error-on-unmatched-pattern --pass-on-no-patterns --rule= --env=lint --global= --version --help --no-warn-ignored --exit-on-fatal-error --stats --concurrency=name',
  },
  prettier: {
    operand: isWorkFile,
    options:
      '-c -l -u --check --list-different --no-config --no-editorconfig --ignore-unknown --log-level=name --loglevel=name --tab-width=number --print-width=number --single-quote --no-semi --use-tabs --trailing-comma=name --parser=language --cache --no-cache --no-error-on-unmatched-pattern --prose-wrap=name --end-of-line=name --bracket-spacing --no-bracket-spacing --arrow-parens=name --color --no-color --version --help --stdin-filepath=path --ignore-path=path',
  },
  jest: {
    operand: isWorkFile,
    options:
      '-t: -i -b? -o -w:number -h -v --watch --watchAll? --coverage? --collectCoverage --ci --testNamePattern= --verbose --silent --runInBand --bail? --no-coverage --passWithNoTests --maxWorkers=number --onlyChanged --onlyFailures --changedSince=ref --findRelatedTests --detectOpenHandles --forceExit --no-cache --testPathPattern= --testPathPatterns= --testPathIgnorePatterns= --colors --color --json --testTimeout=number --listTests --selectProjects= --ignoreProjects= --shard= --logHeapUsage --clearCache --runTestsByPath --expand --errorOnDeprecated --notify --showConfig --coverageReporters=reporter --lastCommit --version --help',
  },
  vitest: {
    operand: (value, index) => isWorkFile(value) && !(index === 0 && /^(?:init|bench|list|related|dev)$/.test(value)),
    options:
      '-t: -w -h -v --run --watch? --coverage? --coverage.enabled? --testNamePattern= --reporter=reporter --silent? --bail=number --passWithNoTests --no-color --mode=name --project= --changed?ref --shard= --pool=pool --no-file-parallelism --maxWorkers= --hideSkippedTests --logHeapUsage --retry=number --testTimeout=number --allowOnly --no-coverage --no-watch --isolate --no-isolate --typecheck --globals --dom --version --help --fileParallelism? --sequence.shuffle? --exclude=packages',
  },
  mocha: {
    operand: (value, index) => isWorkFile(value) && !(index === 0 && /^(?:init|inspect)$/.test(value)),
    options:
      '-g: -f: -b -t:number -R:reporter -w -j:number -u:ui -s:number -h -V -C -c -i -A -S -p --grep= --fgrep= --bail --timeout=number --reporter=reporter --recursive --watch --exit --parallel --jobs=number --ui=ui --check-leaks --forbid-only --forbid-pending --slow=number --retries=number --dry-run --no-color --color --colors --no-colors --invert --full-trace --async-only --sort --diff --no-diffname --delay --inline-diffs --no-timeouts --pass-on-failing-test-suite --version --help',
  },
  tsc: {
    // A value such as in `--noEmit false` would reverse the option.
    operand: value => isWorkFile(value) && !/^(?:true|false|null)$/i.test(value),
    options:
      '-w -p:path -b -d -v -h -t:name -m:name --noEmit --watch --project=path --build --pretty? --strict? --version --incremental? --skipLibCheck? --listFiles --listFilesOnly --listEmittedFiles --explainFiles --declaration --emitDeclarationOnly --showConfig --traceResolution --diagnostics --extendedDiagnostics --target=name --module=name --moduleResolution=name --jsx=name --lib=name --esModuleInterop? --allowJs? --checkJs? --noEmitOnError --force --dry --verbose --sourceMap --removeComments --noUnusedLocals --noUnusedParameters --noImplicitAny --outDir=build --preserveWatchOutput --all --help --isolatedModules --resolveJsonModule',
  },
  ruff: {
    operand: (value, index) => isWorkFile(value) && (index > 0 || /^(?:check|rule|linter|version)$/.test(value)),
    options:
      '-q -v -s -n --no-fix --select= --ignore= --diff --check --quiet --watch --output-format=name --no-cache --show-fixes --statistics --extend-select= --line-length=number --preview --exit-zero --version --help --target-version=name',
  },
  mypy: {
    operand: isWorkFile,
    options:
      '-v -p: -m: --strict --ignore-missing-imports --show-error-codes --pretty --no-error-summary --follow-imports=name --check-untyped-defs --disallow-untyped-defs --python-version=number --no-incremental --version --help --namespace-packages --explicit-package-bases --warn-unused-ignores --non-interactive --no-color-output',
  },
  black: {
    operand: isWorkFile,
    options:
      '-q -v -l:number -S -C -t:name --check --diff --color --no-color --quiet --verbose --line-length=number --target-version=name --skip-string-normalization --fast --safe --preview --exclude= --include= --version --help',
  },
  mvn: {
    options:
      '-q -B -e -X -U -o -T: -pl: -am -amd -N -V -v -ff -fae -fn -ntp -h -DskipTests? -Dmaven.test.skip? -Dtest= -Dit.test= -DfailIfNoTests? --quiet --batch-mode --errors --offline --update-snapshots --also-make --no-transfer-progress --fail-at-end --projects= --threads= --version --non-recursive --show-version',
    style: 'words',
    operand: value =>
      /^(?:clean|validate|compile|test|test-compile|package|verify|install|site|dependency:(?:tree|list|resolve|analyze)|spotless:(?:check|apply)|checkstyle:check)$/.test(
        value,
      ),
  },
  gradle: GRADLE(),
  gradlew: GRADLE(),
  patch: {
    operand: value => isInsidePath(value),
    options:
      '-p:number -R -N -s -E -l -f -t --strip=number --dry-run --reverse --forward --silent --quiet --verbose --batch --force --ignore-whitespace --version',
  },
  split: {
    operand: isInsidePath,
    options:
      '-l:number -b:number -n: -a:number -d -x --lines=number --bytes=number --number= --numeric-suffixes? --suffix-length=number --additional-suffix=name',
  },
  java: {
    options:
      '-version -showversion -ea -enableassertions -server -jar=path -cp=build -classpath=build --class-path=build --version -help --help -verbose --enable-preview',
    style: 'words',
    isOver: true,
    operand: value => !value.startsWith('@'),
  },
  cmake: {
    options:
      '-S:path -B:path -G: -j? -t: -v --build=path --target= --parallel? --config= --clean-first --verbose --preset=name --version --help --fresh',
    operand: value => isInsidePath(value) && !value.includes('='),
  },
  ninja: { options: '-v -n -k:number -j:number -C:path -t:name --version --quiet' },
  cp: {
    options:
      '-a -r -R -f -i -n -p -u -v -P -d -l -s -t: -T --recursive --archive --force --interactive --no-clobber --preserve? --no-preserve= --update? --verbose --no-dereference --parents --target-directory= --no-target-directory --link --symbolic-link --reflink? --sparse= --help --version',
  },
};

function GRADLE(): OptionGrammar {
  return {
    options:
      '-q -i -d -s -S -w -x: -m -t -v -h -a --info --debug --quiet --warn --stacktrace --full-stacktrace --no-daemon --daemon --parallel --no-parallel --offline --continue --rerun-tasks --build-cache --no-build-cache --console= --tests= --exclude-task= --dry-run --continuous --warning-mode= --no-scan --profile --refresh-dependencies --configuration-cache --no-configuration-cache --max-workers=number --status --stop --version --help --all',
    operand: value => /^[\w:.-]+$/.test(value),
  };
}

/** Indexes of words that are not plain compiler options, which are too many to list and recognized by their form. */
export function strangeCompilerWords(args: readonly string[]): number[] {
  return args.flatMap((arg, i) => {
    const before = args[i - 1] ?? '';
    if (before === '-o') return isInsidePath(arg) && !/\.(?:sh|js|ts|py|json|ya?ml|toml)$/.test(arg) ? [] : [i];
    if (/^-(?:I|L|isystem|std|x|include)$/.test(before) || arg === '-o' || /^-(?:I|L|isystem|include)$/.test(arg))
      return [];
    return arg.startsWith('@') || (arg.startsWith('-') && !COMPILER_OPTION.test(arg)) || !noSubstitution(arg)
      ? [i]
      : [];
  });
}
