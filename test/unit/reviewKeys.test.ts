import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Binding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
}

const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
  contributes: { keybindings: Binding[] };
};
const bindings = manifest.contributes.keybindings.filter(({ when = '' }) => when.includes('pollux-change'));

describe('The keys of a diff under review', () => {
  it('are none that delete text in an editor', () => {
    const deleting = /^(?:ctrl|cmd|alt|shift|ctrl\+shift|cmd\+shift|)\+?(?:backspace|delete|k|x)$/;
    for (const { command, key, mac = key } of bindings) {
      for (const each of [key, mac]) assert.doesNotMatch(each, deleting, command);
    }
    assert.ok(bindings.length > 3);
  });

  it('do what they say wherever the caret is in the diff', () => {
    for (const { command, when = '' } of bindings) assert.doesNotMatch(when, /editorTextFocus/, command);
  });

  it('take no part out by the caret while something else is shown than where the caret is', () => {
    const parts = bindings.filter(({ command }) => /leaveChangeOut|acceptChangeOnly/.test(command));
    assert.equal(parts.length, 2);
    for (const { when = '' } of parts) assert.match(when, /!accessibleDiffViewerVisible/);
  });
});
