import assert from 'node:assert/strict';
import { ShownRows } from '../../../../src/vscode/views/shownRows';

interface Row {
  readonly id: string;
  readonly label: string;
  readonly ids?: readonly string[];
  readonly below?: readonly Row[];
}

const tree = (...below: readonly Row[]) => below;
const file = (id: string, ...below: readonly Row[]): Row => ({ id, label: id, below });
const line = (id: string, label = id, ids: readonly string[] = []): Row => ({ id, label, ids });

/** A tree that the editor has opened whole. */
async function open(first: readonly Row[]) {
  let now = first;
  const shown = new ShownRows<Row>(async row => (row ? (row.below ?? []) : now));
  const ask = async (row?: Row): Promise<void> => {
    for (const each of await shown.children(row)) await ask(each);
  };
  await ask();
  const becomes = async (next: readonly Row[]) => {
    now = next;
    return (await shown.stale()).map(row => row?.id);
  };
  return { shown, ask, becomes };
}

describe('ShownRows', () => {
  it('make nothing anew where nothing looks different', async () => {
    const { becomes } = await open(tree(file('a', line('a1'), line('a2')), file('b')));
    assert.deepEqual(await becomes(tree(file('a', line('a1'), line('a2')), file('b'))), []);
  });

  it('make anew what says something else, and what has other rows below it, and leave the rest', async () => {
    const { becomes } = await open(tree(file('a', line('a1'), line('a2')), file('b', line('b1'))));
    assert.deepEqual(await becomes(tree(file('a', line('a1'), line('a2', 'other')), file('b', line('b1')))), ['a2']);
    assert.deepEqual(await becomes(tree(file('a', line('a1')), file('b', line('b1')))), ['a']);
  });

  it('make all anew where rows at the top come or go', async () => {
    const { becomes, ask } = await open(tree(file('a')));
    assert.deepEqual(await becomes(tree(file('a'), file('b'))), [undefined]);
    await ask();
    assert.deepEqual(await becomes(tree(file('a'), file('b'))), []);
  });

  it('know the row above each, also while the editor requests them again', async () => {
    const { shown, becomes } = await open(tree(file('a', line('a1')), file('b')));
    const above = (id: string) => shown.parentOf({ id, label: id })?.id;
    assert.deepEqual([above('a1'), above('a'), above('none')], ['a', undefined, undefined]);
    await becomes(tree(file('a', line('a1'))));
    assert.equal(above('a1'), 'a');
  });

  it('give commands what a row stands for now, though it was not made anew', async () => {
    const { shown, becomes } = await open(tree(line('a', 'Line 1', ['h1'])));
    const rows = await shown.children();
    const ids = () => rows.map(row => row.ids);
    assert.deepEqual(await becomes(tree(line('a', 'Line 1', ['h2']))), []);
    assert.deepEqual(ids(), [['h2']]);
    assert.deepEqual(await becomes(tree({ id: 'a', label: 'Line 1' })), []);
    assert.deepEqual(ids(), [undefined]);
  });

  it('make a row anew that the user has touched, though nothing came of it', async () => {
    const { shown, becomes } = await open(tree(line('a')));
    const [row] = await shown.children();
    assert.ok(row);
    shown.touch(row);
    assert.deepEqual(await becomes(tree(line('a'))), ['a']);
    assert.deepEqual(await becomes(tree(line('a'))), []);
  });

  it('ask for no rows below those that were not opened', async () => {
    const asked: (string | undefined)[] = [];
    const shown = new ShownRows<Row>(async row => {
      asked.push(row?.id);
      return row ? [] : tree(file('a'), file('b'));
    });
    assert.equal(shown.areAsked, false);
    await shown.children();
    assert.deepEqual(await shown.stale(), []);
    assert.deepEqual(asked, [undefined, undefined]);
  });
});
