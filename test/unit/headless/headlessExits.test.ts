import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { apiError, errorInfo } from '../../support/gemini/errors';
import { call, hang, text } from '../../support/gemini/replies';
import { isAlive } from '../../support/isAlive';
import { eventsIn, HeadlessRuns } from '../../support/headlessRuns';

describe('pollux, headless, exits with', () => {
  const { place, start, run } = HeadlessRuns.use();

  const failing = async (args: readonly string[], code: number, says: RegExp, env?: Record<string, string>) => {
    const result = await run(args, env ? { env } : {});
    assert.equal(result.code, code, result.err);
    assert.match(result.err, says);
    assert.equal(result.out, '');
  };

  it('41 without a key, and with a wrong one', async () => {
    await failing(['-p', 'Hi'], 41, /No API key/, { GEMINI_API_KEY: '' });
    await failing(['-p', 'Hi'], 41, /API key/, { GEMINI_API_KEY: 'bad' });
  });

  it('41 without a key, having sent, counted and kept nothing', async () => {
    const { code, out } = await run(['-p', 'Hi', '-o', 'json'], { env: { GEMINI_API_KEY: '' } });
    const { error, stats } = JSON.parse(out) as { error: { type: string }; stats: { models: object } };
    assert.deepEqual([code, error.type, stats.models], [41, 'auth', {}]);
    assert.match((await run(['--list-sessions'])).out, /no sessions/);
    assert.equal(existsSync(join(place.home, '.pollux', 'sessions')), false);
  });

  it('1 and the page on which the account is to be verified', async () => {
    const link = 'https://accounts.google.com/verify';
    place.server.reply(
      apiError(403, {
        details: [
          errorInfo('VALIDATION_REQUIRED', {
            domain: 'cloudcode-pa.googleapis.com',
            metadata: { validation_link: link },
          }),
        ],
      }),
    );
    await failing(['-p', 'Hi'], 1, /verify your account.*https:\/\/accounts\.google\.com\/verify/s);
  });

  it('130 at a signal, also where no prompt is being worked on', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const { child, ended } = start(['policy', 'explain', '--stdin'], { input: null });
      child.stdin.write('"ls"\n');
      await once(child.stdout, 'data');
      child.kill(signal);
      assert.equal((await ended).code, 130);
    }
  });

  it('42 without a prompt, and for flags that it does not know', async () => {
    await failing([], 42, /no prompt/);
    await failing(['-p', 'Hi', '--nonsense'], 42, /nonsense/);
    await failing(['-p', 'Hi', '-o', 'xml'], 42, /--output-format.*xml/);
    await failing(['-p', 'Hi', '-m', ''], 42, /--model/);
    await failing(['-p', 'Hi', '--approval-mode', 'constructor'], 42, /--approval-mode/);
  });

  it('1 after a failure, named on standard error', async () => {
    place.server.reply(apiError(400, { message: 'Nope.' }));
    await failing(['-p', 'Hi'], 1, /refused the request \(400\): Nope\.?\n$/);
  });

  it('1 and the error inside the JSON', async () => {
    place.server.reply(apiError(404));
    const { code, out } = await run(['-p', 'Hi', '-o', 'json']);
    assert.equal(code, 1);
    const { error } = JSON.parse(out) as { error: { type: string; code: number } };
    assert.deepEqual([error.type, error.code], ['notFound', 1]);
  });

  it('130 when it is interrupted, with no process left behind', async () => {
    place.server.reply(call('run_shell_command', { command: 'echo $$ > pid; sleep 1000 & echo $! > pid2; wait' }));
    const { child, ended } = start(['-p', 'Hi', '-y', '--trust']);
    await place.server.nextRequest();
    while (!existsSync(join(place.folder, 'pid2'))) await new Promise(resolve => setTimeout(resolve, 20));
    child.kill('SIGINT');
    assert.equal((await ended).code, 130);
    const pid = Number(await readFile(join(place.folder, 'pid2'), 'utf8'));
    assert.equal(isAlive(pid), false);
  });

  it('130 in the middle of a stream', async () => {
    place.server.reply(text('Half'), hang());
    const { child, ended } = start(['-p', 'Hi', '-o', 'stream-json']);
    await new Promise<void>(resolve =>
      child.stdout.on('data', (chunk: string) => {
        if (chunk.includes('Half')) resolve();
      }),
    );
    child.kill('SIGINT');
    const { code, out } = await ended;
    assert.equal(code, 130);
    assert.equal(eventsIn(out).at(-1)?.status, 'error');
  });
}).timeout(60_000);
