import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readAnswer } from '../../../../src/hooks/readAnswer';
import { runHookProcess, type HookProcessResult } from '../../../../src/node/process/hookProcess';
import { isAlive } from '../../../support/isAlive';

describe('The process of a hook', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'pollux-hooks-')));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs a program of Node's as a hook. */
  const run = async (
    source: string,
    more: { timeoutMs?: number; input?: string; env?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<HookProcessResult> => {
    await writeFile(join(folder, 'hook.js'), source);
    const { timeoutMs = 20_000, input = '{}', env = {}, signal = new AbortController().signal } = more;
    return runHookProcess({ command: 'node hook.js', cwd: folder, env, input, timeoutMs }, {}, signal);
  };
  /** The number that the hook wrote into a file, as soon as it is there. */
  const pidIn = async (name: string): Promise<number> => {
    for (;;) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => '');
      if (text !== '') return Number(text);
      await delay(10);
    }
  };
  const hasEnded = async (pid: number): Promise<void> => {
    while (isAlive(pid)) await delay(10);
  };

  it('gets its input by standard input, and answers by standard output', async () => {
    const { exitCode, stdout, stderr } = await run(
      `process.stdin.on('data', text => { console.log(String(text)); console.error('aside'); });`,
      { input: '{"tool_name":"x; touch y"}' },
    );
    assert.deepEqual([exitCode, stdout, stderr], [0, '{"tool_name":"x; touch y"}\n', 'aside\n']);
  });

  it('need not read its input, however much there is', async () => {
    assert.equal((await run('process.exit(0)', { input: 'x'.repeat(3_000_000) })).exitCode, 0);
  });

  it('inherits no secret, and gets what its settings say', async () => {
    process.env.CANARY_API_KEY = 'canary-secret';
    process.env.GEMINI_API_KEY = 'canary-gemini';
    process.env.CANARY_HIDDEN = 'ghp_0123456789abcdef';
    try {
      const { stdout } = await run('console.log(JSON.stringify(process.env))', { env: { GEMINI_PROJECT_DIR: folder } });
      assert.doesNotMatch(stdout, /canary-|ghp_/);
      assert.equal((JSON.parse(stdout) as Record<string, string>).GEMINI_PROJECT_DIR, folder);
    } finally {
      delete process.env.CANARY_API_KEY;
      delete process.env.GEMINI_API_KEY;
      delete process.env.CANARY_HIDDEN;
    }
  });

  it('runs nothing but its command', async () => {
    await writeFile(join(folder, '.bashrc'), 'echo from .bashrc');
    const { HOME: home, SHLVL: level } = process.env;
    process.env.HOME = folder;
    delete process.env.SHLVL;
    try {
      assert.equal((await run('process.stdin.resume()')).stdout, '');
    } finally {
      process.env.HOME = home;
      if (level !== undefined) process.env.SHLVL = level;
    }
  });

  it('says by its exit code that it blocks, and why', async () => {
    const end = await run(`console.error('not today'); process.exit(2)`);
    assert.deepEqual(readAnswer('guard', 'BeforeTool', end).blocked, { by: 'guard', reason: 'not today' });
  });

  it('that is not there could not be started, and lets no call through', async () => {
    const request = { command: 'no-such-program-here', cwd: folder, env: {}, input: '', timeoutMs: 10_000 };
    const end = await runHookProcess(request, {}, new AbortController().signal);
    const { blocked, failure } = readAnswer('guard', 'BeforeTool', end);
    assert.deepEqual([blocked?.by, blocked?.isBroken], ['guard', true]);
    assert.match(failure ?? '', /^The hook guard couldn’t be started\. .*no-such-program-here/);
  });

  it('that allows has said nothing', async () => {
    const end = await run(`console.log(JSON.stringify({ decision: 'allow', reason: 'go' }))`);
    assert.deepEqual(readAnswer('guard', 'BeforeTool', end), { notices: [] });
  });

  it('that answers no JSON has no opinion, and is shown', async () => {
    const end = await run(`console.log('{"decision": "deny"')`);
    assert.deepEqual(readAnswer('guard', 'BeforeTool', end), {
      notices: [{ level: 'info', text: 'guard: {"decision": "deny"' }],
    });
  });

  it('that crashes is a failure, and no opinion', async () => {
    for (const source of ['throw new Error("oops")', 'process.kill(process.pid, "SIGSEGV")']) {
      const { failure, blocked } = readAnswer('guard', 'BeforeTool', await run(source));
      assert.match(failure ?? '', /^The hook guard failed\./);
      assert.equal(blocked, undefined);
    }
  });

  it('is ended with its children when it takes too long, also if they do not listen', async () => {
    const started = Date.now();
    const end = await run(
      `process.on('SIGTERM', () => undefined);
       const child = require('node:child_process').spawn(process.execPath, ['-e',
         "process.on('SIGTERM', () => undefined); require('node:fs').writeFileSync('child', String(process.pid)); setInterval(() => undefined, 1000)"]);
       setInterval(() => undefined, 1000);`,
      { timeoutMs: 3000 },
    );
    assert.equal(end.failure, 'timeout');
    assert.ok(Date.now() - started < 15_000);
    await hasEnded(await pidIn('child'));
  });

  it('is ended when it prints without end, and nothing of it is kept', async () => {
    const end = await run(`
      require('node:fs').writeFileSync('pid', String(process.pid));
      const chunk = 'x'.repeat(1_000_000);
      const write = () => { while (process.stdout.write(chunk)); process.stdout.once('drain', write); };
      write();`);
    assert.equal(end.failure, 'flood');
    assert.ok(end.stdout.length <= 1024 * 1024);
    await hasEnded(await pidIn('pid'));
  });

  it('is ended when the run is stopped, which does not wait for it', async () => {
    const controller = new AbortController();
    const running = run(
      `process.on('SIGTERM', () => undefined);
       require('node:fs').writeFileSync('pid', String(process.pid));
       setInterval(() => undefined, 1000);`,
      { signal: controller.signal },
    );
    const pid = await pidIn('pid');
    const stopped = Date.now();
    controller.abort();
    assert.equal((await running).failure, 'cancelled');
    assert.ok(Date.now() - stopped < 300);
    await hasEnded(pid);
  });

  it('does not hold the run with what it leaves behind', async () => {
    const end = await run(`
      const child = require('node:child_process').spawn('sleep', ['30'], { stdio: 'inherit' });
      require('node:fs').writeFileSync('pid', String(child.pid));
      console.log('{}');
      process.exit(0);`);
    assert.deepEqual([end.exitCode, end.stdout], [0, '{}\n']);
    process.kill(await pidIn('pid'));
  });

  it('is not started where there is no folder, or nobody waits any more', async () => {
    const request = { command: 'touch ran', cwd: join(folder, 'gone'), env: {}, input: '', timeoutMs: 1000 };
    assert.equal((await runHookProcess(request, {}, new AbortController().signal)).failure, 'crash');
    assert.equal((await runHookProcess({ ...request, cwd: folder }, {}, AbortSignal.abort())).failure, 'cancelled');
    await assert.rejects(readFile(join(folder, 'ran')));
  });
});
