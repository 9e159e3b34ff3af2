import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Binding {
  readonly key: string;
  readonly command: string;
  readonly when?: string;
}

/** Keys of the editor that ours take the place of where both hold, by key and command, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'ctrl+alt+i workbench.action.chat.open': 'asks about the selection, where the editor would open its own chat',
  'ctrl+enter editor.action.insertLineAfter': 'accepts a proposed edit, in its diff alone',
  'ctrl+alt+backspace editor.action.removeBrackets': 'undoes or leaves out a change, where there is one',
  'ctrl+alt+enter editor.action.replaceAll': 'keeps a change; the box of the find widget is not the text',
};

/** Where the focus is somewhere else than in text or on the diff, ours do not hold. */
const ELSEWHERE =
  /quickInput|inQuickInput|[cC]hat|commentEditorFocused|scmRepository|[rR]efactorPreview|isCompositeNotebook|isMergeEditor|listFocus|breadcrumbs|explorerViewletFocus|notebook|problemFocus|searchViewletVisible|breakpointsFocused|agentSessionsViewerFocused|renameInputVisible|codeActionMenuVisible|markdownEditorFocus/;

/** The same for the same keys, however they are written. */
function normal(key: string): string {
  return key
    .split(' ')
    .map(stroke => stroke.split('+').sort().join('+'))
    .join(' ');
}

/** Clauses that can't both hold: one wants what the other forbids. */
function excludeEachOther(ours = '', theirs = ''): boolean {
  const parts = (when: string) => when.split('&&').map(part => part.trim());
  const alternatives = (when: string) => when.split('||').map(parts);
  const denies = (a: string, b: string) => a === `!${b}` || b === `!${a}`;
  return alternatives(ours).every(own =>
    alternatives(theirs).every(other => own.some(a => other.some(b => denies(a, b)))),
  );
}

describe('Keys of Pollux', () => {
  it('take no key of the editor where both would hold, but for those that are named', async () => {
    const defaults = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('vscode://defaultsettings/keybindings.json'),
    );
    const text = defaults.getText().replace(/^\s*\/\/.*$/gm, '');
    const all = JSON.parse(text.replace(/,(\s*\])/g, '$1').slice(0, text.lastIndexOf(']') + 1)) as Binding[];
    assert.ok(all.length > 500, 'the list of the editor is there');
    const manifest = vscode.extensions.getExtension('pollux-dev.pollux')?.packageJSON as unknown;
    const { contributes } = manifest as { contributes: { keybindings: Binding[] } };
    const found = contributes.keybindings.flatMap(ours =>
      all
        .filter(({ command }) => !command.startsWith('pollux.'))
        .filter(({ key }) => normal(key) === normal(ours.key) || normal(key).startsWith(`${normal(ours.key)} `))
        .filter(({ when = '', command }) => !ELSEWHERE.test(when) || EXCEPTIONS[`${ours.key} ${command}`] !== undefined)
        .filter(({ when }) => !excludeEachOther(ours.when, when))
        .map(theirs => ({ ours, theirs })),
    );
    const unnamed = found.filter(({ ours, theirs }) => EXCEPTIONS[`${ours.key} ${theirs.command}`] === undefined);
    const lines = unnamed.map(
      ({ ours, theirs }) => `${ours.key}: ${ours.command} [${ours.when}] and ${theirs.command} [${theirs.when}]`,
    );
    assert.deepEqual(lines, []);
    const named = new Set(found.map(({ ours, theirs }) => `${ours.key} ${theirs.command}`));
    assert.deepEqual(
      Object.keys(EXCEPTIONS).filter(each => !named.has(each)),
      [],
      'no exception is left over',
    );
  });
});
