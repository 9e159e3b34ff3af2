import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { splitLines } from '../../../../src/agent/changes/lineEdits';
import { TrackedChanges } from '../../../../src/agent/changes/trackedChanges';
import type { ChangeSource } from '../../../../src/agent/ports/changes';
import { ChangeLedger } from '../../../../src/node/changes/changeLedger';
import { DiskFiles } from '../../../../src/node/changes/diskFiles';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { createFileLocks, lockFolders } from '../../../../src/node/files/fileLocks';
import { Scratch } from '../../../support/scratch';
import type { ApprovedRestore } from '../../../../src/shared/restores';
import { testRestores } from '../../../support/restoring';

const lines = (...changed: readonly number[]) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => (changed.includes(n) ? `new ${n}\n` : `${n}\n`)).join('');
const source: ChangeSource = {
  ...{ sessionId: 's', turn: 't', prompt: 'Go', callId: 'c', author: 'tool', title: 'Edit', at: 1 },
};

describe('Changes under review in a repository', () => {
  let work: Scratch;
  let store: Scratch;
  let file: string;
  const logged: string[] = [];

  beforeEach(async () => {
    [work, store] = [await Scratch.make(), await Scratch.make()];
    file = work.absolute('src/a.txt');
    logged.length = 0;
    await work.put('src/a.txt', lines());
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'begin');
  });
  afterEach(async () => {
    await Promise.all([work.close(), store.close()]);
  });

  function git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...who, ...args], { cwd: work.path, encoding: 'utf8', stdio: 'pipe' });
  }

  /** What a window or a run has, opened again for each that a test speaks of. */
  async function open(write?: (approved: ApprovedRestore<string>) => Promise<string | null>) {
    const log = { error: (message: string) => void logged.push(message) } as never;
    const stored = { split: splitLines, now: Date.now, log };
    const ledger = new ChangeLedger({ ...stored, folder: store.path });
    const lost = new ChangeLedger({ ...stored, folder: store.absolute('lost') });
    const workspace = createDiskWorkspace({ folders: [{ name: 'work', path: work.path }] });
    const locks = createFileLocks({ folders: lockFolders(store.path) });
    const disk = new DiskFiles({ workspace, locks, bytesOf: mark => ledger.bytesOf(mark) });
    let last = 0;
    const changes: TrackedChanges = new TrackedChanges({
      restores: testRestores(),
      files: { read: each => disk.read(each), write: write ?? (approved => disk.write(approved)) },
      newId: () => `h${Date.now()}-${++last}`,
      onChange: files => {
        for (const each of files) if (!changes.isUndoing(each)) ledger.save(each, changes.stateOf(each));
      },
      onLost: (key, state) => lost.save(key, state ?? undefined),
      onDecision: ({ decided }) => ledger.decided(decided),
      reportBug: message => void logged.push(message),
    });
    await ledger.open();
    await lost.open();
    for (const [key, state] of await lost.load()) changes.restoreLost(key, state);
    for (const [each, state] of await ledger.load()) await changes.restore(each, state);
    /** As the watcher of an editor would. */
    const look = async () => {
      for (const each of changes.followed()) changes.observed(each, await disk.read(each));
    };
    const edit = async (after: string, edited = file) => {
      const before = await readFile(edited, 'utf8');
      const proposal = { kind: 'edit', path: edited, file: edited, before, after } as const;
      await changes.editing([proposal], { sessionId: 's', source }, async () => {
        await writeFile(edited, after);
        return [{ text: after, isSaved: true }];
      });
    };
    const ids = () => changes.all().map(({ hunk }) => hunk.id);
    const needs = () => changes.lost().map(({ hunk }) => hunk.id);
    return { changes, look, edit, ids, needs };
  }

  it('are decidable again after a stash has taken them away and given them back', async () => {
    const { changes, look, edit, ids } = await open();
    await edit(lines(2, 8));
    const before = ids();
    git('stash', '-q');
    await look();
    assert.deepEqual(ids(), []);
    git('stash', 'pop', '-q');
    await look();
    assert.deepEqual(ids(), before);
    await changes.decide([before[0] ?? ''], 'undo');
    assert.equal(await readFile(file, 'utf8'), lines(8));
  });

  it('go along to another branch, whose own lines stay in an undo of all', async () => {
    git('checkout', '-q', '-b', 'other');
    await work.put('src/b.txt', 'other\n');
    git('add', '.');
    git('commit', '-q', '-m', 'other');
    git('checkout', '-q', 'main');
    const { changes, look, edit, ids } = await open();
    await edit(lines(2, 8));
    git('checkout', '-q', 'other');
    await look();
    assert.equal(ids().length, 2);
    await changes.decide(ids(), 'undo');
    assert.equal(await readFile(file, 'utf8'), lines());
    assert.equal(git('status', '--porcelain'), '');
  });

  it('are decidable after a rebase with their own stash, on top of what came in', async () => {
    git('checkout', '-q', '-b', 'topic');
    git('commit', '-q', '--allow-empty', '-m', 'topic');
    git('checkout', '-q', 'main');
    await writeFile(file, `0\n${lines()}`);
    git('commit', '-qam', 'a line before');
    git('checkout', '-q', 'topic');
    const { changes, look, edit, ids } = await open();
    await edit(lines(2, 8));
    git('rebase', '-q', '--autostash', 'main');
    await look();
    assert.equal(await readFile(file, 'utf8'), `0\n${lines(2, 8)}`);
    assert.equal(ids().length, 2);
    await changes.decide(ids(), 'undo');
    assert.equal(await readFile(file, 'utf8'), `0\n${lines()}`);
    assert.equal(git('status', '--porcelain'), '');
  });

  it('bring nothing back where the folder was deleted, and are there again with it', async () => {
    const { changes, look, edit, ids } = await open();
    await edit(lines(2, 8));
    const before = ids();
    await rm(work.absolute('src'), { recursive: true });
    await look();
    await changes.decide(before, 'undo');
    assert.equal(await work.bytes('src/a.txt'), null);
    await work.put('src/a.txt', lines(2, 8));
    await look();
    assert.deepEqual(ids(), before);
  });

  it('stay to be decided where the disk is full, and the file as it was', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const { changes, edit, ids } = await open(() => Promise.reject(full));
    await edit(lines(2, 8));
    const outcome = await changes.decide(ids(), 'undo');
    assert.deepEqual([outcome.decided, outcome.failed], [0, [file]]);
    assert.equal(await readFile(file, 'utf8'), lines(2, 8));
    assert.equal(ids().length, 2);
    assert.equal((await open()).ids().length, 2);
  });

  it('stay to be decided in a file that can’t be read, and are decided in the others, here and in the next window', async () => {
    const other = work.absolute('src/b.txt');
    await work.put('src/b.txt', lines());
    const { changes, edit, ids } = await open();
    await edit(lines(2, 8));
    await edit(lines(2), other);
    await rm(file);
    await symlink('a.txt', file);
    const outcome = await changes.decide(ids(), 'undo');
    assert.deepEqual([outcome.decided, outcome.failed], [1, [file]]);
    assert.equal(await readFile(other, 'utf8'), lines());
    assert.deepEqual([changes.isWriting(file), changes.isWriting(other)], [false, false]);
    assert.match((await changes.betweenSteps('s')) ?? '', /The user undid[^.]*b\.txt:2/, 'the run goes on');
    const next = await open();
    assert.equal(next.ids().length, 2);
    await rm(file);
    await writeFile(file, lines(2, 8));
    assert.equal((await next.changes.decide(next.ids(), 'undo')).decided, 2);
    assert.equal(await readFile(file, 'utf8'), lines());
  });

  it('need the user where a pipe is in the place of their file, which nobody waits for', async () => {
    const { edit, look, needs } = await open();
    await edit(lines(2, 8));
    await rm(file);
    execFileSync('mkfifo', [file]);
    await look();
    assert.equal(needs().length, 2);
  });

  it('are as far decided as the file says when a host is killed at any moment', async () => {
    const { edit } = await open();
    await edit(lines(2, 8));
    // Appends to the ledger without end, until it is killed in the middle of a line.
    const script = `const fs = require('node:fs');
      for (;;) fs.appendFileSync(process.argv[1], JSON.stringify({ file: '/elsewhere', at: 1, by: 'x' }) + '\\n');`;
    const host = spawn(process.execPath, ['-e', script, store.absolute('changes.jsonl')]);
    const size = async () => (await store.bytes('changes.jsonl'))?.length ?? 0;
    for (const begun = await size(); (await size()) < begun + 100_000;) await new Promise(setImmediate);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await writeFile(file, lines(2)); // it had written one decision, and not stored it
    const { changes, ids } = await open();
    assert.equal(ids().length, 1);
    await changes.decide(ids(), 'undo');
    assert.equal(await readFile(file, 'utf8'), lines());
    assert.deepEqual((await open()).ids(), []);
  });

  describe('that something takes away', () => {
    const cases: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a checkout of another branch', async () => git('checkout', '-q', '-f', 'other')],
      ['a stash', async () => git('stash', '-q')],
      ['a reset', async () => git('reset', '-q', '--hard')],
      [
        'a rebase onto changes in the same lines',
        async () => {
          git('commit', '-q', '-m', 'topic', '--allow-empty');
          git('stash', '-q');
          git('rebase', '-q', 'other');
        },
      ],
      ['the deletion of the folder', async () => rm(work.absolute('src'), { recursive: true })],
    ];
    const begin = async () => {
      git('checkout', '-q', '-b', 'other');
      await writeFile(file, `0\n${lines()}`);
      git('commit', '-qam', 'other');
      git('checkout', '-q', 'main');
      const opened = await open();
      await opened.edit(lines(2, 8));
      return opened;
    };
    for (const [name, happens] of cases) {
      it(`need the user after ${name}, also in the next window, and are applied again where they fit`, async () => {
        const first = await begin();
        const before = first.ids();
        await happens();
        await first.look();
        assert.deepEqual(first.ids(), []);
        assert.deepEqual(first.needs(), before);
        const { changes, ids, needs } = await open();
        assert.deepEqual([ids(), needs()], [[], before]);
        const now = await work.bytes('src/a.txt');
        assert.deepEqual(await changes.applyAgain(before), { applied: 2, left: [], refused: [] });
        const top = now?.toString().startsWith('0') ? '0\n' : '';
        assert.equal(await readFile(file, 'utf8'), top + lines(2, 8));
        assert.deepEqual([ids().length, needs()], [2, []]);
        await changes.decide(ids(), 'undo');
        assert.equal(await readFile(file, 'utf8'), top + lines());
        assert.deepEqual((await open()).needs(), []);
      });
    }

    it('are told while no window was open, too', async () => {
      const { ids } = await begin();
      const before = ids();
      git('stash', '-q');
      const second = await open();
      assert.deepEqual([second.ids(), second.needs()], [[], before]);
      git('stash', 'pop', '-q');
      await second.look();
      assert.deepEqual([second.ids(), second.needs()], [before, []]);
    });

    it('stay where their place is another now, and are dismissed for good', async () => {
      const { changes, look, ids, needs } = await begin();
      const [first = ''] = ids();
      git('stash', '-q');
      await look();
      await writeFile(file, lines().replace('2\n', 'two\n'));
      await look();
      const { applied, left } = await changes.applyAgain(needs());
      assert.deepEqual([applied, left.map(({ hunk }) => hunk.id)], [1, [first]]);
      assert.equal(await readFile(file, 'utf8'), lines(8).replace('2\n', 'two\n'));
      assert.equal(ids().length, 1);
      changes.dismiss([first]);
      assert.deepEqual(needs(), []);
      assert.deepEqual((await open()).needs(), []);
    });

    it('are none when the user’s own undo has taken them back', async () => {
      const { changes, needs } = await begin();
      await writeFile(file, lines());
      changes.observed(file, lines(), true);
      assert.deepEqual(needs(), []);
      changes.observed(file, lines(2, 8), true);
      assert.equal(changes.all().length, 2);
    });

    it('are told of each time, whatever the agent does in between', async () => {
      const { look, edit, ids, needs } = await begin();
      git('stash', '-q');
      await look();
      await edit(lines(5));
      assert.deepEqual([ids().length, needs().length], [1, 2]);
      git('stash', '-q');
      await look();
      assert.deepEqual([ids().length, needs().length], [0, 3]);
      assert.equal((await open()).needs().length, 3);
    });

    it('are none where a command of the agent did it', async () => {
      const { changes, look, needs } = await begin();
      const end = await changes.following({ ...source, callId: 'command' });
      git('checkout', '-q', 'src/a.txt');
      await look();
      assert.equal(needs().length, 2);
      changes.commandChanged({ sessionId: 's', callId: 'command' }, [{ file, before: lines(2, 8), text: lines() }]);
      end();
      assert.deepEqual([changes.all(), needs()], [[], []]);
    });
  });

  it('are as they were where a kill comes between an undo and its file', async () => {
    const killed = new Promise<never>(() => undefined);
    const { changes, edit, ids } = await open(() => killed);
    await edit(lines(2, 8));
    void changes.decide(ids(), 'undo');
    await new Promise(setImmediate);
    const next = await open();
    assert.equal(next.ids().length, 2);
    await next.changes.decide(next.ids(), 'undo');
    assert.equal(await readFile(file, 'utf8'), lines());
    assert.deepEqual([(await open()).ids(), (await open()).needs()], [[], []]);
  });
});
