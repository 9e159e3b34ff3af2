import assert from 'node:assert/strict';
import type { CodeChange, LanguageFeatures } from '../../../../src/agent/ports/languageFeatures';
import type { CodeEdits } from '../../../../src/tools/editor/codeEdits';
import { createEditorTools } from '../../../../src/tools/editor/editorTools';
import { fakeFeatures } from '../../../support/fakeFeatures';
import { toolError } from '../../../support/toolError';
import { ToolPlace } from '../../../support/toolPlace';

const root = '/pollux-memory/work';
const changeOf = (path: string, before: string, after: string): CodeChange => ({
  file: `${root}/${path}`,
  before,
  after,
});

function placeWith(answers: Partial<LanguageFeatures>, texts: Readonly<Record<string, string>>): ToolPlace {
  const place = new ToolPlace(undefined, {}, createEditorTools(fakeFeatures(answers)));
  for (const [path, text] of Object.entries(texts)) place.put(path, text);
  return place;
}

describe('rename_symbol', () => {
  const args = { file_path: 'a.ts', line: 1, symbol: 'one', new_name: 'two' };
  let place: ToolPlace;
  beforeEach(() => {
    place = placeWith(
      { rename: async () => [changeOf('a.ts', 'one\n', 'two\n'), changeOf('b.ts', 'one\n', 'two\n')] },
      { 'a.ts': 'one\n', 'b.ts': 'one\n' },
    );
  });

  it('proposes all files as one change, and writes nothing by that', async () => {
    const { kind, edits } = await place.propose<CodeEdits>('rename_symbol', args);
    assert.equal(kind, 'edits');
    assert.deepEqual(
      edits.map(({ path, before, after }) => [path, before, after]),
      [
        ['a.ts', 'one\n', 'two\n'],
        ['b.ts', 'one\n', 'two\n'],
      ],
    );
    assert.equal(place.text('a.ts'), 'one\n');
  });

  it('writes all of them, and says which', async () => {
    const { content, display } = await place.change('rename_symbol', args);
    assert.equal(content, 'Renamed in 2 files:\na.ts (+1 -1)\nb.ts (+1 -1)');
    assert.deepEqual(display, {
      type: 'edits',
      edits: [
        { path: 'a.ts', added: 1, removed: 1 },
        { path: 'b.ts', added: 1, removed: 1 },
      ],
    });
    assert.equal(place.text('b.ts'), 'two\n');
  });

  it('writes none of them if one has changed meanwhile', async () => {
    const proposal = await place.propose('rename_symbol', args);
    place.put('b.ts', 'other\n');
    await assert.rejects(place.apply('rename_symbol', proposal), toolError('file_changed'));
    assert.equal(place.text('a.ts'), 'one\n');
  });

  it('tells the model what the person made of it', async () => {
    const proposal = await place.propose<CodeEdits>('rename_symbol', args);
    const edits = proposal.edits.map(edit => (edit.path === 'b.ts' ? { ...edit, after: 'TWO\n' } : edit));
    const { content } = await place.apply('rename_symbol', { ...proposal, edits });
    assert.match(content, /The user modified the change of b\.ts:\n@@.*\n-two\n\+TWO$/);
    assert.equal(place.text('b.ts'), 'TWO\n');
  });

  it('refuses a file that is kept from the agent, or outside of the workspace', async () => {
    place.put('.geminiignore', 'b.ts\n');
    await assert.rejects(place.propose('rename_symbol', args), toolError('read_content_failure'));
    const outside = { file: '/elsewhere/a.ts', before: 'one', after: 'two' };
    const other = placeWith({ rename: async () => [outside] }, { 'a.ts': 'one\n' });
    await assert.rejects(other.propose('rename_symbol', args), toolError('path_not_in_workspace'));
  });
});

describe('The other tools that change code by the editor', () => {
  const change = [changeOf('a.ts', 'b\na\n', 'a\nb\n')];
  const texts = { 'a.ts': 'b\na\n' };

  for (const [tool, feature, args] of [
    ['format_file', 'format', {}],
    ['organize_imports', 'organizeImports', {}],
    ['apply_code_action', 'action', { line: 1, title: 'Sort' }],
  ] as const) {
    it(`${tool} shows what it did`, async () => {
      const place = placeWith({ [feature]: async () => change }, texts);
      const { content } = await place.change(tool, { file_path: 'a.ts', ...args });
      assert.match(content, /\na\.ts \(\+1 -1\)\n@@ [^\n]+\n/);
      assert.equal(place.text('a.ts'), 'a\nb\n');
    });

    it(`${tool} says when there is nothing to change`, async () => {
      const place = placeWith({}, texts);
      await assert.rejects(place.propose(tool, { file_path: 'a.ts', ...args }), toolError('edit_no_change'));
    });
  }

  it('list_code_actions names what can be done', async () => {
    const actions = [
      { title: 'Add import', kind: 'quickfix', isPreferred: true },
      { title: 'Extract', kind: '', isPreferred: false, disabled: 'nothing selected' },
    ];
    const place = placeWith({ actions: async () => actions }, texts);
    const { content } = await place.run('list_code_actions', { file_path: 'a.ts', line: 1 });
    assert.equal(content, 'Add import (quickfix, preferred)\nExtract (not possible here: nothing selected)');
  });
});

describe('The tools of the editor', () => {
  it('are declared in few words', () => {
    const declared = createEditorTools(fakeFeatures()).map(({ name, description, parameters }) => {
      return { name, description, parameters };
    });
    assert.ok(JSON.stringify(declared).length < 4500, String(JSON.stringify(declared).length));
  });
});
