import assert from 'node:assert/strict';
import type { CodePlace, LanguageFeatures } from '../../../../src/agent/ports/languageFeatures';
import type { Problem } from '../../../../src/shared/problems';
import { createEditorTools } from '../../../../src/tools/editor/editorTools';
import { fakeFeatures } from '../../../support/fakeFeatures';
import { toolError } from '../../../support/toolError';
import { ToolPlace } from '../../../support/toolPlace';

const root = '/pollux-memory/work';

function placeWith(answers: Partial<LanguageFeatures>): ToolPlace {
  return new ToolPlace(undefined, {}, createEditorTools(fakeFeatures(answers)));
}

describe('go_to_definition', () => {
  let asked: CodePlace[];
  let place: ToolPlace;
  beforeEach(() => {
    asked = [];
    place = placeWith({
      definitions: async at => {
        asked.push(at);
        return [{ file: `${root}/b.ts`, line: 2, column: 14 }];
      },
    });
    place.put('a.ts', 'import { add } from "./b";\nconst added = add(1);\n');
    place.put('b.ts', '// sums\nexport const add = 1;\n');
  });
  const go = (args: object) => place.run('go_to_definition', { file_path: 'a.ts', ...args });

  it('finds the symbol in its line, as a whole word, and shows the line of the definition', async () => {
    assert.equal((await go({ line: 2, symbol: 'add' })).content, 'b.ts:2:14  export const add = 1;');
    assert.deepEqual(asked, [{ file: `${root}/a.ts`, line: 2, column: 15 }]);
  });

  it('takes a column instead', async () => {
    await go({ line: 1, column: 10 });
    assert.deepEqual(asked, [{ file: `${root}/a.ts`, line: 1, column: 10 }]);
  });

  it('says where the symbol is, if it is not in that line', async () => {
    await assert.rejects(go({ line: 7, symbol: 'add' }), (error: Error) => {
      assert.equal(error.message, '"add" does not stand in line 7 of a.ts, but in line 1, 2.');
      return true;
    });
    await assert.rejects(go({ line: 1, symbol: 'nothing' }), toolError('invalid_tool_params'));
    await assert.rejects(go({ line: 1 }), toolError('invalid_tool_params'));
    assert.deepEqual(asked, []);
  });

  it('names what is outside of the workspace, ignored or secret, and does not read it', async () => {
    place.put('.geminiignore', 'hidden.ts\n');
    for (const file of ['hidden.ts', '.env']) place.put(file, 'PASSWORD=1\n');
    place.files.put('/elsewhere/lib.d.ts', 'secret\n');
    const files = ['/elsewhere/lib.d.ts', `${root}/hidden.ts`, `${root}/.env`, 'jdt://contents/A.class'];
    const elsewhere = placeWith({ definitions: async () => files.map(file => ({ file, line: 1, column: 1 })) });
    for (const file of ['hidden.ts', '.env']) elsewhere.put(file, 'PASSWORD=1\n');
    elsewhere.put('.geminiignore', 'hidden.ts\n');
    elsewhere.put('a.ts', 'add\n');
    const { content } = await elsewhere.run('go_to_definition', { file_path: 'a.ts', line: 1, symbol: 'add' });
    assert.equal(content, `/elsewhere/lib.d.ts:1:1\n${root}/hidden.ts:1:1\n.env:1:1\njdt://contents/A.class:1:1`);
  });
});

describe('find_references', () => {
  it('gives a hundred of many, and the rest by their offset', async () => {
    const places = Array.from({ length: 130 }, (_, i) => ({ file: `${root}/a.ts`, line: i + 1, column: 1 }));
    const place = placeWith({ references: async () => places });
    place.put('a.ts', 'x\n'.repeat(130));
    const find = async (offset?: number) => {
      const args = { file_path: 'a.ts', line: 1, symbol: 'x', ...(offset !== undefined && { offset }) };
      return (await place.run('find_references', args)).content.split('\n');
    };
    const first = await find();
    assert.equal(first.length, 102);
    assert.equal(first[0], '130 references in 1 files.');
    assert.equal(first.at(-1), '... and 30 more; go on with offset 100');
    const rest = await find(100);
    assert.equal(rest.length, 31);
    assert.equal(rest[1], 'a.ts:101:1  x');
  });
});

describe('get_diagnostics', () => {
  const problem = (more: Partial<Problem>): Problem => ({
    file: `${root}/a.ts`,
    line: 1,
    column: 1,
    severity: 'error',
    message: 'wrong',
    ...more,
  });
  const read = async (problems: readonly Problem[], args: object = {}) =>
    (await placeWith({ problems: () => problems }).run('get_diagnostics', { ...args })).content;

  it('lists the worst first, with who says so', async () => {
    const content = await read([
      problem({ severity: 'hint' }),
      problem({ severity: 'warning', line: 1 }),
      problem({ line: 9, message: 'not a\n  number', source: 'ts', code: '2322' }),
      problem({ line: 3 }),
    ]);
    assert.equal(
      content,
      '3 problems in 1 files, 2 of them errors.\na.ts:3:1 error: wrong\n' +
        'a.ts:9:1 error: not a number [ts 2322]\na.ts:1:1 warning: wrong\n(1 below warning left out)',
    );
  });

  it('cuts long lists, and still counts all', async () => {
    const many = Array.from({ length: 6 }, (_, n) =>
      Array.from({ length: 60 }, (_each, i) => problem({ file: `${root}/${n}.ts`, line: i + 1 })),
    ).flat();
    const lines = (await read(many)).split('\n');
    assert.equal(lines[0], '360 problems in 6 files, 360 of them errors.');
    assert.equal(lines.length, 202);
    assert.equal(lines.at(-1), '... and 160 more');
    assert.equal(lines.filter(line => line.startsWith('0.ts')).length, 50);
  });

  it('does not take silence for the absence of problems', async () => {
    const place = placeWith({ problemsOf: async () => ({ problems: [], isChecked: false }) });
    place.put('a.ts', '');
    const { content } = await place.run('get_diagnostics', { file_path: 'a.ts' });
    assert.match(content, /^No language extension has said anything about this file/);
  });

  it('says when there is none, and of files that are not there', async () => {
    assert.equal(await read([]), 'No problems.');
    await assert.rejects(read([], { file_path: 'none.ts' }), toolError('file_not_found'));
  });
});

describe('document_symbols and workspace_symbols', () => {
  const symbol = { file: `${root}/a.ts`, line: 3, column: 7, name: 'Box', kind: 'class', depth: 0 };

  it('outline a file by depth', async () => {
    const place = placeWith({
      documentSymbols: async () => [symbol, { ...symbol, line: 4, name: 'open', kind: 'method', depth: 1 }],
    });
    place.put('a.ts', '');
    const { content } = await place.run('document_symbols', { file_path: 'a.ts' });
    assert.equal(content, 'a.ts\n3: class Box\n  4: method open');
  });

  it('find symbols everywhere', async () => {
    const place = placeWith({ workspaceSymbols: async () => [{ ...symbol, container: 'store' }] });
    assert.equal((await place.run('workspace_symbols', { query: 'Bo' })).content, 'a.ts:3:7  class Box in store');
  });
});
