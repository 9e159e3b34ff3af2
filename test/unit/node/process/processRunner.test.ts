import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import type { OnInput } from '../../../../src/agent/ports/terminal';
import { runProcess } from '../../../../src/node/process/processRunner';
import type { ProcessRequest } from '../../../../src/node/process/startProcess';
import { commandsWith } from '../../../support/livingCommands';
import { Scratch } from '../../../support/scratch';

const never = new AbortController().signal;

describe('Running a command', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const run = (
    command: string,
    options: Partial<ProcessRequest> = {},
    onOutput: (text: string) => void = () => undefined,
    signal = never,
  ) => runProcess({ command, cwd: scratch.path, ...options }, onOutput, signal);

  it('keeps output and errors in the order in which they were written', async () => {
    const { output } = await run('for n in 1 2 3; do echo out $n; echo err $n >&2; done');
    assert.equal(output, 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n');
  });

  it('runs in the directory, with nothing on standard input', async () => {
    assert.equal((await run('pwd; cat; echo end')).output, `${scratch.path}\nend\n`);
  });

  it('names what it left running, but not where the kernel is ending that with it', async () => {
    const left = async (endsWithParent: boolean) => {
      const argv = ['/bin/sh', '-c', 'sleep 600 >/dev/null 2>&1 & echo $!'];
      const sandbox = {
        argv,
        env: {},
        tier: 'namespaces',
        blocked: () => null,
        created: () => [],
        follow: () => undefined,
        close: () => undefined,
      } as const;
      const launch = { ...sandbox, ...(endsWithParent && { endsWithParent: true as const }) };
      const { output, backgroundPids } = await run('', { launch });
      process.kill(Number(output));
      return backgroundPids?.includes(Number(output)) ?? false;
    };
    assert.equal(await left(false), true);
    assert.equal(await left(true), false);
  });

  it('uses bash', async () => {
    assert.equal((await run('[[ abc == a* ]] && echo "${BASH_VERSION:+bash}"')).output, 'bash\n');
  });

  it('runs nothing but the command, in an editor that no shell has started too', async () => {
    await scratch.put('.bashrc', 'echo from .bashrc');
    for (const level of [{}, { SHLVL: '0' }]) {
      const env = { PATH: process.env.PATH, HOME: scratch.path, ...level };
      assert.equal((await run('echo on', { env, onInput: () => undefined })).output, 'on\n');
    }
  });

  it('tells who runs it, and keeps pagers and prompts away', async () => {
    const { output } = await run('echo $GEMINI_CLI $POLLUX $TERM $PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT');
    assert.equal(output, '1 1 xterm-256color cat cat 0\n');
  });

  it('never cuts a character in two', async () => {
    const { output } = await run("printf '\\xf0\\x9f'; sleep 0.05; printf '\\x8e\\x89 \\xff'");
    assert.equal(output, '🎉 \uFFFD');
  });

  it('gives the signal that ended it', async () => {
    const { exitCode, signal, processGroup } = await run('kill -SEGV $$');
    assert.deepEqual([exitCode, signal], [null, 'SIGSEGV']);
    assert.ok(Number(processGroup) > 1);
  });

  it('tells which processes it left running', async () => {
    const { output, backgroundPids } = await run('sleep 30 >/dev/null & echo $!');
    assert.deepEqual(backgroundPids, [Number(output)]);
    process.kill(Number(output));
    assert.equal((await run('sleep 0.01 & wait')).backgroundPids, undefined);
  });

  it('ends as the command did, also when that left something running', async () => {
    const left =
      '(trap "" USR1; touch up; exec sleep 30) >/dev/null 2>&1 & until test -e up; do :; done; rm up; echo $!;';
    for (const [end, code, name] of [
      ['exit 3', 3, null],
      ['kill -TERM $$', null, 'SIGTERM'],
      ['kill -SEGV $$', null, 'SIGSEGV'],
      ['trap "exit 4" USR1; kill -USR1 0', 4, null],
    ] as const) {
      const { output, exitCode, signal } = await run(`${left} ${end}`);
      process.kill(Number(output), 'SIGKILL');
      assert.deepEqual([exitCode, signal], [code, name], end);
    }
  });

  it('ends one that prints nothing for too long', async () => {
    const result = await run('echo up; sleep 60', { inactivityMs: 150 });
    assert.deepEqual([result.output, result.isTimedOut, result.exitCode], ['up\n', true, null]);
    const busy = await run('for n in 1 2 3 4 5 6 7 8; do echo $n; sleep 0.2; done', { inactivityMs: 1500 });
    assert.equal(busy.isTimedOut, undefined);
  });

  it('goes on counting the silence of one that waits for input, and begins anew with an answer', async () => {
    const waiting = await run('read name', { inactivityMs: 150, onInput: () => undefined });
    assert.deepEqual([waiting.isTimedOut, waiting.exitCode], [true, null]);
    const since = Date.now();
    const onInput: OnInput = (_, write) => setTimeout(() => write('Ada'), 1000);
    const answered = await run('read name; read again', { inactivityMs: 1500, onInput });
    assert.equal(answered.isTimedOut, true);
    assert.ok(Date.now() - since >= 2400);
  });

  it('does not keep the input open of what it left running', async () => {
    const command = '(cat <&3; echo closed > closed) 3<&0 >/dev/null & echo now';
    const { output } = await run(command, { onInput: () => undefined });
    assert.equal(output, 'now\n');
    await untilTrue(async () => (await scratch.bytes('closed')) !== null);
  });

  it('takes an answer that nobody reads', async () => {
    const onInput: OnInput = (_, write) => write('x'.repeat(1_000_000));
    assert.equal((await run('exec 0<&-; sleep 0.2; echo end', { onInput })).exitCode, 0);
  });

  it('echoes an answer without the control characters by which it could pose as output', async () => {
    const onInput: OnInput = (_, write) => write('a\x1b[2Jb');
    assert.equal((await run('read line', { onInput })).output, '> a\uFFFD[2Jb\n');
  });

  it('keeps the beginning and the end of endless output', async () => {
    const { output } = await run('echo begin; yes 0123456789 | head -c 30000000; echo; echo end');
    assert.match(output.slice(0, 20), /^begin\n0123/);
    assert.match(output.slice(-20), /\nend\n$/);
    assert.match(output, /\n\[\.\.\. \d+ characters left out \.\.\.\]\n/);
    assert.ok(output.length < 17 * 1024 * 1024);
  });

  it('has a command wait with more output while nobody can take it, and loses none', async () => {
    let length = 0;
    let [open, most] = [0, 0];
    const onOutput = (text: string) => {
      length += text.length;
      most = Math.max(most, ++open);
      return new Promise<void>(resolve => {
        setTimeout(() => {
          open--;
          resolve();
        }, 10);
      });
    };
    const command = { command: 'head -c 3000000 /dev/zero', cwd: scratch.path };
    const { output } = await runProcess(command, onOutput, never);
    assert.equal(length, 3_000_000);
    // What is in the pipe when it ends comes at once.
    assert.ok(most <= 4, `${most} pieces at once`);
    assert.ok(output.length < 1_500_000);
  });

  it('does not wait for what it left running, and leaves that alone', async () => {
    const { output } = await run('(sleep 0.5; echo late; echo done > late) & echo now');
    assert.equal(output, 'now\n');
    await untilTrue(async () => (await scratch.bytes('late')) !== null);
  });

  it('never rejects', async () => {
    const elsewhere = await run('echo', { cwd: scratch.absolute('none') });
    assert.match(elsewhere.error ?? '', /working directory does not exist/);
    const huge = await run(`: ${'x'.repeat(3_000_000)}`);
    assert.match(huge.error ?? '', /E2BIG/);
    assert.equal((await run('no-such-program-at-all')).exitCode, 127);
    assert.equal((await run('if then')).exitCode, 2);
  });

  describe('when it is aborted', () => {
    const mark = 'pollux_test_canary';
    const trees: readonly (readonly [why: string, command: string])[] = [
      ['a plain child', 'echo up; sleep 61'],
      ['children of children', 'bash -c "bash -c \'sleep 61\' & sleep 62; :" & echo up; wait'],
      ['a pipeline', 'sleep 61 | sleep 62 | (echo up >&2; sleep 63)'],
      ['one that ignores SIGTERM', 'trap "" TERM; echo up; sleep 61; sleep 62'],
      ['children that ignore SIGTERM', '(trap "" TERM; sleep 61; sleep 62) & echo up; wait'],
      ['one in a session of its own', 'setsid bash -c "sleep 61; sleep 62" & echo up; wait'],
      [
        'one that has left everything',
        '(setsid bash -c "trap : TERM; sleep 61; sleep 62" >/dev/null 2>&1 &); echo up; sleep 63',
      ],
    ];
    for (const [why, command] of trees) {
      it(`leaves no process: ${why}`, async () => {
        const controller = new AbortController();
        const env = { PATH: process.env.PATH, [mark]: scratch.path };
        const result = await run(command, { env }, () => controller.abort(), controller.signal);
        // A shell that sees its child end before itself says so.
        assert.deepEqual([result.output.replace('Terminated\n', ''), result.exitCode], ['up\n', null]);
        assert.deepEqual(livingWith(`${mark}=${scratch.path}`), []);
      });
    }

    const lost: readonly (readonly [why: string, command: string])[] = [
      ['a session without an environment', 'setsid env -i sleep 61.SEED & echo up; wait'],
      ['children of that', 'setsid env -i sh -c "sleep 61.SEED; :" & echo up; wait'],
      ['nohup and disown', 'nohup sleep 61.SEED >/dev/null 2>&1 & disown; echo up; sleep 61.SEED'],
      [
        'a double fork without an environment',
        '(setsid env -i sh -c "sleep 61.SEED &" &); sleep 0.2; echo up; sleep 61.SEED',
      ],
      ['a double fork', '( (setsid sleep 61.SEED &) & ); echo up; sleep 61.SEED'],
    ];
    for (const [why, command] of lost) {
      it(`leaves no process: ${why}`, async () => {
        const controller = new AbortController();
        const seed = String(Math.random()).slice(2);
        await run(command.replaceAll('SEED', seed), {}, () => controller.abort(), controller.signal);
        assert.deepEqual(commandsWith(`61.${seed}`), []);
      });
    }

    it('before it started, starts nothing', async () => {
      assert.deepEqual(await run('touch started', {}, undefined, AbortSignal.abort()), {
        output: '',
        exitCode: null,
        signal: null,
      });
      assert.equal(await scratch.bytes('started'), null);
    });
  });
});

/** The processes with this in their environment. */
function livingWith(entry: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(entry);
      } catch {
        return false;
      }
    });
}

async function untilTrue(test: () => Promise<boolean>): Promise<void> {
  while (!(await test())) await new Promise(resolve => setTimeout(resolve, 20));
}
