import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { decideCommand, type CommandSettings } from '../../src/policy/commandPolicy';
import { parseRules } from '../../src/policy/rules';
import type { ShellParser } from '../../src/policy/shell/syntax';
import { inOrder } from '../../src/policy/toolRules';
import { bashParser } from '../support/bashParser';
import { Scratch } from '../support/scratch';

const LAUNCHERS = ['env', 'xargs', 'timeout', 'nice', 'nohup', 'bash', 'sh', 'find'];
const RULES = `
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["okay", "echo", "env", "xargs", "timeout", "nice", "nohup", "bash", "sh", "find", "cd"]
decision = "allow"
[[rule]]
toolName = "run_shell_command"
commandPrefix = "forbidden"
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
);
const simple = fc.tuple(name, fc.array(argument, { maxLength: 2 })).map(([first, rest]) => [first, ...rest].join(' '));

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

describe('A shell command, whatever it is made of,', () => {
  let scratch: Scratch;
  let parse: ShellParser;
  before(async () => {
    parse = await bashParser();
    scratch = await Scratch.make();
  });
  after(() => scratch.close());

  const settings: CommandSettings = {
    shell: 'bash',
    rules: inOrder(parseRules(RULES, 'rules.toml', 'user').rules),
    ground: { cwd: '/work', folders: ['/work'], home: '/home/ada', ignoresCase: false },
    fallback: 'ask',
    isYolo: false,
    asksBeforeDestroying: true,
    freesReadOnly: false,
  };

  /** Runs programs one after the other; gives the names of what each of them started. */
  function run(programs: readonly string[]): string[][] {
    const place = scratch.path;
    const bin = join(place, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const each of ['okay', 'forbidden', 'unlisted']) {
      writeFileSync(join(bin, each), `#!/bin/sh\necho ${each} >> "$RAN"\n`);
      chmodSync(join(bin, each), 0o755);
    }
    for (const each of [...LAUNCHERS, 'cat']) {
      const real = ['/usr/bin', '/bin'].map(dir => join(dir, each)).find(existsSync);
      if (real !== undefined) symlinkSync(real, join(bin, each));
    }
    programs.forEach((text, i) => writeFileSync(join(place, `${i}.txt`), text));
    const driver = `for ((i = 0; i < ${programs.length}; i++)); do RAN="$PWD/$i.ran" FUNCNEST=9 /usr/bin/timeout 3 /bin/bash "$i.txt"; done`;
    const env = { PATH: bin, HOME: place, LANG: 'C.UTF-8' };
    execFileSync('/bin/bash', ['-c', `(${driver}) < /dev/null > /dev/null 2>&1; wait; true`], { cwd: place, env });
    return programs.map((_, i) => {
      const ran = join(place, `${i}.ran`);
      return existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : [];
    });
  }

  it('is not allowed if bash runs with it what no rule allows', function () {
    this.timeout(120_000);
    const count = Number(process.env.SHELL_PROGRAMS ?? 400);
    const programs = fc.sample(program, count);
    const wrong = run(programs).flatMap((ran, i) => {
      const text = programs[i] ?? '';
      const { decision } = decideCommand(text, settings, parse);
      return decision === 'allow' && ran.some(each => each !== 'okay') ? [{ text, ran }] : [];
    });
    assert.deepEqual(wrong, []);
  });

  it('is denied wherever a forbidden name stands plainly in it', () => {
    fc.assert(
      fc.property(program, text => {
        const { decision } = decideCommand(`${text}\nforbidden x`, settings, parse);
        assert.notEqual(decision, 'allow');
      }),
      { numRuns: 300 },
    );
  });
});
