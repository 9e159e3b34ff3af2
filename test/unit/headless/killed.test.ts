import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, hang, text } from '../../support/gemini/replies';
import { isAlive } from '../../support/isAlive';
import { commandsWith } from '../../support/livingCommands';
import { startCommand } from '../../support/polluxCommand';
import { HeadlessPlace } from '../../support/headlessPlace';

const GONE_MS = 2000;
const PIECE = 'Some words of an answer. ';

describe('A process that is killed without a warning', () => {
  const place = HeadlessPlace.use();

  const start = (...args: readonly string[]) => {
    const { child, ended } = startCommand(args, place.with());
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { child, ended: ended.then(({ out }) => out), kill };
  };
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    const end = Date.now() + 8000;
    while (!(await isSo()) && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20));
  };
  /** The text of the one session file, as far as it has got. */
  const session = async () => {
    const sessions = join(place.home, '.pollux', 'sessions');
    const [name = ''] = await readdir(sessions).catch(() => []);
    const files = await readdir(join(sessions, name)).catch(() => []);
    const file = files.find(each => each.endsWith('.jsonl'));
    return file === undefined ? '' : readFile(join(sessions, name, file), 'utf8');
  };
  const goOn = async () => {
    const { ended } = start('--resume', '-p', 'Go on.', '-y', '--trust');
    return ended;
  };
  const lastRequest = () => JSON.stringify(place.server.requests.at(-1)?.contents);

  it('while an answer streams has all that was received, and says where it stopped', async () => {
    place.server.reply(text([PIECE, PIECE]), hang());
    const { kill } = start('-p', 'Tell me.');
    await until(async () => (await session()).split(PIECE).length > 2);
    await kill();
    place.server.reply(text('I went on.'));
    assert.equal(await goOn(), 'I went on.\n');
    const contents = lastRequest();
    assert.ok(contents.includes('Tell me.') && contents.includes(PIECE + PIECE) && contents.includes('Go on.'));
    assert.match(await session(), /was closed or reloaded while Pollux was working\. It stopped here/);
  });

  it('while a command runs leaves no process, and does not run it again', async () => {
    const lost = '(setsid env -i sh -c "sleep 1000 & echo \\$! > pid3" &)';
    const line = `echo x >> ran; echo $$ > pid; ${lost}; sleep 1000 & echo $! > pid2; wait`;
    const times: number[] = [];
    // On a machine that has too much else to do, one of three must be in time; but no process may ever stay.
    while (times.length < 3 && !times.some(ms => ms < GONE_MS)) {
      await Promise.all(['ran', 'pid', 'pid2', 'pid3'].map(name => rm(join(place.folder, name), { force: true })));
      place.server.reply(call('run_shell_command', { command: line }, { id: `c${times.length}` }));
      const { kill } = start('-p', 'Run it.', '-y', '--trust');
      const read = async (name: string) => Number(await readFile(join(place.folder, name), 'utf8').catch(() => ''));
      const pidsOf = () => Promise.all(['pid', 'pid2', 'pid3'].map(read));
      await until(async () => (await pidsOf()).every(pid => pid > 0));
      const pids = await pidsOf();
      await kill();
      const since = performance.now();
      await until(() => pids.every(pid => !isAlive(pid)));
      assert.deepEqual(pids.filter(isAlive), []);
      times.push(performance.now() - since);
    }
    assert.ok(Math.min(...times) < GONE_MS, `gone after ${times.join(', ')} ms`);
    place.server.reply(text('I see.'));
    assert.equal(await goOn(), 'I see.\n');
    assert.match(lastRequest(), /functionResponse.*Interrupted.*may or may not have had an effect/s);
    assert.equal(await readFile(join(place.folder, 'ran'), 'utf8'), 'x\n');
  });

  for (const way of ['killed', 'ended'] as const) {
    it(`leaves nothing of what earlier commands left running: ${way}`, async () => {
      const argument = `1000.${String(Math.random()).slice(2)}`;
      const commands = [
        `setsid sleep ${argument} & nohup sleep ${argument} >/dev/null 2>&1 & echo`,
        `(setsid env -i sleep ${argument} &)`,
      ];
      // Each is run outside of the sandbox, where nothing ends with its command.
      const options = { ...place.with(), env: { ...place.with().env, GEMINI_SANDBOX: 'false' } };
      for (const command of commands) place.server.reply(call('run_shell_command', { command }));
      place.server.reply(way === 'killed' ? hang() : text('Done.'));
      const { child, ended } = startCommand(['-p', 'Run them.', '-y', '--trust'], options);
      if (way === 'killed') {
        await until(() => place.server.requests.length === 3);
        assert.equal(commandsWith(argument).length, 3);
        child.kill('SIGKILL');
      }
      const { code } = await ended;
      if (way === 'killed') await until(() => commandsWith(argument).length === 0);
      else assert.equal(code, 0);
      assert.deepEqual(commandsWith(argument), []);
      assert.match(lastRequest(), /Background PIDs: \d+, \d+.*Background PIDs: \d+/s);
    });
  }

  it('while it writes leaves each file as it was or as it should be', async () => {
    const sizes = ['a', 'b'].map(letter => letter.repeat(3_000_000));
    await writeFile(join(place.folder, 'big.txt'), sizes[0] ?? '');
    let writes = 0;
    place.server.respond(() => call('write_file', { file_path: 'big.txt', content: sizes[++writes % 2] ?? '' }));
    for (let round = 0; round < 4; round++) {
      const before = writes;
      const { kill } = start('-p', 'Write.', '-y', '--trust');
      await until(() => writes > before + 1);
      await new Promise(resolve => setTimeout(resolve, 7 * round));
      await kill();
      const now = await readFile(join(place.folder, 'big.txt'), 'utf8');
      assert.ok(sizes.includes(now), `${now.length} characters`);
    }
  }).timeout(60_000);
}).timeout(60_000);
