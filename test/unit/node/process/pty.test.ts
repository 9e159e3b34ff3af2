import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { OnInput } from '../../../../src/agent/ports/terminal';
import { confined } from '../../../../src/node/process/confined';
import { commandEnvironment } from '../../../../src/node/process/environment';
import { needsTerminal, wantsPty } from '../../../../src/node/process/needsTerminal';
import { runProcess } from '../../../../src/node/process/processRunner';
import { inPty, readableOutput } from '../../../../src/node/process/pty';
import type { SandboxTier } from '../../../../src/shared/sandbox';
import { INSIDE, SandboxPlace } from '../../../support/sandboxPlace';

const cwd = process.cwd();
const never = new AbortController().signal;

async function run(command: string, { onInput, signal = never }: { onInput?: OnInput; signal?: AbortSignal } = {}) {
  let live = '';
  const request = { command, cwd, wantsTerminal: true, ...(onInput && { onInput }) };
  const result = await runProcess(request, text => (live += text), signal);
  return { ...result, live };
}

describe('A command that wants a terminal', function () {
  this.timeout(60_000);
  before(function () {
    assert.ok(inPty([]), 'perl is on every machine that runs these tests');
  });

  it('has one, of a known size, and ends as it ended itself', async () => {
    const { output, exitCode } = await run('test -t 0 && test -t 1 && test -t 2 && stty size && tput cols; exit 7');
    assert.deepEqual([output, exitCode], ['30 120\n120\n', 7]);
    assert.equal((await run('kill -9 $$')).signal, 'SIGKILL');
    assert.equal((await run('nothing-of-this-name')).exitCode, 127);
  });

  it('finds the end of its input each time, where nobody can type', async () => {
    const { output } = await run('cat; cat; read -p "name? " name || echo "nobody ($name)"');
    assert.equal(output, 'name? nobody ()\n');
  });

  it('is answered by what somebody types, seen once', async () => {
    let isAnswered = false;
    const onInput: OnInput = (awaited, write) => {
      if (awaited === null || isAnswered) return;
      isAnswered = true;
      write('Ada');
    };
    const { output, inputs } = await run('read -p "name? " name; echo "hello $name"', { onInput });
    assert.equal(output, 'name? > Ada\nhello Ada\n');
    assert.deepEqual(inputs, [{ kind: 'text', text: 'Ada' }]);
  });

  it('shows typed input on its own line if the program draws', async () => {
    let isAnswered = false;
    const onInput: OnInput = (awaited, write) => {
      if (awaited === null || isAnswered) return;
      isAnswered = true;
      write('Ada');
    };
    const command = String.raw`printf 'draft\n\033[A\033[2Kdrawn\n'; read -p 'name? ' name; echo "hello $name"`;
    assert.equal((await run(command, { onInput })).output, 'drawn\nname? > Ada\nhello Ada');
  });

  it('is noticed when it reads without a word', async () => {
    const onInput: OnInput = (awaited, write) => {
      if (awaited !== null) write(null);
    };
    assert.equal((await run('cat; echo done', { onInput })).output, 'done\n');
  });

  it('ends with all that it started when it is stopped', async () => {
    const stopping = new AbortController();
    const request = { command: '(setsid sleep 4242 &); echo up; sleep 4242', cwd, wantsTerminal: true };
    await runProcess(request, text => text.includes('up') && stopping.abort(), stopping.signal);
    assert.equal(spawnSync('pgrep', ['-fx', 'sleep 4242']).status, 1);
  });

  it('is ended when it prints nothing for too long', async () => {
    const request = { command: 'sleep 600', cwd, wantsTerminal: true, inactivityMs: 200 };
    assert.equal((await runProcess(request, () => undefined, never)).isTimedOut, true);
  });

  it('loses nothing that it prints last, also beside others', async () => {
    for (let i = 0; i < 6; i++) {
      const all = await Promise.all(Array.from({ length: 10 }, () => run('echo first; test -t 1 && echo last')));
      assert.deepEqual(new Set(all.map(({ output }) => output)), new Set(['first\nlast\n']));
    }
  });

  it('ends although something in the background has the terminal, even if that prints without end', async () => {
    for (const behind of ['sleep 60', 'while :; do echo more; sleep 0.02; done']) {
      const { output, exitCode } = await run(`{ ${behind}; } & echo last; exit 3`);
      assert.match(output, /^last\n/m);
      assert.equal(exitCode, 3);
    }
  });

  it('prints no more than is kept of any', async () => {
    const request = { command: 'seq 1 200000', cwd, wantsTerminal: true, keepOutput: 1000 };
    const { output } = await runProcess(request, () => undefined, never);
    assert.match(output, /^1\n2\n[^]*characters left out[^]*\n200000\n$/);
    assert.ok(output.length < 1100);
  });

  it('runs without one, and says so, where none can be had', async () => {
    const [file = '', ...args] = (inPty(['/bin/echo', 'ran']) ?? []).map(each =>
      each.replaceAll('/dev/ptmx', '/dev/nowhere'),
    );
    const { stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' });
    assert.match(
      stderr,
      /^pollux: no terminal is available here \(\/dev\/nowhere: .+\), so the command runs without one\.\n/,
    );
    assert.equal(stdout, 'ran\n');
  });

  for (const tier of ['namespaces', 'landlock'] satisfies SandboxTier[]) {
    it(`has it in the sandbox by ${tier}, too, which holds as ever`, async () => {
      const place = new SandboxPlace(tier);
      mkdirSync(place.work);
      try {
        if ((await place.commands.tier()) !== tier) return;
        const command = 'test -t 1 && stty size; echo x > ../outside; test -e ../outside || echo kept';
        const approved = { command, cwd: place.work, sandbox: INSIDE };
        const at = await confined(approved, commandEnvironment(process.env), place.commands.confine);
        const { output, sandbox } = await runProcess(
          { ...approved, ...at, wantsTerminal: true },
          () => undefined,
          never,
        );
        assert.match(output, /^30 120\n.*outside.*\nkept\n$/);
        assert.equal(sandbox?.tier, tier);
      } finally {
        await place.close();
      }
    });
  }

  it('leaves nothing in namespaces when what has the terminal is killed', async () => {
    // The kernel ends what bubblewrap started only with bubblewrap's parent, which is the program that has the terminal.
    const place = new SandboxPlace('namespaces');
    mkdirSync(place.work);
    try {
      const stopping = new AbortController();
      const approved = { command: 'echo up; sleep 4243', cwd: place.work, sandbox: INSIDE };
      const at = await confined(approved, commandEnvironment(process.env), place.commands.confine);
      let group = 0;
      const request = { ...approved, ...at, wantsTerminal: true, onStart: (pid: number) => void (group = pid) };
      const onOutput = (text: string) => text.includes('up') && process.kill(-group, 'SIGKILL');
      await runProcess(request, onOutput, stopping.signal);
      while (spawnSync('pgrep', ['-fx', 'sleep 4243']).status === 0) await delay(20);
    } finally {
      await place.close();
    }
  });
});

describe('The output of a terminal', () => {
  it('stays as it is where nothing is drawn', async () => {
    assert.equal(await readableOutput('a\r\n\x1b[32mgreen\x1b[0m\r\n'), 'a\n\x1b[32mgreen\x1b[0m\n');
  });

  it('is what the screen shows in the end where the cursor moves', async () => {
    assert.equal(
      await readableOutput('x\x1b[2J\x1b[1;1H\x1b[1mone\x1b[m\x1b[3;5Hthree   \x1b[1;1HONE\r\n'),
      'ONE\n\n    three',
    );
    assert.equal(await readableOutput('10 %\r\n\x1b[A50 %\r\n\x1b[A100 %\r\ndone\r\n'), '100 %\ndone');
  });

  it('has what a program last showed on a screen of its own', async () => {
    const output = 'before\r\n\x1b[?1049h\x1b[H\x1b[2Jfirst\x1b[Hlast \x1b[?1049lafter\r\n';
    assert.equal(await readableOutput(output), 'last\n\nbefore\nafter');
  });

  it('is text, whatever is in it', async () => {
    const output = await readableOutput('\x1b[5;1H\x1b]52;c;Zm9v\x07\x1bPq#0\x1b\\\x1b[6nx\x9b31m');
    assert.equal(output.trim(), 'x');
  });
});

describe('Whether a command needs a terminal', () => {
  for (const command of [
    'top -n 1',
    'cd src && vim a.ts',
    'ssh host uptime',
    'LINES=3 /usr/bin/less a',
    'env A=b htop',
    'docker run --rm -it alpine sh',
    'git add -p',
    'git commit --interactive',
    'python3 -i',
    'sudo -k; tty',
    'if true; then stty size; fi',
  ])
    it(`is known of ${command}`, () => assert.ok(needsTerminal(command)));
  for (const command of [
    'ls -la',
    'cat top',
    'grep less a',
    'docker run alpine top-level',
    'git commit -m "-p"',
    'npm run watch',
    'echo vim',
    'sshd-status',
    'git log -p',
    'python3 a.py -i',
    './topology',
  ])
    it(`is not said of ${command}`, () => assert.equal(needsTerminal(command), false));

  it('is what the model says otherwise, and what settings allow', () => {
    assert.equal(wantsPty({ command: 'make', wantsTerminal: true }), true);
    assert.equal(wantsPty({ command: 'make' }), false);
    assert.equal(wantsPty({ command: 'top', wantsTerminal: true }, { withoutTerminal: true }), false);
  });
});
