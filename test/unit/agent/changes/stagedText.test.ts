import assert from 'node:assert/strict';
import { ChangeStore } from '../../../../src/agent/changes/changeStore';
import { KeptChanges, keptText } from '../../../../src/agent/changes/keptChanges';
import { stagedText } from '../../../../src/agent/changes/stagedText';
import type { ChangeSource } from '../../../../src/agent/ports/changes';

const FILE = '/w/a.ts';
const source = (callId: string): ChangeSource => ({
  ...{
    sessionId: 's',
    turn: 't',
    prompt: 'Go',
    callId,
    author: 'tool',
    title: 'Edit a.ts',
    reason: `Why ${callId}`,
    at: 1,
  },
});
const lines = (...changed: readonly number[]) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => (changed.includes(n) ? `new ${n}\n` : `${n}\n`)).join('');

describe('What was kept, for the index of a repository', () => {
  let store: ChangeStore;
  let kept: KeptChanges;

  beforeEach(() => {
    let last = 0;
    store = new ChangeStore({ newId: () => `h${++last}`, onChange: () => undefined });
    kept = new KeptChanges({ newId: () => `k${++last}`, onChange: () => undefined });
  });
  const keep = (...places: readonly number[]) => {
    const ids = store.all().flatMap(({ hunk }) => (places.includes(hunk.start + 1) ? [hunk.id] : []));
    kept.kept(store.decide(ids, 'keep').kept);
  };
  const state = () => kept.stateOf(FILE) ?? assert.fail('nothing is kept');
  const textOf = (file: string) => keptText(store.stateOf(file) ?? assert.fail('nothing is known'));

  it('has the hunks that were kept and no others, each with its call', () => {
    store.agentEdited(FILE, lines(), lines(2, 5), source('1'));
    store.agentEdited(FILE, lines(2, 5), lines(2, 5, 8), source('2'));
    keep(2, 8);
    assert.deepEqual(
      kept.all().map(({ hunk }) => hunk.sources[0]?.reason),
      ['Why 1', 'Why 2'],
    );
    const { text, staged, left } = stagedText(lines(), state());
    assert.equal(text, lines(2, 8));
    assert.deepEqual([staged, left.length], [2, 0]);
    assert.deepEqual(stagedText(text, state()), { text, staged: 2, left: [] }, 'what is staged stays as it is');
  });

  it('leaves out what the user has not staged of theirs, and says where that is in the way', () => {
    store.agentEdited(FILE, lines(), lines(2, 5), source('1'));
    keep(2, 5);
    kept.observed(FILE, `typed\n${lines(2, 5)}`);
    assert.equal(stagedText(lines(), state()).text, lines(2, 5));
    assert.equal(stagedText(`staged\n${lines()}`, state()).text, `staged\n${lines(2, 5)}`);
    const { text, left } = stagedText(lines().replace('5', 'five'), state());
    assert.equal(text, lines(2).replace('5', 'five'));
    assert.deepEqual(
      left.map(({ start }) => start),
      [5],
    );
  });

  it('is no longer there when the keeping is taken back, undone by hand or committed', () => {
    store.agentEdited(FILE, lines(), lines(2, 5), source('1'));
    keep(2, 5);
    store.stepBack();
    kept.observed(FILE, textOf(FILE));
    assert.deepEqual(kept.files(), []);
    keep(2, 5);
    kept.observed(FILE, lines(5));
    assert.equal(kept.all().length, 1);
    kept.committed(FILE, lines(5));
    assert.deepEqual(kept.files(), []);
  });

  it('keeps the line endings of the index, and files that are new or gone whole', () => {
    const windows = (text: string) => text.replaceAll('\n', '\r\n');
    store.agentEdited(FILE, windows(lines()), windows(lines(2)), source('1'));
    keep(2);
    assert.equal(stagedText(lines(), state()).text, lines(2));
    store.agentEdited('/w/new', null, 'new\n', source('1'));
    store.agentEdited('/w/old', 'old\n', null, source('1'));
    keep(1);
    assert.equal(stagedText(null, kept.stateOf('/w/new')!).text, 'new\n');
    assert.equal(stagedText('old\n', kept.stateOf('/w/old')!).text, null);
    assert.equal(stagedText(null, state()).left.length, 1);
  });
});
