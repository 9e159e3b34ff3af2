type Random = () => number;

/** What does harm where it is run, read or written, in the words of each language. */
const HARM = {
  awk: [
    'system("touch made")',
    'print > "made"',
    'print "touch made" | "sh"',
    '"cat .env" | getline',
    'getline < ".env"',
    'printf "%s", ENVIRON["TOKEN"]',
    'print ENVIRON["TOKEN"]',
    'close("x")',
    '@include "run"',
  ],
  sed: ['w made', 'e touch made', 'r .env', 'R .env', 'W made', 's/a/touch made/e', 's/a/b/w made', 'F', 'l 5'],
  jq: ['env', '$ENV', '$ENV.TOKEN', 'env.TOKEN', 'input_filename', 'import "c" as c;', 'include "c";', '$__prog_args'],
  find: [
    '-delete',
    '-exec touch made \\;',
    '-execdir ./run \\;',
    '-ok ./run \\;',
    '-fprint made',
    '-fprintf made %p',
    '-fls made',
    '-follow',
    '-files0-from .env',
    "-printf '%Y'",
    '-lname x',
    '-xtype f',
  ],
};
type Language = keyof typeof HARM;
/** Where one part of a script ends and another begins: what readers of it may disagree about. */
const BORDERS = [
  '[',
  ']',
  '/',
  '\\',
  '"',
  '#',
  '\n',
  ';',
  '}',
  '{',
  '(',
  ')',
  ' ',
  '|',
  '>',
  ',',
  '$',
  '!',
  '^',
  ':',
  '@',
  '=',
];
const REGEXES = [
  'a',
  '^a',
  'a$',
  '.',
  '[ab]',
  '[^b]',
  '[[:alpha:]]',
  '[]a]',
  '[/]',
  '[^]/]',
  'a\\/',
  '\\n',
  'a\\|b',
  '\\(a\\)',
  '',
];
const FILES = ['a.txt', 'b.txt', 'd.json', 'sub/c.txt', '.env', 'envlink', 'outlink.txt', 'x', 'made', '-', ''];

/** Makes commands whose script, in a small language, only seems to select and print. */
export class LittleScripts {
  constructor(private readonly random: Random) {}

  next(): string {
    const language = this.pick(Object.keys(HARM) as Language[]);
    if (language === 'find') return this.find();
    const script = this.spoilt(this[language](), language);
    const options = this.chance(0.25) ? `${this.pick(OPTIONS[language])} ` : '';
    const late = this.chance(0.1) ? ` ${this.pick(OPTIONS[language])}` : '';
    return `${language} ${options}${this.quoted(script)} ${this.pick(FILES)}${late}`.trimEnd();
  }

  private awk(): string {
    const field = () => this.pick(['$0', '$1', '$NF', 'NR', 'NF', 'FNR', '5', '"x"', '"a b"', 's', '$2 ']);
    const test = () =>
      this.pick([
        `/${this.pick(REGEXES)}/`,
        `!/${this.pick(REGEXES)}/`,
        `${field()} ${this.pick(['==', '!=', '<', '>', '~', '>='])} ${this.pick([field(), `/${this.pick(REGEXES)}/`])}`,
        'NR%2==0',
        `length > 3`,
        '!seen[$1]++',
        `/${this.pick(REGEXES)}/,/${this.pick(REGEXES)}/`,
        '',
      ]);
    const action = () =>
      this.pick([
        `print ${field()}`,
        `print ${field()}, ${field()}`,
        `print ${field()} ${field()}`,
        'print',
        's += $1',
        'c[$1]++',
        'n++',
        this.pick(HARM.awk),
      ]);
    const rule = () => `${test()}${this.chance(0.2) ? ` && ${test()}` : ''}${this.chance(0.7) ? ` {${action()}}` : ''}`;
    const end = this.pick([
      '',
      '',
      ' END {print s}',
      '; END{print NR}',
      ' END { for (k in c) print k, c[k] }',
      'END{print $0}',
    ]);
    return (this.chance(0.2) ? `${rule()}; ${rule()}` : rule()) + end;
  }

  private sed(): string {
    const address = () =>
      this.pick([
        '',
        '',
        '1',
        '$',
        '1,3',
        '1~2',
        '2,$',
        '1!',
        `/${this.pick(REGEXES)}/`,
        `/${this.pick(REGEXES)}/I`,
        '1,+1',
        '/a/,/b/',
      ]);
    const substitution = () => {
      const delimiter = this.pick(['/', '|', '#', ',', '@', ':', '!', '%', '~', '+', 'a', 's', '\\']);
      const flags = this.pick(['', 'g', 'p', '2', 'I', 'gp', 'M', 'e', 'w made', 'gI']);
      return ['s', this.pick(REGEXES), this.pick(['b', '', '&', '\\1', 'x\\n', 'touch made']), flags].join(delimiter);
    };
    const command = () =>
      this.chance(0.45)
        ? substitution()
        : this.pick([
            'p',
            'd',
            'D',
            'P',
            'n',
            'N',
            'h',
            'g',
            'x',
            '=',
            'q',
            'q5',
            'y/ab/ba/',
            'y|a|b|',
            this.pick(HARM.sed),
          ]);
    const commands = Array.from({ length: 1 + Math.floor(this.random() * 3) }, () => address() + command());
    return commands.join(this.pick([';', '\n', '; ']));
  }

  private jq(): string {
    const filter = () =>
      this.pick([
        ...[
          '.',
          '.a',
          '.a[]',
          '.a[0]',
          '.a[1].b',
          '..',
          'keys',
          'length',
          'map(.)',
          'select(. != null)',
          'type',
          'tostring',
          '@sh',
          '@base64',
        ],
        ...[
          '"\\(.a)"',
          '{a: .a}',
          '[.[]]',
          'if . then . else empty end',
          'try error catch .',
          'input',
          'inputs',
          '$__loc__',
          'limit(3; repeat(1))',
        ],
        ...[
          '. as $x | $x',
          'reduce .a[] as $x (0; 1)',
          'def f: .; f',
          'getpath(["a"])',
          'path(..)',
          'splits("a")',
          '# x\n.',
          this.pick(HARM.jq),
        ],
      ]);
    const filters = Array.from({ length: 1 + Math.floor(this.random() * 3) }, filter);
    return filters.join(this.pick([' | ', ', ', '|', ' // ', '\n']));
  }

  private find(): string {
    const part = () =>
      this.pick([
        ...[
          "-name '*.txt'",
          "-iname 'A*'",
          '-type f',
          '-type l',
          '-type d,f',
          '-maxdepth 2',
          '-mindepth 1',
          '-size -1k',
          '-mtime -1',
          '-empty',
        ],
        ...[
          '-newer a.txt',
          '-newer x',
          '-newermt 2020-01-01',
          '-path "./sub/*"',
          '-perm -u+x',
          '-readable',
          '-executable',
          '-print',
          '-print0',
          '-ls',
        ],
        ...[
          "-printf '%p %s'",
          "-printf '%l'",
          "-printf '%%%s%T+'",
          '-prune',
          '-o',
          '-a',
          '!',
          '-not',
          '\\(',
          '\\)',
          ',',
          '-true',
          '-quit',
          '-depth',
        ],
        ...(this.chance(0.3) ? HARM.find : []),
      ]);
    const places = this.pick([
      '',
      '.',
      './',
      'sub',
      'out',
      'out/',
      'x',
      '. sub',
      'src/..',
      '-P .',
      '-L .',
      'outlink.txt',
      '..',
      '.env',
      './out/.',
    ]);
    const parts = Array.from({ length: 1 + Math.floor(this.random() * 5) }, part);
    return ['find', places, ...parts].filter(word => word !== '').join(' ');
  }

  /** Takes something out, puts a border in, or puts in what does harm. */
  private spoilt(script: string, language: Language): string {
    if (this.chance(0.5)) return script;
    const at = Math.floor(this.random() * (script.length + 1));
    const piece = this.chance(0.4) ? this.pick(HARM[language]) : this.pick(BORDERS);
    return script.slice(0, at) + piece + script.slice(at + (this.chance(0.4) ? 1 : 0));
  }

  private quoted(script: string): string {
    if (this.chance(0.9) && !script.includes("'")) return `'${script}'`;
    return `"${script.replaceAll(/["$`\\]/g, found => (this.chance(0.95) ? `\\${found}` : found))}"`;
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }
}

const OPTIONS: Readonly<Record<Exclude<Language, 'find'>, readonly string[]>> = {
  awk: ['-F ,', "-F ':'", '-F.env', '-F x', '-f run', '-v a=b', '-v OFS=x', '--', '-W version'],
  sed: ['-n', '-E', '-nE', '-r', '-s', '-z', '-u', '-i', '-ni', '-e p', '-f run', '--posix', '--', '-n -e p -e', '-ne'],
  jq: [
    '-r',
    '-n',
    '-c',
    '-rn',
    '-s',
    '-R',
    '-e',
    '-S',
    '-f run',
    '--arg a b',
    '--args',
    '-L sub',
    '--tab',
    '--slurpfile a .env',
    '--',
    '-nr',
  ],
};
