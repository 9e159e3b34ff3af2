import assert from 'node:assert/strict';
import { TrackedChanges } from '../../../../src/agent/changes/trackedChanges';
import type { ChangeSource, Decided } from '../../../../src/agent/ports/changes';
import type { EditProposal } from '../../../../src/shared/proposals';
import { testRestores } from '../../../support/restoring';

const source = (callId: string): ChangeSource => ({
  sessionId: 's',
  turn: 't',
  prompt: 'Go',
  callId,
  author: 'tool',
  title: 'Edit',
  at: 1,
});
const proposal = (file: string, before: string | null, after: string): EditProposal => {
  return { kind: 'edit', path: file, file, before, after };
};

/** Files in memory that TrackedChanges reads and writes. */
function openPlace(files: Record<string, string>, restores = testRestores({ folders: () => ['', 'a', 'b'] })) {
  const disk = new Map(Object.entries(files));
  const bugs: string[] = [];
  const logged: Decided[] = [];
  let count = 0;
  let refuses = false;
  let shown = 0;
  let watch: () => void = () => undefined;
  /** How many changes there were, decided or not, each time that a change was reported. */
  const totals: number[] = [];
  const changes: TrackedChanges = new TrackedChanges({
    restores,
    files: {
      read: async file => disk.get(file) ?? null,
      write: async ({ file, before, after }) => {
        assert.equal(disk.get(file) ?? null, before);
        if (refuses) throw new Error('The disk is full');
        watch();
        if (after === null) disk.delete(file);
        else disk.set(file, after);
        return after;
      },
    },
    newId: () => `h${++count}`,
    onChange: () => {
      shown = changes.reviewed;
      totals.push(changes.reviewed + changes.all().length);
    },
    onDecision: ({ decided }) => logged.push(...decided),
    reportBug: message => bugs.push(message),
  });
  const edit = async (file: string, after: string, callId = 'c', written = after, isReviewed = false) => {
    const before = disk.get(file) ?? null;
    await changes.editing(
      [proposal(file, before, after)],
      { sessionId: 's', source: isReviewed ? null : source(callId) },
      async () => {
        assert.ok(changes.isWriting(file));
        disk.set(file, written);
        return [{ text: written, isSaved: true }];
      },
    );
  };
  const ids = () => changes.all().map(({ hunk }) => hunk.id);
  const refuse = (value: boolean) => (refuses = value);
  /** What a watcher does whenever a file is about to be written. */
  const watching = (see: () => void) => (watch = see);
  /** How many were reviewed when a change was last reported. */
  const shownReviewed = () => shown;
  return { changes, disk, edit, ids, bugs, logged, refuse, watching, shownReviewed, totals };
}

describe('Changes as sessions make them', () => {
  it('are under review with what a formatter made of them, which stays the user’s outside of them', async () => {
    const { changes, edit, disk, ids } = openPlace({ a: 'x\ny\n' });
    await edit('a', 'X\ny\n', 'c', 'X;\n y\n');
    assert.equal(changes.baseOf('a'), 'x\n y\n');
    assert.equal(changes.all()[0]?.hunk.isEdited, false, 'nobody else has edited it');
    await changes.decide(ids(), 'undo');
    assert.equal(disk.get('a'), 'x\n y\n');
  });

  it('are decidable again where the editor’s redo brings back what its undo took', async () => {
    const { changes, edit, ids } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'X\ny\nZ\n');
    const [first = '', second] = ids();
    await changes.decide([first], 'keep');
    const line = (at: number, from: string, to: string) => {
      return { start: { line: at, character: 0 }, end: { line: at, character: from.length }, text: to };
    };
    const texts = changes.stateOf('a')?.lines.join('') ?? '';
    assert.ok(changes.edited('a', [line(0, 'X', 'x'), line(2, 'Z', 'z')]));
    assert.deepEqual([ids(), changes.lost()], [[], []]);
    assert.ok(changes.isFollowed('a'));
    changes.observed('a', texts, true);
    assert.deepEqual(ids(), [second], 'what was kept stays so');
  });

  it('of a file that a decision is about to write are not lost where its watcher tells late of the last one', async () => {
    const { changes, disk, edit, ids, watching } = openPlace({ a: 'x\n', b: 'y\n' });
    await edit('a', 'X\n');
    await edit('b', 'Y\n');
    const all = ids();
    watching(() => changes.isWriting('b') || changes.observed('b', disk.get('b') ?? null));
    await changes.decide(all, 'undo');
    await changes.stepBack();
    assert.deepEqual([ids(), changes.lost(), disk.get('b')], [all, [], 'Y\n']);
    assert.ok(!changes.isWriting('a') && !changes.isWriting('b'));
  });

  it('are decidable again where the editor’s undo brings back what was undone, and count and are told as open', async () => {
    const { changes, edit, disk, ids, shownReviewed } = openPlace({ a: 'x\r\ny\nz\n' });
    await edit('a', 'X\r\ny\nZ\n');
    changes.runs('s', false);
    const all = ids();
    const loud = disk.get('a') ?? '';
    await changes.decide([all[1] ?? ''], 'undo');
    assert.equal(changes.reviewed, 1);
    assert.ok(!changes.cameBack('a', 'X\ny\nz\n!\n'));
    // Without the mixed endings, which an editor does not have.
    assert.ok(changes.cameBack('a', 'X\ny\nZ\n'));
    disk.set('a', loud);
    assert.deepEqual([ids(), changes.reviewed, changes.lastDecision], [all, 0, undefined]);
    assert.equal(shownReviewed(), 0);
    assert.equal(changes.baseOf('a'), 'x\r\ny\nz\n');
    assert.equal(await changes.stepBack(), null);
    assert.equal(await changes.betweenSteps('s'), undefined);
    await changes.decide(ids(), 'undo');
    assert.equal(disk.get('a'), 'x\r\ny\nz\n');
    assert.ok(changes.cameBack('a', loud));
    disk.set('a', loud);
    await changes.decide(ids(), 'keep');
    assert.equal(changes.baseOf('a'), undefined);
  });

  it('count and are told as undone where the editor’s redo undoes them again, however often', async () => {
    const { changes, edit, ids } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'X\ny\nZ\n');
    const [first = '', second = ''] = ids();
    await changes.decide([first], 'keep');
    await changes.decide([second], 'undo');
    for (let round = 0; round < 2; round++) {
      assert.ok(changes.cameBack('a', 'X\ny\nZ\n'));
      assert.deepEqual([ids(), changes.reviewed], [[second], 1]);
      changes.observed('a', 'X\ny\nz\n', true);
      assert.deepEqual([ids(), changes.reviewed], [[], 2]);
    }
    const told = await changes.betweenSteps('s');
    assert.match(told ?? '', /The user kept: a:1\.\nThe user undid \([^)]*\): a:3\./);
  });

  it('need nobody where another window undid them, whatever is seen between its decision and its state', async () => {
    const { changes, disk, edit, ids } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'X\ny\nZ\n');
    const state = changes.stateOf('a');
    const [id = '', left] = ids();
    assert.ok(state);
    const [hunk] = state.hunks;
    assert.ok(hunk);
    disk.set('a', 'x\ny\nZ\n');
    changes.heardOf([{ ...hunk, id, file: 'a', choice: 'undo', line: 1, base: 'x\n', text: 'X\n' }]);
    changes.observed('a', 'x\ny\nZ\n');
    await changes.adopt('a', { ...state, lines: ['x\n', 'y\n', 'Z\n'], hunks: state.hunks.slice(1) });
    assert.deepEqual([ids(), changes.lost(), changes.reviewed], [[left], [], 1]);
  });

  it('need the user where git puts other lines in their place, and what is there is not theirs', async () => {
    const { changes, edit, disk, ids } = openPlace({ a: 'one\ntwo\nthree\n' });
    await edit('a', 'one\nsecond line\nthree\n');
    const [id = ''] = ids();
    changes.observed('a', 'one\n  second line;\nthree\n');
    assert.deepEqual([ids(), changes.lost()], [[id], []], 'a formatter leaves the words');
    disk.set('a', 'one\nzwei\nthree\n');
    changes.observed('a', 'one\nzwei\nthree\n');
    assert.deepEqual([ids(), changes.lost().map(({ text }) => text)], [[], ['one\n  second line;\nthree\n']]);
    await changes.decide([id], 'undo');
    assert.equal(disk.get('a'), 'one\nzwei\nthree\n');
    const { left } = await changes.applyAgain([id]);
    assert.deepEqual([left.length, disk.get('a')], [1, 'one\nzwei\nthree\n'], 'no line of others is taken');
    changes.observed('a', 'one\n  second line;\nthree\n');
    assert.deepEqual([ids(), changes.lost()], [[id], []]);
  });

  it('are told as decided but for the decision that was taken back', async () => {
    const { changes, edit, ids } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'X\ny\nZ\n');
    const [first = '', second = ''] = ids();
    await changes.decide([first], 'keep');
    await changes.decide([second], 'keep');
    await changes.stepBack();
    const told = await changes.betweenSteps('s');
    assert.match(told ?? '', /The user kept: a:1\./);
  });

  it('are taken back by the decision that is meant, or not at all', async () => {
    const { changes, edit, ids, disk } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'X\ny\nZ\n');
    const [first = '', second = ''] = ids();
    const { id } = await changes.decide([first], 'undo');
    const { id: later } = await changes.decide([second], 'undo');
    assert.equal(await changes.stepBack(id), null);
    assert.equal(disk.get('a'), 'x\ny\nz\n');
    assert.equal((await changes.stepBack(later))?.hunks, 1);
    assert.equal(disk.get('a'), 'x\ny\nZ\n');
  });

  it('are not, where the user has accepted that very change', async () => {
    const { changes, edit } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'x\ny\nz\n!\n', '1');
    await edit('a', 'X\ny\nz\n!\n', '2', undefined, true);
    assert.equal(changes.baseOf('a'), 'X\ny\nz\n');
    assert.equal(changes.all().length, 1);
  });

  it('are as they were where the write fails', async () => {
    const { changes, edit } = openPlace({ a: 'x\ny\n' });
    await edit('a', 'X\ny\n', '1');
    const before = changes.stateOf('a');
    const failing = changes.editing([proposal('a', 'X\ny\n', 'X\nY\n')], { sessionId: 's', source: source('2') }, () =>
      Promise.reject(new Error('refused')),
    );
    await assert.rejects(failing, /refused/);
    assert.deepEqual(changes.stateOf('a'), before);
    assert.equal(changes.isWriting('a'), false);
  });

  it('stay to be decided where they can’t be undone, and the file is as it was', async () => {
    const { changes, edit, disk, ids, bugs, refuse } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'X\ny\nZ\n');
    const [all, text] = [ids(), disk.get('a')];
    refuse(true);
    const outcome = await changes.decide(all, 'undo');
    assert.deepEqual([outcome.decided, outcome.failed], [0, ['a']]);
    assert.deepEqual(ids(), all);
    assert.equal(disk.get('a'), text);
    assert.equal(bugs.length, 1);
    refuse(false);
    assert.equal((await changes.decide(all, 'undo')).decided, 2);
    assert.equal(disk.get('a'), 'x\ny\nz\n');
  });

  it('are undone at the end of a step while the agent works, and kept at once', async () => {
    const { changes, edit, disk, ids } = openPlace({ a: 'x\ny\nz\n' });
    changes.runs('s', true);
    await edit('a', 'X\ny\nZ\n');
    const [first = '', second = ''] = ids();
    assert.equal((await changes.decide([first], 'undo')).waiting, 1);
    assert.ok(changes.isWaiting(first));
    assert.equal((await changes.decide([second], 'keep')).decided, 1);
    assert.equal(disk.get('a'), 'X\ny\nZ\n');
    const news = await changes.betweenSteps('s');
    assert.equal(disk.get('a'), 'x\ny\nZ\n');
    assert.match(news ?? '', /The user undid .*: a:1\./);
    assert.match(news ?? '', /The user kept: a:3\./);
    assert.match(news ?? '', /-X\n\+x/);
    assert.equal(await changes.betweenSteps('s'), undefined, 'the model hears it once');
  });

  it('are told to the model with what the user changed besides', async () => {
    const { changes, edit, disk } = openPlace({ a: 'x\ny\n' });
    await edit('a', 'X\ny\n');
    assert.equal(await changes.betweenSteps('s'), undefined);
    disk.set('a', 'X\nmine\n');
    changes.observed('a', 'X\nmine\n');
    assert.match((await changes.betweenSteps('s')) ?? '', /--- a\n@@ -1,2 \+1,2 @@\n X\n-y\n\+mine/);
    assert.equal(await changes.betweenSteps('another'), undefined);
  });

  it('of a command come with its call', async () => {
    const { changes, disk } = openPlace({ a: 'new\n' });
    const end = await changes.following({ ...source('7'), author: 'command', title: 'touch a' });
    changes.commandChanged({ sessionId: 's', callId: '7' }, [{ file: 'a', before: null, text: 'new\n' }]);
    end();
    assert.deepEqual(
      changes.all().map(({ hunk }) => hunk.sources.map(({ author, title }) => [author, title])),
      [[['command', 'touch a']]],
    );
    await changes.decide(
      changes.all().map(({ hunk }) => hunk.id),
      'undo',
    );
    assert.equal(disk.has('a'), false);
  });

  it('of a command are counted anew where nothing was left to decide', async () => {
    const { changes, edit, ids } = openPlace({ a: 'x\n' });
    await edit('a', 'X\n');
    await changes.decide(ids(), 'keep');
    assert.equal(changes.reviewed, 1);
    await changes.following(source('2'));
    changes.commandChanged({ sessionId: 's', callId: '2' }, [{ file: 'a', before: 'X\n', text: 'Y\n' }]);
    assert.deepEqual([changes.all().length, changes.reviewed], [1, 0]);
  });

  it('count as kept where they are in a commit', async () => {
    const { changes, edit } = openPlace({ a: '1\n2\n3\n4\n5\n6\n7\n' });
    await edit('a', 'one\n2\n3\n4\nfive\n6\n');
    await changes.committed('a', 'one\n2\n3\n4\n5\n6\n7\n');
    assert.deepEqual(
      changes.all().map(({ hunk }) => hunk.start),
      [4, 6],
    );
    await changes.committed('a', 'one\n2\n3\n4\nfive\n6\n');
    assert.deepEqual(changes.all(), []);
  });

  it('count how many of them are reviewed, and take a decision about all of them back', async () => {
    const { changes, edit, disk, ids, logged } = openPlace({ a: 'x\ny\nz\n', b: 'x\n' });
    await edit('a', 'X\ny\nZ\n', '1');
    await edit('b', 'X\n', '2');
    const all = ids();
    await changes.decide(all, 'undo');
    assert.equal(changes.reviewed, 3);
    assert.deepEqual(
      logged.map(({ choice, line }) => [choice, line]),
      [
        ['undo', 1],
        ['undo', 3],
        ['undo', 1],
      ],
    );
    assert.deepEqual(await changes.stepBack().then(step => step?.hunks), 3);
    assert.deepEqual([disk.get('a'), disk.get('b')], ['X\ny\nZ\n', 'X\n']);
    assert.deepEqual(ids(), all);
    assert.equal(changes.reviewed, 0);
  });

  it('are as many as before whenever views are told, also while an undo is written and when it fails', async () => {
    const { changes, edit, ids, refuse, totals } = openPlace({ a: 'x\ny\nz\n' });
    await edit('a', 'X\ny\nZ\n');
    totals.length = 0;
    await changes.decide([ids()[0] ?? ''], 'undo');
    refuse(true);
    await changes.decide(ids(), 'undo');
    assert.deepEqual([changes.reviewed, ids().length], [1, 1]);
    assert.deepEqual([...new Set(totals)], [2]);
  });

  it('stay where policy denies putting back what was there, and where the user has not named a file that needs it', async () => {
    const toml = `[[rule]]\nname = "no"\ntoolName = "replace"\nargsPattern = "b.txt"\ndecision = "deny"\npriority = 10`;
    const [a, b, c] = ['/w/a.txt', '/w/b.txt', '/w/.vscode/settings.json'];
    const { changes, edit, disk, ids, bugs } = openPlace(
      { [a]: 'x\n', [b]: 'x\n', [c]: 'x\n' },
      testRestores({ toml, folders: () => ['/w'] }),
    );
    for (const file of [a, b, c]) await edit(file, 'X\n');
    assert.deepEqual(changes.toBeNamed(ids()), [c]);
    const outcome = await changes.decide(ids(), 'undo');
    assert.deepEqual(outcome.refused, [
      { file: b, because: 'rule', rule: 'mine.toml:1' },
      { file: c, because: 'unnamed' },
    ]);
    assert.equal(outcome.decided, 1);
    assert.deepEqual([...disk.values()], ['x\n', 'X\n', 'X\n']);
    assert.deepEqual(changes.files(), [b, c]);
    assert.equal((await changes.decide(ids(), 'undo', true)).decided, 1);
    assert.deepEqual([...disk.values()], ['x\n', 'X\n', 'x\n']);
    // What was named when it was undone is brought back as well.
    await changes.stepBack();
    assert.deepEqual([...disk.values()], ['x\n', 'X\n', 'X\n']);
    assert.deepEqual(bugs, []);
  });

  it('are applied again with one write to each file, under the calls that made them, but for places that differ now', async () => {
    const { changes, edit, disk, watching } = openPlace({ a: '1\n2\n3\n4\n5\n6\n7\n8\n9\n', b: 'x\n' });
    await edit('a', 'one\n2\nthree\n4\n5\n6\n7\n8\n9\n', 'c1');
    await edit('a', 'one\n2\nthree\n4\nfive\n6\nseven\n8\nnine\n', 'c2');
    await edit('b', 'X\n');
    const checkout = { a: '1\n2\n3\n4\n5\n6\nVII\n8\n9\n', b: 'x\n' };
    for (const [file, text] of Object.entries(checkout)) {
      disk.set(file, text);
      changes.observed(file, text);
    }
    const writes: string[] = [];
    watching(() => writes.push('write'));
    const { applied, left } = await changes.applyAgain(changes.lost().map(({ hunk }) => hunk.id));
    assert.deepEqual([applied, left.map(({ hunk }) => hunk.base), writes.length], [5, [['7\n']], 2]);
    assert.deepEqual([...disk.values()], ['one\n2\nthree\n4\nfive\n6\nVII\n8\nnine\n', 'X\n']);
    assert.deepEqual(
      changes.all().map(({ hunk: { base, sources } }) => [base.join(''), ...sources.map(({ callId }) => callId)]),
      [...['1', '3'].map(n => [`${n}\n`, 'c1']), ...['5', '9'].map(n => [`${n}\n`, 'c2']), ['x\n', 'c']],
    );
    assert.deepEqual(
      changes.lost().map(({ hunk }) => hunk.base),
      [['7\n']],
    );
  });

  it('are applied again only where policy lets them be', async () => {
    const toml = `[[rule]]\ntoolName = "replace"\nargsPattern = "b.txt"\ndecision = "deny"\npriority = 10`;
    const [b, c] = ['/w/b.txt', '/w/.vscode/settings.json'];
    const { changes, edit, disk } = openPlace(
      { [b]: 'x\n', [c]: 'x\n' },
      testRestores({ toml, folders: () => ['/w'] }),
    );
    for (const file of [b, c]) {
      await edit(file, 'X\n');
      disk.set(file, 'x\n');
      changes.observed(file, 'x\n');
    }
    const lost = changes.lost().map(({ hunk }) => hunk.id);
    assert.equal(lost.length, 2);
    assert.deepEqual(changes.toBeNamed(lost), [c]);
    assert.deepEqual(
      (await changes.applyAgain(lost)).refused.map(({ because }) => because),
      ['rule', 'unnamed'],
    );
    assert.deepEqual([...disk.values()], ['x\n', 'x\n']);
    assert.equal((await changes.applyAgain(lost, true)).applied, 1);
    assert.deepEqual([...disk.values()], ['x\n', 'X\n']);
  });

  it('that wait for the agent’s step are undone as the user has named them', async () => {
    const file = '/w/.vscode/settings.json';
    const { changes, edit, disk, ids } = openPlace({ [file]: 'x\n' }, testRestores({ folders: () => ['/w'] }));
    await edit(file, 'X\n');
    changes.runs('s', true);
    await changes.decide(ids(), 'undo');
    await changes.betweenSteps('s');
    assert.equal(disk.get(file), 'X\n');
    await changes.decide(ids(), 'undo', true);
    await changes.betweenSteps('s');
    assert.equal(disk.get(file), 'x\n');
  });
});
