import assert from 'node:assert/strict';
import { aboutTheirSurface } from '../../../src/chat/menuSource';
import type { Surface } from '../../../src/chat/surface';

describe('Commands of menus', () => {
  const surface = (kind: Surface['kind']): Surface => ({
    kind,
    send: () => undefined,
    reveal: () => Promise.resolve(),
  });
  const [view, tab] = [surface('view'), surface('tab')];
  /** The surfaces that were used when a command with these arguments ran. */
  const usedBy = (name: string, ...args: unknown[]) => {
    const used: Surface[] = [];
    const ran: unknown[] = [];
    const commands = { [name]: (...given: unknown[]) => void ran.push(given) };
    const chats = { use: (each: Surface) => void used.push(each) };
    const all = aboutTheirSurface(commands, { chats, view, tabs: { active: tab } });
    (all[name] as (...given: unknown[]) => unknown)(...args);
    assert.deepEqual(ran, [args]);
    return used;
  };

  it('are about the chat of the view or the tab that they were chosen in', () => {
    assert.deepEqual(usedBy('deleteChat', undefined), [view]);
    assert.deepEqual(usedBy('deleteChat', null), [view]);
    assert.deepEqual(usedBy('deleteChat', { scheme: 'webview-panel' }, { groupId: 1 }), [tab]);
  });

  it('are about the chat that was used last where they come from elsewhere', () => {
    assert.deepEqual(usedBy('deleteChat'), []);
    assert.deepEqual(usedBy('renameChat', 'A title'), []);
    assert.deepEqual(usedBy('keepChange', undefined), []);
  });
});
