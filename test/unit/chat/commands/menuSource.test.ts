import assert from 'node:assert/strict';
import { aboutTheirChat } from '../../../../src/chat/commands/menuSource';
import type { Surface } from '../../../../src/chat/surfaces/surface';

describe('Commands of menus', () => {
  const tab: Surface = { kind: 'tab', send: () => undefined, reveal: () => Promise.resolve() };
  /** The surfaces that were used when a command with these arguments ran. */
  const usedBy = (name: string, ...args: unknown[]) => {
    const used: (Surface | 'view')[] = [];
    const ran: unknown[] = [];
    const commands = { [name.replace('view.', '')]: (...given: unknown[]) => void ran.push(given) };
    const chats = { use: (each: Surface) => void used.push(each), useView: () => void used.push('view') };
    const all = aboutTheirChat(commands, { chats, tabs: { active: tab } });
    (all[name] as (...given: unknown[]) => unknown)(...args);
    assert.deepEqual(ran, [args]);
    return used;
  };

  it('are about the chat of the tab that they were chosen in', () => {
    assert.deepEqual(usedBy('deleteChat', { scheme: 'webview-panel' }, { groupId: 1 }), [tab]);
  });

  it('are about the chat of the view where they were chosen in its menu', () => {
    assert.deepEqual(usedBy('view.deleteChat'), ['view']);
  });

  it('are about the chat that was used last where they come from elsewhere', () => {
    assert.deepEqual(usedBy('deleteChat'), []);
    assert.deepEqual(usedBy('renameChat', 'A title'), []);
    assert.deepEqual(usedBy('deleteChat', null), []);
    assert.deepEqual(usedBy('keepChange', { scheme: 'webview-panel' }), []);
  });
});
