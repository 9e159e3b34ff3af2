import assert from 'node:assert/strict';
import type { TabState } from '../../../src/shared/protocol';
import { PageMemory } from '../../../webview/pageMemory';

const place = { turn: 'm1', path: [1, 0], offset: 7 };

describe('PageMemory', () => {
  const open = (last: unknown) => {
    const stored: TabState[] = [];
    return { memory: new PageMemory(last, state => stored.push(state)), stored };
  };

  it('gives a chat the place that was read in it, and no other chat', () => {
    const { memory, stored } = open({ chat: 'a', isNew: false, place });
    memory.shows('', true);
    memory.shows('a', false);
    assert.deepEqual(memory.placeOf('a'), place);
    memory.shows('b', false);
    assert.equal(memory.placeOf('b'), undefined);
    memory.setPlace('a', place);
    assert.equal(memory.placeOf('a'), undefined);
    assert.deepEqual(stored.at(-1), { chat: 'b', isNew: false });
  });

  it('stores what has changed, once', () => {
    const { memory, stored } = open(undefined);
    memory.shows('a', true);
    memory.shows('a', true);
    memory.setPlace('a', place);
    memory.setPlace('a', undefined);
    memory.shows('a', false);
    assert.deepEqual(stored, [
      { chat: 'a', isNew: true },
      { chat: 'a', isNew: true, place },
      { chat: 'a', isNew: true },
      { chat: 'a', isNew: false },
    ]);
  });

  it('gives back once what was not saved of a draft, in the same chat or in another new one', () => {
    const left = (isNew: boolean, shown: string, isShownNew: boolean) => {
      const { memory } = open({ chat: 'a', isNew, unsaved: 'Half' });
      memory.shows(shown, isShownNew);
      return [memory.takeUnsaved(shown).unsaved, memory.takeUnsaved(shown).unsaved];
    };
    assert.deepEqual(left(false, 'a', false), ['Half', undefined]);
    assert.deepEqual(left(true, 'b', true), ['Half', undefined]);
    assert.deepEqual(left(true, 'b', false), [undefined, undefined]);
    assert.deepEqual(left(false, 'b', true), [undefined, undefined]);
    const { memory, stored } = open({ chat: 'a', isNew: false, unsaved: 1 });
    memory.shows('a', false);
    assert.deepEqual(memory.takeUnsaved('a'), {});
    memory.setUnsaved('More', '');
    memory.setPlace('a', place);
    memory.setUnsaved('', '');
    assert.deepEqual(stored.slice(1), [
      { chat: 'a', isNew: false, unsaved: 'More' },
      { chat: 'a', isNew: false, unsaved: 'More', place },
      { chat: 'a', isNew: false, place },
    ]);
  });

  it('knows no place from what is no state', () => {
    for (const last of [null, 'a', {}, { chat: 'a' }, { chat: 'a', place: { turn: 1 } }, { chat: 'a', place: null }]) {
      const { memory } = open(last);
      memory.shows('a', false);
      assert.equal(memory.placeOf('a'), undefined);
    }
  });
});
