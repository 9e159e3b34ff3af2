import assert from 'node:assert/strict';
import type { ToolIcon } from '../../../src/shared/messages';
import { toolIcon } from '../../../webview/components/calls/toolIcon';

describe('The icon of a call', () => {
  it('is what its tool says, whatever came of it', () => {
    assert.equal(toolIcon({ icon: 'web' }), 'globe');
    assert.equal(toolIcon({ icon: 'memory', display: { type: 'edit', path: 'a', added: 1, removed: 0 } }), 'bookmark');
  });

  it('goes by what came of it where it was stored without one', () => {
    assert.equal(toolIcon({ display: { type: 'edit', path: 'a', added: 1, removed: 0 } }), 'edit');
    assert.equal(toolIcon({ display: { type: 'edits', edits: [] } }), 'edit');
    assert.equal(toolIcon({ display: { type: 'command', exitCode: 0, output: '' } }), 'terminal');
    assert.equal(toolIcon({ display: { type: 'todos', todos: [] } }), 'checklist');
  });

  it('is a neutral one where nobody says, and for a word that a file may hold', () => {
    const words = [undefined, 'nothing', 'constructor', '__proto__'] as readonly (ToolIcon | undefined)[];
    for (const icon of words) assert.equal(toolIcon({ ...(icon && { icon }) }), 'symbol-event');
    assert.equal(toolIcon({ display: { type: 'text', text: 'x' } }), 'symbol-event');
  });
});
