import { spawnSync } from 'node:child_process';
import { COREUTILS } from '../../src/policy/shell/free/coreutils';
import { GIT } from '../../src/policy/shell/free/gitTable';
import type { Program } from '../../src/policy/shell/free/program';
import { SEARCH } from '../../src/policy/shell/free/search';
import { VERSIONS } from '../../src/policy/shell/free/versions';

type Random = () => number;

/** Files of the place where the commands run, what leads out of it, and what is none. */
const PLACES = [
  ...['a.txt', 'b.txt', 'd.json', 'src/x.ts', 'src', 'sub', '.', 'sub/c.txt', './a.txt', 'src/../a.txt', 'missing'],
  ...['out', 'out/outside.txt', 'outlink.txt', '../outside/outside.txt', '../outside', '..', 'sub/../../outside'],
  ...['.env', 'sub/.env', './.env', 'id_rsa', 'evil', 'evil/config', 'OUTSIDE', '-', '--', '""', 'HEAD:.env', ':.env'],
  ...['*.txt', 'src/*', '*', '.e*', '*/.env', 'o*', 'o*/*', '[a-b].txt', '?.txt', '{a.txt,.env}', '~', '/dev/stdin'],
];
const TEXTS = [
  ...['a', 'CANARY', '.', '1', '5', '-1', '+2', '1,3p', 'x', '"a b"', "'a'", '""', '%s', '%n', '+%s', 'HEAD', 'HEAD~1'],
  ...['main', 'main..HEAD', 'always', 'auto', 's/a/b/', 's/a/b/w made', '1e touch made', '1w made', 'r .env', 'p'],
  ...[
    "'{print}'",
    '\'{print > "made"}\'',
    '\'BEGIN{system("touch made")}\'',
    "'{print $1}'",
    "'.'",
    "'env'",
    '\'import "a" as a; .\'',
  ],
  ...[
    'f',
    'd',
    '-name',
    '-type',
    '-exec',
    '-delete',
    '-print',
    '-printf',
    '-newer',
    '-o',
    '!',
    '\\(',
    '\\)',
    '\\;',
    '{}',
    '+',
  ],
  ...[
    'touch',
    'made',
    'cat',
    'sh',
    '$f',
    '"$f"',
    '$(cat .env)',
    '`cat .env`',
    '$((1+1))',
    '${f}',
    '<(cat .env)',
    'stash@{0}',
  ],
  ...[
    'core.fsmonitor=./run',
    './run',
    'recurse',
    'origin',
    'https://example.com/',
    'show',
    'list',
    'get-url',
    ':/',
    ':(top)',
  ],
];
/** What stands before or after a command, or between two. */
const JOINTS = [' | ', ' && ', ' || ', '; ', '\n', ' |& ', ' & '];
const AROUND = [
  ...[
    'cd sub && @',
    'cd evil && @',
    'cd out && @',
    'cd .. && @',
    'cd src; @',
    '(@)',
    '{ @; }',
    '! @',
    'time @',
    'f=.env; @',
  ],
  ...[
    '@ < .env',
    '@ < a.txt',
    '@ < out/outside.txt',
    '@ > made',
    '@ 2>/dev/null',
    '@ 2>&1',
    '@ > /dev/null',
    '@ &> made',
    '@ >| made',
  ],
  ...[
    'A=b @',
    'GIT_EXTERNAL_DIFF=./run @',
    'PATH=.:$PATH @',
    'command @',
    'env @',
    'xargs @',
    'echo .env | xargs @',
    'if @; then ls; fi',
  ],
  ...[
    'for f in .env; do @; done',
    'echo "$(@)"',
    'cat <<E\n$(@)\nE',
    '@ # x',
    '@ \\\n -a',
    'f() { @; }; f',
    'bash -c "@"',
    'eval @',
  ],
];

/** Programs with the options that their tables know. */
const PROGRAMS: readonly (readonly [name: string, program: Program | undefined])[] = [
  ...Object.entries({ ...COREUTILS, ...SEARCH }).filter(([name]) => name !== 'sleep'),
  ...Object.entries(GIT).flatMap(([name, program]) =>
    Array.from({ length: 2 }, () => [`git ${name}`, program] as const),
  ),
  ...Object.keys(VERSIONS).map(name => [name, undefined] as const),
  ...[
    'find',
    'find',
    'find',
    'sed',
    'sed',
    'awk',
    'test',
    '[',
    'git -C evil status',
    'git',
    'tee',
    'cp',
    'tar',
    'xargs',
    'env',
  ].map(name => [name, undefined] as const),
];

/** Makes commands that look, and such as only seem to: from the tables, from manuals, and misspelt. */
export class LookingCommands {
  private readonly manuals = new Map<string, readonly string[]>();

  /** `outside`: the absolute path of a file that none may look at. */
  constructor(
    private readonly random: Random,
    private readonly outside: string,
  ) {}

  next(): string {
    let line = this.command();
    if (this.chance(0.25)) line += this.pick(JOINTS) + this.command();
    if (this.chance(0.15)) line = this.pick(AROUND).replace('@', () => line);
    return line.replaceAll('OUTSIDE', this.outside);
  }

  private command(): string {
    const [name, program] = this.pick(PROGRAMS);
    const words: string[] = [];
    for (let count = Math.floor(this.random() * 4); count > 0; count--) words.push(...this.option(name, program));
    if (program?.operands?.some(({ kind }) => kind === 'text') && this.chance(0.7)) words.push(this.pick(TEXTS));
    for (let count = Math.floor(this.random() * 3); count > 0; count--) {
      words.push(this.spelt(this.chance(0.75) ? this.pick(PLACES) : this.pick(TEXTS)));
    }
    // Options may also stand behind.
    if (this.chance(0.1)) words.push(...this.option(name, program));
    if (name === '[' && this.chance(0.9)) words.push(']');
    return [name, ...words].join(' ');
  }

  private option(name: string, program: Program | undefined): string[] {
    if (this.chance(0.35)) return this.fromManual(name);
    const { flags = '', long = '', values = {}, optional = {} } = program ?? {};
    const valued = [...Object.keys(values), ...Object.keys(optional)];
    const dashed = (option: string) => (option.length === 1 ? `-${option}` : `--${option}`);
    if (valued.length > 0 && this.chance(0.4)) return this.withValue(dashed(this.pick(valued)));
    if (flags !== '' && this.chance(0.6)) {
      const letters = Array.from({ length: 1 + Math.floor(this.random() * 3) }, () => this.pick(Array.from(flags)));
      // A letter that is not known, and a cluster that ends with one that takes a value.
      if (this.chance(0.15))
        letters.push(this.pick(Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')));
      return this.chance(0.2) ? this.withValue(`-${letters.join('')}`) : [`-${letters.join('')}`];
    }
    return long === '' ? [] : [this.abbreviated(dashed(this.pick(long.split(' '))))];
  }

  private fromManual(name: string): string[] {
    const option = this.pick(this.manualOf(name));
    return this.chance(0.5) ? this.withValue(this.abbreviated(option)) : [this.abbreviated(option)];
  }

  private withValue(option: string): string[] {
    const value = this.spelt(this.chance(0.5) ? this.pick(PLACES) : this.pick(TEXTS));
    const joint = this.pick([' ', ' ', '=', '']);
    return joint === ' ' ? [option, value] : [option + joint + value];
  }

  private abbreviated(option: string): string {
    return option.startsWith('--') && this.chance(0.2) ? option.slice(0, 3 + Math.floor(this.random() * 6)) : option;
  }

  private spelt(word: string): string {
    if (!/^[\w./-]+$/.test(word) || this.chance(0.75)) return word;
    const way = this.pick(['single', 'double', 'escape', 'middle', 'ansi'] as const);
    if (way === 'single') return `'${word}'`;
    if (way === 'double') return `"${word}"`;
    if (way === 'ansi') return `$'${word}'`;
    return way === 'escape' ? `\\${word}` : `${word.slice(0, 1)}''${word.slice(1)}`;
  }

  /** The options that a program itself says it has. */
  private manualOf(name: string): readonly string[] {
    const known = this.manuals.get(name);
    if (known) return known;
    const [program = '', ...args] = name.split(' ');
    const asked = program === 'git' ? [...args.slice(0, 1), '-h'] : ['--help'];
    const { stdout, stderr } = spawnSync(program, asked, {
      encoding: 'utf8',
      timeout: 5000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const found = `${stdout}${stderr}`.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? [];
    const options = [
      ...new Set(found.filter(option => !/^--(?:help|version)$/.test(option))),
      '-x',
      '--no-index',
      '-exec',
    ];
    this.manuals.set(name, options);
    return options;
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }
}
