import { isInsidePath, type OptionGrammar } from './optionGrammar';

/** A package by its name in the registry: not an address, a repository or a folder. */
const isPackage = (value: string): boolean =>
  /^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.^~<>=*|+-]+)?$/.test(value) && !/^\.\.?$/.test(value);
const isPythonPackage = (value: string): boolean =>
  !/\.(?:whl|zip|egg|tgz|tar(?:\.\w+)?)$/i.test(value) &&
  (/^[\w.-]+(?:\[[\w,.-]+\])?(?:[=<>!~]=?[\w.*,<>=!~]+)?$/.test(value) ||
    value === '.' ||
    /^\.\[[\w,-]+\]$/.test(value));

const NPM =
  '-s -q -d -l -p -D -E -P -O -B -f -y -a --silent --quiet --verbose --loglevel= --json --long --parseable --if-present --ignore-scripts --save --no-save --save-dev --save-exact --save-optional --save-peer --save-prod --no-audit --audit --no-fund --fund --omit= --include= --production? --only= --legacy-peer-deps --strict-peer-deps --force --dry-run --depth= --all --offline --prefer-offline --prefer-online --package-lock-only --package-lock --no-package-lock --tag= --no-progress --progress? --color? --no-color --audit-level= --no-git-tag-version --allow-same-version --preid= --message= -m: --version -v --help -h --yes --frozen-lockfile --immutable --no-frozen-lockfile --prod --dev --optional --no-optional --latest -L --interactive -i --watch --bail --no-bail --pure-lockfile --check-files --non-interactive --network-timeout=number --exact --peer --hot --smol --coverage --no-install';
/** Options that select packages of the workspace. Not for running scripts: another package's would run. */
const NPM_REACH =
  '-w:packages --workspace=packages --workspaces -ws --include-workspace-root --filter=packages -F:packages -r --recursive --cwd=path --stream --parallel --sort --no-sort --aggregate-output';
const NPM_LOOK: OptionGrammar = { options: `${NPM} ${NPM_REACH}` };
/** The first operand must be one that only looks. */
const looking = (first: RegExp): OptionGrammar => ({
  ...NPM_LOOK,
  operand: (value, index) => index > 0 || first.test(value),
});
/**
 * Options that script runners pass on to the script, whatever program that is. Options that load, write or contact
 * something differ from program to program; these few are harmless with any.
 */
const SCRIPT: OptionGrammar = {
  options:
    '-t: -g: -k: -h -v --watch? --watchAll? --no-watch --coverage? --no-coverage --bail? --ci --run --runInBand --silent --verbose --quiet --color? --no-color --grep= --testNamePattern= --testPathPattern= --testPathPatterns= --passWithNoTests --maxWorkers=number --workers=number --timeout=number --testTimeout=number --retries=number --reporter=reporter --project=name --forceExit --detectOpenHandles --headed --headless --dry-run --check --exact --list --max-warnings=number --prod --production --dev --mode=name --port=number --minify --sourcemap --no-cache --version --help',
  operand: isInsidePath,
};
const NPM_TEST: OptionGrammar = { options: NPM, passesOn: SCRIPT, operand: isInsidePath };
const NPM_RUN: OptionGrammar = {
  options: NPM,
  passesOn: SCRIPT,
  operand: (value, index) => (index === 0 ? /^[\w:.@/-]+$/.test(value) : isInsidePath(value)),
};
/** These pass everything after the script name to the script, with or without `--`. */
const OVER: OptionGrammar = { ...NPM_RUN, isOver: true };
/** Looking for outdated or unsafe packages; repairing them is not included. */
const AUDIT: OptionGrammar = { options: `${NPM} ${NPM_REACH}`, operand: value => value === 'signatures' };
const NPM_INSTALL: OptionGrammar = { options: `${NPM} ${NPM_REACH}`, operand: isPackage };

const CARGO =
  '-r -v -q -p: -j:number -F: -n --release --package= --workspace --exclude= --all --all-targets --all-features --no-default-features --features= --lib --bin= --bins --example= --examples --test= --tests --bench= --benches --doc --verbose --quiet --jobs=number --locked --offline --frozen --message-format= --color= --target=name --profile= --no-run --no-fail-fast --keep-going --no-deps --document-private-items --check --dev --build --optional --no-optional --rename= --dry-run --precise= --depth= --duplicates -d --invert? -i? --prefix= --edges= -e: --format= --timings --future-incompat-report --ignore-rust-version --aggressive --version -V --help -h --list --vers= --tag= --branch= --name= --vcs=name';
const PLAIN_CARGO: OptionGrammar = { options: CARGO };
/** The words after `--` are for the program that it starts. */
const PASSING_CARGO: OptionGrammar = { options: CARGO, passesOn: 'any' };
/** The test runner that cargo builds in. */
const LIBTEST: OptionGrammar = {
  options:
    '-q -h --nocapture --no-capture --show-output --test-threads=number --ignored --include-ignored --exact --skip= --list --quiet --color= --format=name --report-time --shuffle --help',
  operand: value => /^[\w:]+$/.test(value),
};
const LINTS: OptionGrammar = {
  options: '-D:lint -W:lint -A:lint -F:lint --deny=lint --warn=lint --allow=lint --forbid=lint --no-deps',
  operand: () => false,
};
const RUSTFMT: OptionGrammar = { options: '-l -v -q -h --check --verbose --quiet --help', operand: () => false };

const GO_BUILD =
  '-v -x -n -a -race -msan -cover -short -json -benchmem -failfast -trimpath -work -m -u -t -e -f= -s -i -d -c -h -w? -run= -skip= -count=number -timeout= -bench= -benchtime= -cpu= -parallel=number -p=number -tags= -mod=modules -o=build -covermode=name -coverpkg= -coverprofile=report -shuffle= -fuzz= -fuzztime= -list= -vet=name -buildvcs? -ldflags=linkerNames -compiled -deps -find -export -test -versions -compat= -go= -diff -all -src -cmd';
const PLAIN_GO: OptionGrammar = {
  options: GO_BUILD,
  style: 'words',
  operand: value => !value.includes('@') && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(value),
};
/** `go list` without the options for which it asks a server about modules that nothing here requires. */
const LISTING_GO: OptionGrammar = { ...PLAIN_GO, options: GO_BUILD.replaceAll(/ -(?:u|versions)(?= )/g, '') };
/** `go test` without the options that leave a program behind. */
const TESTING_GO: OptionGrammar = { ...PLAIN_GO, options: GO_BUILD.replaceAll(/ -(?:c|o=build)(?= )/g, '') };
const GETTING_GO: OptionGrammar = {
  options: GO_BUILD,
  style: 'words',
  operand: value => /^[\w./~@^-]+$/.test(value) && !/^[/~]/.test(value),
};

/** Subcommands of `pip` about packages; those about its own settings and caches are excluded. */
const PIP_DOES = /^(?:install|uninstall|list|show|freeze|check|inspect|index|help|download|wheel|debug)$/;
const PIP: OptionGrammar = {
  options:
    '-q -v -U -y -I -r:path -c:path -e:path --quiet --verbose --upgrade --upgrade-strategy= --yes --user --no-deps --pre --dry-run --force-reinstall --ignore-installed --no-cache-dir --no-input --requirement=path --constraint=path --editable=path --no-build-isolation --only-binary= --no-binary= --prefer-binary --disable-pip-version-check --progress-bar= --outdated -o --uptodate -u --format= --local -l --not-required --exclude= --timeout=number --retries=number --break-system-packages --no-warn-script-location --require-virtualenv --all --version -V --help -h',
  operand: (value, index) => (index === 0 ? PIP_DOES.test(value) : isPythonPackage(value)),
};

/** Not an address or a repository (`host/owner/name`) on another host. */
const isOnGitHub = (value: string): boolean =>
  !/:\/\/(?!github\.com\/)|^git@(?!github\.com:)/.test(value) && !/^[^/]*\.[^/]*\/[^/]+\/[^/]+$/.test(value);
const GH =
  '-t: -b: -B: -H: -d -a: -l: -m: -r: -p: -R:repository -L:number -s: -S: -A: -q:filter -j -y -c -f -n --title= --body= --base= --head= --draft --assignee= --label= --milestone= --reviewer= --project= --repo=repository --limit=number --state= --search= --author= --json= --jq=filter --template= --comments --fill --fill-first --fill-verbose --squash --merge --rebase --auto --delete-branch --admin --approve --request-changes --comment --add-label= --remove-label= --add-assignee= --remove-assignee= --add-reviewer= --reason= --log --log-failed --exit-status --job= --branch= --workflow= --event= --status= --user= --commit= --created= --interval=number --watch --name-only --patch --color= --conflict-status --archived --visibility= --language= --topic= --source --fork --sort= --order= --owner= --verbose --help --mention= --app= --compact --required --detach --force --recurse-submodules --all --fail-fast';

/** A list of containers with their names and figures, not with what their commands and labels say. */
const DOCKER_LIST =
  '-a -q -n:number -l -s --all --quiet --last=number --latest --size --no-stream -f:containerFilter --filter=containerFilter --format=containerFormat';
const DOCKER_LOOK =
  '-a -q -f: -n:number -l -s -t --all --quiet --filter= --format= --last=number --latest --no-trunc --size --tail= --since= --until= --follow --timestamps --details --no-stream --type= --limit=number --digests --human --verbose -v --tree';

const DOCKER_ACT =
  '-a -q -f -t:number -i -s: --attach --interactive --time=number --timeout=number --signal= --force --platform= --quiet --all-tags --no-prune';
const isDockerLook = (value: string, index: number): boolean =>
  index > 0 || /^(?:ls|list|ps|inspect|show|logs|top|stats|port|diff|df|info|history|events)$/.test(value);
/** An image of the usual registry: the host of another one could be anyone's. */
const isUsualImage = (value: string, index: number): boolean =>
  index > 0 || !/^(?:[^/]*[.:][^/]*|localhost)\//.test(value);

const KUBECTL: OptionGrammar = {
  options:
    '-n: -A -o:output -l: -w -c: -f -p -L: -h --namespace= --all-namespaces --output=output --selector= --watch --watch-only --container= --follow --previous --tail= --since= --since-time= --timestamps --all-containers --prefix --show-labels --no-headers --sort-by= --field-selector= --context= --ignore-not-found --limit-bytes= --chunk-size= --timeout= --for= --recursive --client --short --max-log-requests= --containers',
  operand: value => !/[:\\]\/\/|(?:^|,)secrets?(?:[/.,]|$)/i.test(value),
};

export const PACKAGE_PROGRAMS: Readonly<Record<string, OptionGrammar>> = {
  npx: {
    options: '-y -q --yes --no --no-install --quiet --prefer-offline --offline',
    isOver: true,
    operand: isPackage,
  },
  pip: PIP,
  pip3: PIP,
};

/** Programs whose first operand is a subcommand. */
export const PACKAGE_SUBCOMMANDS: Readonly<Record<string, Readonly<Record<string, OptionGrammar>>>> = {
  npm: {
    ...every('test t tst start stop restart', NPM_TEST),
    ...every('run run-script rum urn', NPM_RUN),
    ...every('audit outdated', AUDIT),
    ...every(
      'install i add ci clean-install install-test it update up upgrade uninstall remove rm un r dedupe ddp prune rebuild rb install-ci-test cit',
      NPM_INSTALL,
    ),
    ...every(
      'ls list ll la why explain doctor ping whoami search s find root prefix bin help query sbom diff',
      NPM_LOOK,
    ),
    // A package that is a repository would be cloned, and prepared by its own scripts.
    ...every('view info show v fund pack', { ...NPM_LOOK, operand: isPackage }),
    'dist-tag': looking(/^(?:ls|list)$/),
  },
  yarn: {
    ...every('test start stop', SCRIPT),
    run: OVER,
    ...every('audit outdated', AUDIT),
    ...every('install add remove upgrade up dedupe', NPM_INSTALL),
    ...every('list why versions check --version', NPM_LOOK),
    info: { ...NPM_LOOK, operand: isPackage },
    workspaces: looking(/^(?:info|list)$/),
    licenses: looking(/^list$/),
  },
  pnpm: {
    ...every('test t start', SCRIPT),
    run: OVER,
    ...every('audit outdated', AUDIT),
    ...every('install i add remove rm update up ci fetch dedupe prune rebuild', NPM_INSTALL),
    ...every('ls list ll why licenses root bin', NPM_LOOK),
    store: looking(/^(?:path|status)$/),
  },
  bun: {
    test: {
      options:
        '-t: -h --test-name-pattern= --timeout=number --bail? --rerun-each=number --only --todo --coverage --watch --silent --verbose --color --no-color --help',
      operand: isInsidePath,
    },
    run: { ...OVER, options: `${NPM} -r:never` },
    ...every('install i add remove rm update outdated', NPM_INSTALL),
    pm: looking(/^(?:ls|bin|hash|hash-string|whoami)$/),
  },
  cargo: {
    ...every(
      'build b check c doc d update tree metadata clean add remove rm search info generate-lockfile locate-project verify-project version fetch pkgid report',
      PLAIN_CARGO,
    ),
    ...every('test t bench', { options: CARGO, passesOn: LIBTEST }),
    ...every('run r', PASSING_CARGO),
    nextest: { ...PASSING_CARGO, operand: (value, index) => index > 0 || /^(?:run|r|list)$/.test(value) },
    clippy: { options: CARGO, passesOn: LINTS },
    fmt: { options: '-v -q -h --all --check --verbose --quiet --help', passesOn: RUSTFMT, operand: () => false },
    fix: { options: `${CARGO} --allow-dirty --allow-staged --broken-code --edition` },
    init: { ...PLAIN_CARGO, operand: isInsidePath },
    vendor: { ...PLAIN_CARGO, operand: isInsidePath },
    new: { ...PLAIN_CARGO, operand: isInsidePath },
  },
  go: {
    ...every('build vet fmt mod version clean doc', PLAIN_GO),
    test: TESTING_GO,
    list: LISTING_GO,
    run: { ...PLAIN_GO, isOver: true },
    ...every('get install', GETTING_GO),
    env: { options: '-json -changed', style: 'words' },
  },
  docker: {
    ...every('ps stats', { options: DOCKER_LIST }),
    ...every('images logs inspect info version top port history diff events search', { options: DOCKER_LOOK }),
    // The next word is the actual subcommand.
    ...every('context network volume image system', { options: DOCKER_LOOK, operand: isDockerLook }),
    container: { options: DOCKER_LIST, operand: isDockerLook },
    ...every('start stop restart pause unpause wait kill rm rmi tag rename', { options: DOCKER_ACT }),
    ...every('pull push create', { options: DOCKER_ACT, operand: isUsualImage }),
    build: {
      options:
        '-t: -q --tag= --build-arg=pair --target= --no-cache --pull --quiet --platform= --progress= --label= --rm --force-rm --load -f:path --file=path',
      operand: value => value === '.' || isInsidePath(value),
    },
    run: {
      options:
        '-i -t -d -e:pair -p: -w: --rm --name= --interactive --tty --detach --env=pair --publish= --workdir= --platform= --pull= --label= -l: --hostname= -h: --memory= -m: --cpus= --init --restart= --read-only --quiet -q --no-healthcheck --stop-timeout=number --shm-size=',
      isOver: true,
      operand: isUsualImage,
    },
    exec: { options: '-i -t -d -e:pair -w: --interactive --tty --detach --env=pair --workdir=', isOver: true },
    compose: {
      options:
        '-d -q -a -t:number -v --detach --quiet --all --build --no-build --no-deps --force-recreate --no-recreate --remove-orphans --tail= --follow -f --timestamps --since= --until= --no-color --no-log-prefix --pull= --wait --timeout=number --no-cache --parallel=number --progress= --profile= --format= --services --rm -T --dry-run --abort-on-container-exit --exit-code-from= --scale= --no-start --quiet-pull',
      passesOn: 'any',
      operand: (value, index) =>
        index > 0 ||
        /^(?:up|down|ps|logs|build|pull|push|start|stop|restart|config|images|top|port|ls|version|events|pause|unpause|kill|create|rm)$/.test(
          value,
        ),
    },
  },
  deno: {
    ...every('test fmt lint check doc info bench', {
      options:
        '-q -h --quiet --watch --check --filter= --fail-fast --parallel --no-check --ignore= --doc --coverage?path',
      operand: isInsidePath,
    }),
    task: { options: '-q --quiet', isOver: true },
  },
  terraform: {
    ...every('plan validate fmt init version graph get', {
      options:
        '-recursive -check -diff -write=name -json -no-color -input=name -lock=name -lock-timeout= -refresh=name -refresh-only -destroy -detailed-exitcode -target= -upgrade -backend=name -reconfigure -compact-warnings -parallelism=number -list=name -raw',
      style: 'words',
      operand: isInsidePath,
    }),
    providers: { options: '-json', style: 'words', operand: value => value === 'schema' },
    // A value by its name, or all as JSON, shows what is marked as a secret.
    ...every('output show', { options: '-no-color', style: 'words', operand: () => false }),
  },
  kubectl: {
    ...every('get describe logs top explain version api-resources api-versions cluster-info events wait diff', KUBECTL),
    // The next word is the actual subcommand.
    auth: { ...KUBECTL, operand: (value, index) => index > 0 || /^(?:can-i|whoami)$/.test(value) },
    rollout: { ...KUBECTL, operand: (value, index) => index > 0 || /^(?:status|history)$/.test(value) },
  },
  gh: {
    ...every('pr issue run workflow label status search cache ruleset', {
      options: GH,
      operand: (value, index) =>
        (index > 0 && isOnGitHub(value)) ||
        /^(?:list|ls|view|status|checks|diff|checkout|co|create|new|close|reopen|comment|edit|merge|ready|review|watch|rerun|cancel|enable|disable|lock|unlock|pin|unpin|prs|issues|repos|commits|code|update-branch|check)$/.test(
          value,
        ),
    }),
    release: { options: GH, operand: (value, index) => index > 0 || /^(?:view|list|ls)$/.test(value) },
    repo: {
      options: GH,
      operand: (value, index) => (index > 0 ? isOnGitHub(value) : /^(?:view|list|ls)$/.test(value)),
    },
    version: { options: '' },
    browse: { options: '-n --no-browser -b: -R:repository --branch= --repo=repository' },
  },
};

function every(names: string, grammar: OptionGrammar): Record<string, OptionGrammar> {
  return Object.fromEntries(names.split(' ').map(name => [name, grammar]));
}
