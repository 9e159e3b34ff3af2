import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lookingEnvironment } from '../../src/node/git/lookingEnvironment';

/** Said by what no command may show. */
const SECRET = 'SecretCanary7291';
const OUTSIDE = 'OutsideCanary4482';
/** A file outside is known by its size and its time, too. */
const LENGTH = 48_611;
const TIME = 981_173_106;
const QUIETING =
  /^(?:npm_config_(?:cache|loglevel|logs_max|timing|update_notifier)|GO(?:AUTH|PROXY|TOOLCHAIN)|PIP_\w+)$/;
/** Patterns of files turn these names into options. */
const OPTION_NAMES = [
  '--compress-program=.%run',
  '-omade',
  '--pre=run',
  '--hostname-bin=run',
  '-f.env',
  '-iw',
  '-R',
  '-uu',
];

/** A workspace with secrets, with links that lead out of it and with a folder prepared against git, to run commands in. */
export class CanaryPlace {
  readonly work: string;
  readonly outside: string;
  private readonly outputs: string;
  private readonly driver: string;
  private readonly traces: readonly string[];

  constructor(private readonly root: string) {
    this.work = join(root, 'work');
    this.outside = join(root, 'outside', 'outside.txt');
    this.outputs = join(root, 'outputs');
    this.driver = join(root, 'driver.sh');
    const content = `${OUTSIDE}\n`.repeat(Math.ceil(LENGTH / (OUTSIDE.length + 1))).slice(0, LENGTH);
    const secret = `KEY=${SECRET}\n`;
    mkdirSync(this.outputs);
    this.fill(content, secret);
    this.traces = [
      ...tracesOf(OUTSIDE, content),
      ...tracesOf(SECRET, secret),
      String(LENGTH),
      String(TIME),
      '2001-02-03',
      'Feb  3',
    ];
  }

  /** Runs each in a shell of its own, one after the other, and gives what each printed. */
  run(commands: readonly string[]): readonly string[] {
    rmSync(this.outputs, { recursive: true, force: true });
    mkdirSync(this.outputs);
    commands.forEach((command, i) => writeFileSync(join(this.outputs, `${i}.txt`), command));
    for (const file of [this.outputs, ...readdirSync(this.outputs).map(each => join(this.outputs, each))])
      this.giveAway(file);
    // Commands that only look run so that npm keeps no records and says nothing of its settings; the rest of their environment would hide what they do.
    const quiet = Object.fromEntries(Object.entries(lookingEnvironment()).filter(([name]) => QUIETING.test(name)));
    const env = {
      ...quiet,
      TOKEN: SECRET,
      PATH: `${join(this.root, 'bin')}:/usr/bin:/bin`,
      HOME: join(this.root, 'home'),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    };
    const shell = ['/bin/bash', this.driver, String(commands.length)];
    const [file = '', ...args] = isRoot()
      ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...shell]
      : shell;
    spawnSync(file, args, { cwd: this.work, env, stdio: 'ignore', timeout: 120_000, killSignal: 'SIGKILL' });
    return commands.map((_, i) => {
      const output = join(this.outputs, `${i}.out`);
      return existsSync(output) ? readFileSync(output, 'latin1') : '';
    });
  }

  /** What an output tells that it should not. */
  tracesIn(output: string): readonly string[] {
    return this.traces.filter(trace => output.includes(trace));
  }

  /** What has changed of all the files since they were made, and what was run. */
  state(): string {
    const all = ['work', 'outside', 'home'].flatMap(folder => this.stateOf(join(this.root, folder)));
    return [...all, ...readdirSync(this.root)].join('\n');
  }

  private stateOf(path: string): string[] {
    return readdirSync(path, { withFileTypes: true }).flatMap(entry => {
      const own = join(path, entry.name);
      // Looking may bring the index up to date.
      if (own.endsWith('.git/index')) return [];
      if (entry.isDirectory()) return [own, ...this.stateOf(own)];
      return [`${own} ${entry.isSymbolicLink() ? readlinkSync(own) : hash('sha1', readFileSync(own, 'latin1'))}`];
    });
  }

  private fill(content: string, secret: string): void {
    const put = (path: string, text: string, mode = 0o644) => {
      mkdirSync(join(this.root, path, '..'), { recursive: true });
      writeFileSync(join(this.root, path), text, { mode });
    };
    put('outside/outside.txt', content);
    utimesSync(this.outside, TIME, TIME);
    put('home/.keep', '');
    put('home/.config/go/env', `GOPROXY=https://a:${SECRET}@proxy.example\n`);
    put('bin/docker', CONTAINERS, 0o755);
    const run = join(this.root, 'work', 'run');
    put('work/run', `#!/bin/sh\ntouch '${join(this.root, 'home', 'ran')}'\n`, 0o755);
    put('work/a.txt', 'b a 3\na b 1\nc a 2\n');
    put('work/b.txt', 'a\nb\nd\n');
    put('work/d.json', '{"a":[1,{"b":"c"}]}\n');
    put('work/src/x.ts', 'export const a = 1;\n');
    put('work/sub/c.txt', 'a\n');
    put('work/.npmrc', 'cache=./made-cache\ntiming=true\nlogs-dir=./sub\ndepth=${TOKEN}\nloglevel=warn\n');
    put('work/.gitignore', '.env\nid_rsa\n');
    put('work/.gitattributes', '*.txt diff=evil filter=evil merge=evil\n');
    this.fillEvil(put, run);
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: this.work, env: { PATH: process.env.PATH, HOME: this.root }, stdio: 'pipe' });
    git('init', '-q', '-b', 'main', '.');
    git('remote', 'add', 'origin', `https://ada:${SECRET}@example.com/a.git`);
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'a');
    writeFileSync(join(this.work, 'b.txt'), 'a\nb\ne\n');
    for (const path of ['work/.env', 'work/sub/.env', 'work/id_rsa']) put(path, secret);
    symlinkSync('../outside', join(this.work, 'out'));
    symlinkSync('../outside/outside.txt', join(this.work, 'outlink.txt'));
    symlinkSync('.env', join(this.work, 'envlink'));
    // What an option might take for its value is a file where it takes none.
    for (const name of ['1', '5', '16', 'x', 'always']) symlinkSync('../outside/outside.txt', join(this.work, name));
    writeFileSync(join(this.work, '.rgignore'), '!.env\n');
    for (const name of ['-delete', ...OPTION_NAMES]) writeFileSync(join(this.work, name), 'a\n');
    this.fillNested(put);
    writeFileSync(this.driver, DRIVER);
    if (isRoot()) execFileSync('chown', ['-R', '-h', '65534:65534', this.root]);
    execFileSync('chmod', ['755', this.root]);
  }

  /** Committed files that form a repository, whose configuration names a program in each way that there is. */
  private fillEvil(put: (path: string, text: string) => void, run: string): void {
    put('work/evil/HEAD', 'ref: refs/heads/main\n');
    put('work/evil/refs/heads/.keep', '');
    put('work/evil/objects/.keep', '');
    const config = [
      '[core]',
      'repositoryformatversion = 0',
      'bare = false',
      'worktree = .',
      `fsmonitor = ${run}`,
      `pager = ${run}`,
    ];
    put(
      'work/evil/config',
      [...config, '[diff]', `external = ${run}`, '[diff "evil"]', `textconv = ${run}`, ''].join('\n'),
    );
  }

  /** Folders whose `.git` leads to that repository, and one with a repository of its own that names the same programs. */
  private fillNested(put: (path: string, text: string) => void): void {
    put('work/pointed/.git', 'gitdir: ../evil\n');
    put('work/shared/.git', 'gitdir: ../common\n');
    put('work/common/HEAD', 'ref: refs/heads/main\n');
    put('work/common/commondir', '../evil\n');
    put('work/linked/.keep', '');
    symlinkSync('../evil', join(this.work, 'linked', '.git'));
    put('work/nested/a.txt', 'a\n');
    put('work/nested/.gitattributes', '*.txt diff=evil filter=evil\n');
    const nested = join(this.work, 'nested');
    execFileSync('git', ['init', '-q', nested]);
    execFileSync('git', ['-C', nested, 'add', '-A']);
    put('work/nested/.git/config', readFileSync(join(this.work, 'evil', 'config'), 'utf8'));
  }

  private giveAway(path: string): void {
    if (isRoot()) execFileSync('chown', ['65534:65534', path]);
  }
}

/** A subshell for each, so that none sees what another has set; a script that never ends is cut off. */
const DRIVER = `
outputs="$PWD/../outputs"
for ((i = 0; i < $1; i++)); do
  ( ulimit -t 5 -f 20000; eval "$(<"$outputs/$i.txt")" ) > "$outputs/$i.out" 2>&1 < /dev/null
done
`;

/** Stands in for a program that needs a service: what it tells of a container's command, labels and variables is secret. */
const CONTAINERS = `#!/bin/sh
case "$*" in
  ps*--no-trunc*|stats*--no-trunc*|container*--no-trunc*|*Command*|*Label*|*'f label='*|*'f=label='*|*'filter label='*|*'filter=label='*|*json*|*'{{.}}'*|*'{{ . }}'*|*inspect*|*logs*|*top*|*Env*|*Config*) echo ${SECRET} ;;
  *prune*|*create*|*' rm'*|*' use'*|*kill*|*stop*) touch made ;;
esac
`;

/** A text, and what programs make of it. */
function tracesOf(canary: string, content: string): readonly string[] {
  const bytes = Buffer.from(canary);
  return [
    canary,
    canary.toUpperCase(),
    canary.toLowerCase(),
    Array.from(canary).reverse().join(''),
    ...[0, 1, 2].map(shift =>
      Buffer.from('x'.repeat(shift) + canary)
        .toString('base64')
        .slice(4, 16),
    ),
    bytes.toString('hex').slice(0, 16),
    ...['md5', 'sha1', 'sha256', 'sha512'].map(name => hash(name, content)),
  ];
}

function hash(name: string, text: string): string {
  return createHash(name).update(text, 'latin1').digest('hex');
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
