import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, text } from '../../support/gemini/replies';
import { eventsIn, HeadlessRuns, NOTE_EDIT } from '../../support/headlessRuns';

describe('Changes, headless', () => {
  const { place, run, note } = HeadlessRuns.use();

  it('remembers a fact if that was allowed in so many words, and says so', async () => {
    const remember = async (...args: string[]) => {
      place.server.reply(call('save_memory', { fact: `Likes tea ${args.length}.` })).reply(text('Done.'));
      return (await run(['-p', 'Hi', '--trust', ...args])).err;
    };
    assert.match(await remember(), /nobody can be asked|controls which programs run/);
    assert.equal(await remember('--allowed-tools', 'save_memory'), 'Remembered: Likes tea 2.\n');
    assert.equal(await remember('-y'), 'Remembered: Likes tea 1.\n');
    const kept = await readFile(join(place.home, '.gemini', 'GEMINI.md'), 'utf8');
    assert.deepEqual(kept.match(/tea \d/g), ['tea 2', 'tea 1']);
  });

  it('denies what would have to be asked, and tells the model so', async () => {
    place.server.reply(NOTE_EDIT).reply(text('I may not.'));
    const { code, out } = await run(['-p', 'Hi', '--trust', '-o', 'stream-json']);
    assert.equal(code, 0);
    const result = eventsIn(out).find(({ type }) => type === 'tool_result');
    assert.equal((result?.error as { type: string }).type, 'policy_violation');
    assert.match(String(place.server.requests[1]?.functionResponses[0]?.response?.error), /nobody can be asked/);
    assert.equal(await note(), 'one\ntwo\nthree\n');
  });

  const allowing = [
    ['--approval-mode', 'auto_edit'],
    ['--approval-mode', 'yolo'],
    ['-y'],
    ['--allowed-tools', 'replace,glob'],
  ];
  for (const flags of allowing) {
    it(`makes an edit with ${flags.join(' ')} in a trusted folder`, async () => {
      place.server.reply(NOTE_EDIT).reply(text('Done.'));
      assert.equal((await run(['-p', 'Hi', '--trust', ...flags])).code, 0);
      assert.equal(await note(), 'one\n2\nthree\n');
    });
  }

  it('runs commands only where all is allowed, or this tool is', async () => {
    const touch = call('run_shell_command', { command: 'touch made.txt' });
    for (const [flags, isMade] of [
      [['--approval-mode', 'auto_edit'], false],
      [['--allowed-tools', 'run_shell_command'], true],
    ] as const) {
      place.server.reply(touch).reply(text('Done.'));
      await run(['-p', 'Hi', '--trust', ...flags]);
      assert.equal(existsSync(join(place.folder, 'made.txt')), isMade);
    }
  });

  it('changes nothing in a folder that is not trusted, and says how to trust it', async () => {
    place.server.reply(NOTE_EDIT).reply(text('Pity.'));
    const { code, err } = await run(['-p', 'Hi', '-y']);
    assert.equal(code, 0);
    assert.match(err, /--trust/);
    assert.equal(await note(), 'one\ntwo\nthree\n');
  });

  it('goes by the folders that Gemini CLI trusts, and by its variable', async () => {
    await mkdir(join(place.home, '.gemini'));
    await writeFile(
      join(place.home, '.gemini', 'trustedFolders.json'),
      JSON.stringify({ [place.home]: 'TRUST_FOLDER' }),
    );
    place.server.reply(NOTE_EDIT).reply(text('Done.'));
    await run(['-p', 'Hi', '-y']);
    assert.equal(await note(), 'one\n2\nthree\n');
    await writeFile(join(place.home, '.gemini', 'trustedFolders.json'), '{');
    assert.equal((await run(['-p', 'Hi', '-y'])).code, 52);
    place.server
      .reply(call('replace', { file_path: 'note.txt', old_string: '2', new_string: 'two' }))
      .reply(text('Done.'));
    await run(['-p', 'Hi', '-y'], { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } });
    assert.equal(await note(), 'one\ntwo\nthree\n');
  });

  it('never leaves the workspace', async () => {
    place.server.reply(call('write_file', { file_path: '../out.txt', content: 'x' })).reply(text('Done.'));
    await run(['-p', 'Hi', '-y', '--trust']);
    assert.match(String(place.server.requests[1]?.functionResponses[0]?.response?.error), /workspace/);
    assert.ok(!existsSync(join(place.home, 'out.txt')));
  });
}).timeout(60_000);
