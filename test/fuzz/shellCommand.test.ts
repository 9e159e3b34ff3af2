import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { decideCommand, type CommandSettings } from '../../src/policy/commandPolicy';
import { parseRules } from '../../src/policy/rules';
import type { ShellParser } from '../../src/policy/shell/syntax';
import { inOrder } from '../../src/policy/toolRules';
import { fuzzRuns } from '../support/fuzzRuns';
import { bashParser } from '../support/bashParser';
import { plainFacts } from '../support/commandFacts';
import { Scratch } from '../support/scratch';

const LAUNCHERS = ['env', 'xargs', 'timeout', 'nice', 'nohup', 'bash', 'sh', 'find'];
const RULES = `
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["okay", "echo", "env", "xargs", "timeout", "nice", "nohup", "find", "cd"]
decision = "allow"
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["forbidden", "okay never"]
decision = "deny"
priority = 9
`;

/** A name in one of the spellings that bash takes for it. */
const spelt = (name: string) =>
  fc.constantFrom(
    name,
    `'${name}'`,
    `"${name}"`,
    `\\${name}`,
    `${name[0]}''${name.slice(1)}`,
    `${name[0]}"${name.slice(1)}"`,
    `${name.slice(0, 3)}\\\n${name.slice(3)}`,
    `$'${name}'`,
    `$'\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}'`,
    `"$(echo ${name})"`,
    `$(echo ${name})`,
    `\`echo ${name}\``,
    `{${name},x}`,
    `$name_of_it`,
  );
const name = fc.constantFrom('okay', 'okay', 'forbidden', 'unlisted').chain(spelt);
const argument = fc.constantFrom(
  'a',
  '-x',
  "'b c'",
  '"$HOME"',
  '$(okay)',
  '"; forbidden"',
  "'$(forbidden)'",
  '# forbidden',
  '>&2',
  '2>/dev/null',
  '${x:-y}',
  '{a,b}',
  '$((1+1))',
  '*',
  '</dev/null',
  '<<<a',
);
const simple = fc
  .tuple(name, fc.array(fc.oneof({ weight: 6, arbitrary: argument }, spelt('never')), { maxLength: 2 }))
  .map(([first, rest]) => [first, ...rest].join(' '));

const program = fc.letrec<{ program: string }>(tie => ({
  program: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    fc
      .tuple(tie('program'), fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n', ' & ', ' |& '), tie('program'))
      .map(parts => parts.join('')),
    tie('program').map(inner => `(${inner}\n)`),
    tie('program').map(inner => `{ ${inner}\n}`),
    tie('program').map(inner => `! ${inner}`),
    tie('program').map(inner => `echo "$(${inner}\n)"`),
    tie('program').map(inner => `echo <(${inner}\n)`),
    tie('program').map(inner => `if ${inner}\nthen okay; fi`),
    tie('program').map(inner => `for i in a; do ${inner}\ndone`),
    tie('program').map(inner => `case a in a) ${inner}\n;; esac`),
    tie('program').map(inner => `f() { ${inner}\n}; f`),
    tie('program').map(inner => `okay() { ${inner}\n}; okay`),
    tie('program').map(inner => `cat <<E\n$(${inner}\n)\nE`),
    tie('program').map(inner => `bash <<'E'\n${inner}\nE`),
    tie('program').map(inner => `bash -c '${inner.replaceAll("'", `'\\''`)}'`),
    tie('program').map(inner => `eval "${inner.replace(/["$\\`]/g, '\\$&')}"`),
    tie('program').map(inner => `trap '${inner.replaceAll("'", `'\\''`)}' EXIT`),
    simple.map(inner => `env ${inner}`),
    simple.map(inner => `env A=b ${inner}`),
    simple.map(inner => `timeout 5 ${inner}`),
    simple.map(inner => `nice -n 3 nohup ${inner}`),
    simple.map(inner => `echo a | xargs ${inner}`),
    simple.map(inner => `find . -maxdepth 0 -exec ${inner} \\;`),
    simple.map(inner => `command ${inner}`),
    simple.map(inner => `exec ${inner}`),
    simple.map(inner => `A=b ${inner}`),
    simple.map(inner => `name_of_it=forbidden; ${inner}`),
    simple.map(inner => `x='a[$(forbidden)]'; echo $((x)); ${inner}`),
  ),
})).program;

const SCRAPS = [
  ...[' ', ' ', ' ', '\n', '\n', '\\', '\\\n', "'", '"', '$', '(', ')', '{', '}', ';', '&', '|', '<', '>', '`', '#'],
  ...['a', 'x', '=', '\t', '[', ']', '*', '?', '!', '~', '1', '-', ',', ':', '@', '%', '/', '.', '+', '^', '\r', '\v'],
  ...['<<E\n', '\nE\n', "<<'E'\n", '<<-E\n', '\n\tE\n', '<<<', "$'", '$"', '$(', '${', '${x', '$((', '))', '[[ '],
  ...[' ]]', '[ ', ' ]', 'case a in ', 'a) ', ';;', ';&', ' esac', 'if ', '; then ', '; fi', '; do ', '; done', 'E'],
  ...['for i in ', 'while ', 'function ', 'f() ', 'time ', '! ', 'coproc ', ' && ', ' || ', ' | ', ' |& ', '; ', ' & '],
  ...['<(', '>(', '>&2', '2>&1', '&>', '>|', '<>', 'x=1 ', 'x=$(', 'x=(', 'a[', 'declare ', 'export ', '${x:-', '$['],
  ...[
    'eval ',
    '\\E',
    '\\ ',
    '\\\t',
    '\\;',
    '\\"',
    "\\'",
    '\\\\',
    '\\`',
    '\\$',
    "''",
    '""',
    '$x',
    '$@',
    'exec ',
    'cat ',
  ],
];
const scrap = fc.constantFrom(...SCRAPS);
const names = fc.constantFrom('okay', 'okay ', 'never ', 'unlisted', 'unlisted ', 'forbidden ');

/** What looks like a shell command from afar. */
const soup = fc
  .tuple(
    fc.constantFrom('okay a', 'okay', ''),
    fc.array(fc.oneof(scrap, scrap, names), { minLength: 1, maxLength: 14 }),
  )
  .map(([first, rest]) => first + rest.join(''));

/** A program with something in it that does not belong there. */
const corrupt = fc
  .tuple(program, fc.array(fc.tuple(fc.nat(), fc.oneof(scrap, names)), { minLength: 1, maxLength: 3 }))
  .map(([text, slips]) =>
    slips.reduce((own, [at, slip]) => {
      const place = at % (own.length + 1);
      return own.slice(0, place) + slip + own.slice(place);
    }, text),
  );

describe('A shell command, whatever it is made of,', () => {
  let scratch: Scratch;
  let parse: ShellParser;
  before(async () => {
    parse = await bashParser();
    scratch = await Scratch.make();
  });
  after(() => scratch.close());

  const settings: CommandSettings = {
    ...plainFacts(),
    shell: 'bash',
    rules: inOrder(parseRules(RULES, 'rules.toml', 'user').rules),
    ground: { cwd: '/work', folders: ['/work'], home: '/home/ada', ignoresCase: false },
    fallback: 'ask',
    isYolo: false,
    asksBeforeDestroying: true,
    freesReadOnly: false,
  };

  /** Runs programs one after the other, each in a folder of its own; gives what each of them started and made. */
  function run(programs: readonly string[]): string[][] {
    const place = scratch.path;
    const bin = join(place, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const each of ['okay', 'forbidden', 'unlisted']) {
      writeFileSync(join(bin, each), `#!/bin/sh\n[ "$1" = never ] && echo never >> "$RAN"\necho ${each} >> "$RAN"\n`);
      chmodSync(join(bin, each), 0o755);
    }
    for (const each of [...LAUNCHERS, 'cat']) {
      const real = ['/usr/bin', '/bin'].map(dir => join(dir, each)).find(existsSync);
      if (real !== undefined) symlinkSync(real, join(bin, each));
    }
    programs.forEach((text, i) => {
      mkdirSync(join(place, `${i}.made`));
      writeFileSync(join(place, `${i}.txt`), text);
    });
    const start = 'RAN="$PLACE/$i.ran" FUNCNEST=9 /usr/bin/timeout 3 /bin/bash "$PLACE/$i.txt"';
    const driver = `for ((i = 0; i < ${programs.length}; i++)); do cd "$PLACE/$i.made"; ${start}; done`;
    const env = { PATH: bin, HOME: place, PLACE: place, LANG: 'C.UTF-8' };
    execFileSync('/bin/bash', ['-c', `(${driver}) < /dev/null > /dev/null 2>&1; wait; true`], { cwd: place, env });
    return programs.map((_, i) => {
      const ran = join(place, `${i}.ran`);
      const started = existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : [];
      return [...started, ...readdirSync(join(place, `${i}.made`)).map(file => `makes ${file}`)];
    });
  }

  it('is not allowed if bash runs with it what no rule allows', function () {
    this.timeout(600_000);
    const count = fuzzRuns(600) / 3;
    const programs = [program, corrupt, soup].flatMap(each => fc.sample(each, count));
    const allowed = programs.filter(text => decideCommand(text, settings, parse).decision === 'allow');
    const wrong = run(allowed).flatMap((ran, i) =>
      ran.some(each => each !== 'okay') ? [{ text: allowed[i], ran }] : [],
    );
    assert.deepEqual(wrong, []);
  });

  it('is denied wherever a forbidden name stands plainly in it', () => {
    fc.assert(
      fc.property(program, text => {
        const { decision } = decideCommand(`${text}\nforbidden x`, settings, parse);
        assert.notEqual(decision, 'allow');
      }),
      { numRuns: fuzzRuns(300) },
    );
  });
});
