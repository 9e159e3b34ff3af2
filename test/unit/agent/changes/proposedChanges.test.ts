import assert from 'node:assert/strict';
import type { ChangeSource, FileChanges } from '../../../../src/agent/ports/changes';
import type { EditProposal } from '../../../../src/shared/proposals';
import { ChangesInMemory } from '../../../support/changesInMemory';

const FILE = '/w/a';
const source = (sessionId = 's'): ChangeSource => {
  return { sessionId, turn: 't', prompt: 'Go', callId: 'c', author: 'tool', title: 'Write a', at: 1 };
};
const edit = (after: string, before: string | null = 'x\ny\nz\n'): EditProposal => {
  return { kind: 'edit', path: 'a', file: FILE, before, after };
};

describe('Edits that the user is asked about', () => {
  let count = 0;
  let disk: Map<string, string>;
  let stored: Map<string, FileChanges>;
  let lost: Map<string, FileChanges>;
  beforeEach(() => {
    disk = new Map([[FILE, 'x\ny\nz\n']]);
    stored = new Map();
    lost = new Map();
  });
  const open = () => new ChangesInMemory(disk, () => `h${count++}`, new Map(), lost, stored).changes;
  const lines = (changes: ReturnType<typeof open>) => changes.lost().map(({ hunk }) => hunk.start + 1);

  it('need the user where the window ends before the decision, and are made as each of them says', async () => {
    open().proposed.propose([edit('X\ny\nZ\n')], source());
    const next = open();
    assert.deepEqual(lines(next), [], 'another chat may be asking just now');
    next.recovered('another');
    assert.deepEqual(lines(next), []);
    next.recovered('s');
    assert.deepEqual(lines(next), [1, 3]);
    assert.ok(next.lost().every(({ isProposed }) => isProposed));
    assert.equal(stored.size, 0);
    const last = open();
    last.recovered('s');
    const [first, second] = last.lost().map(({ hunk }) => hunk.id);
    disk.set(FILE, 'mine\nx\ny\nz\n');
    await last.applyAgain([second ?? '']);
    assert.equal(disk.get(FILE), 'mine\nx\ny\nZ\n');
    assert.equal(last.all().length, 1, 'under review from then on');
    last.dismiss([first ?? '']);
    assert.deepEqual([lines(last), lost.size], [[], 0]);
  });

  it('are not stored any longer once the user has decided, except where the window closes', () => {
    const changes = open();
    changes.proposed.propose([edit('X\ny\nz\n')], source()).decided();
    assert.equal(stored.size, 0);
    const asked = changes.proposed.propose([edit('X\ny\nz\n')], source());
    changes.proposed.leaves('s');
    asked.decided();
    const next = open();
    next.recovered('s');
    assert.deepEqual(lines(next), [1]);
  });

  it('are stored as the user has left them', () => {
    open()
      .proposed.propose([edit('X\ny\nz\n')], source())
      .edited(['X!\ny\nz\n']);
    const next = open();
    next.recovered('s');
    assert.deepEqual(
      next.lost().map(({ text }) => text),
      ['X!\ny\nz\n'],
    );
  });

  it('create the file that was to be made', async () => {
    disk.delete(FILE);
    open().proposed.propose([edit('new\n', null)], source());
    const next = open();
    next.recovered('s');
    await next.applyAgain(next.lost().map(({ hunk }) => hunk.id));
    assert.equal(disk.get(FILE), 'new\n');
    await next.decide(
      next.all().map(({ hunk }) => hunk.id),
      'undo',
    );
    assert.equal(disk.has(FILE), false);
  });

  it('need nobody where the agent has made them after all', async () => {
    open().proposed.propose([edit('X\ny\nz\n')], source());
    const next = open();
    next.recovered('s');
    await next.editing([edit('X\ny\nz\n')], { sessionId: 's', source: null }, async () => {
      disk.set(FILE, 'X\ny\nz\n');
      return [{ text: 'X\ny\nz\n', isSaved: true }];
    });
    assert.deepEqual([lines(next), lost.size], [[], 0]);
  });
});
