import assert from 'node:assert/strict';
import type { FileEdit } from '../../../src/tools/fileEdit';
import { toolError } from '../../support/toolError';
import { ToolPlace } from '../../support/toolPlace';

const file = '/pollux-memory/work/a.ts';

describe('replace', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const args = (old_string: string, new_string: string, more: object = {}) => ({
    file_path: 'a.ts',
    old_string,
    new_string,
    ...more,
  });
  const change = (old_string: string, new_string: string, more?: object) =>
    place.change('replace', args(old_string, new_string, more));

  it('replaces the one occurrence and shows the result', async () => {
    place.put('a.ts', Array.from({ length: 20 }, (_, n) => `line ${n + 1}\n`).join(''));
    const { content, display } = await change('line 10\n', 'changed\n');
    const shown = ['line 5', 'line 6', 'line 7', 'line 8', 'line 9', 'changed', 'line 11', 'line 12', 'line 13'];
    assert.equal(
      content,
      [
        `Successfully modified file: ${file} (1 replacements).`,
        'The changed part now reads (from line 5):',
        ...[...shown, 'line 14', 'line 15'],
      ].join('\n'),
    );
    assert.deepEqual(display, { type: 'edit', path: 'a.ts', added: 1, removed: 1 });
    assert.equal(place.text('a.ts')?.split('\n')[9], 'changed');
  });

  it('proposes before it writes', async () => {
    place.put('a.ts', 'one\n');
    const proposal = await place.propose<FileEdit>('replace', args('one', 'two'));
    assert.deepEqual([proposal.kind, proposal.path, proposal.file], ['edit', 'a.ts', file]);
    assert.deepEqual([proposal.before, proposal.after], ['one\n', 'two\n']);
    assert.equal(place.text('a.ts'), 'one\n');
  });

  it('tells the model what the person changed', async () => {
    place.put('a.ts', 'one\nmore\n');
    const proposal = await place.propose<FileEdit>('replace', args('one', 'two'));
    const { content } = await place.apply('replace', { ...proposal, after: 'three\nmore\n' });
    assert.match(content, /The user modified the edit before accepting it:\n@@ -1,2 \+1,2 @@\n-two\n\+three\n more\n/);
    assert.equal(place.text('a.ts'), 'three\nmore\n');
  });

  it('tells the model which parts the person left out, and writes nothing where that is all', async () => {
    place.put('a.ts', 'x\nmore\nx\n');
    const proposal = await place.propose<FileEdit>('replace', args('x', 'y', { allow_multiple: true }));
    const part = await place.apply('replace', { ...proposal, after: 'x\nmore\ny\n' });
    assert.match(part.content, /The user left out 1 of 2 changes of the edit, at line 1 of the file as it was\./);
    place.put('a.ts', 'x\nmore\nx\n');
    const nothing = await place.apply('replace', { ...proposal, after: 'x\nmore\nx\n' });
    assert.match(nothing.content, /^The user left all of the edit out: .* was not changed/);
    assert.deepEqual(nothing.display, { type: 'edit', path: 'a.ts', added: 0, removed: 0 });
  });

  it('tells the model when the edit was made on top of somebody else’s', async () => {
    place.put('a.ts', 'one\nmore\nlast\n');
    const proposal = await place.propose<FileEdit>('replace', args('one', 'two'));
    place.put('a.ts', 'one\nmore\nLAST\n');
    const merged = { ...proposal, before: 'one\nmore\nLAST\n', after: 'two\nmore\nLAST\n' };
    assert.match((await place.apply('replace', merged)).content, /had changed since the edit was proposed/);
  });

  it('creates a file from an empty old_string', async () => {
    const { content } = await change('', 'new\r\n');
    assert.equal(content, `Created new file: ${file} with provided content.`);
    assert.equal(place.text('a.ts'), 'new\r\n');
    await assert.rejects(change('', 'again'), toolError('attempt_to_create_existing_file'));
  });

  it('replaces several only when asked to', async () => {
    place.put('a.ts', 'x\ny\nx\nz\nx\n');
    await assert.rejects(
      change('x', 'w'),
      toolError('edit_expected_occurrence_mismatch', 'expected 1 occurrences but found 3', 'at lines 1, 3, 5'),
    );
    await assert.rejects(
      change('x', 'w', { expected_replacements: 2 }),
      toolError('edit_expected_occurrence_mismatch', 'expected 2 occurrences but found 3'),
    );
    assert.match((await change('x', 'w', { expected_replacements: 3 })).content, /\(3 replacements\)/);
    assert.match((await change('w', 'x', { allow_multiple: true })).content, /\(3 replacements\)/);
    assert.equal(place.text('a.ts'), 'x\ny\nx\nz\nx\n');
  });

  it('says how it was matched where that was not exactly', async () => {
    const rows: readonly (readonly [correction: string, oldString: string, said: RegExp])[] = [
      ['flexible', 'if (ready) {\nstart(now);\n}', /matched but for the indentation/],
      ['regex', 'if(ready){ start( now ); }', /matched but for the blanks between its tokens/],
      ['unescaped', '  if (ready) {\\n    start(now);\\n  }', /matched after it had been unescaped/],
      ['fuzzy', '  if (ready) {\n    starts(now);\n  }', /matched only nearly/],
    ];
    for (const [correction, oldString, said] of rows) {
      place.put('a.ts', 'go {\n  if (ready) {\n    start(now);\n  }\n}\n');
      const proposal = await place.propose<FileEdit>('replace', args(oldString, 'stop();'));
      assert.equal(proposal.correction, correction);
      assert.match((await place.apply('replace', proposal)).content, said);
      assert.equal(place.text('a.ts')?.replace(/^ +/gm, ''), 'go {\nstop();\n}\n');
    }
    place.put('a.ts', 'stop();\n');
    assert.equal('correction' in (await place.propose<FileEdit>('replace', args('stop', 'go'))), false);
  });

  it('names the nearest lines when the text is not there', async () => {
    place.put('a.ts', 'function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n');
    await assert.rejects(
      change('function b() {\n  return 3;\n}', 'x'),
      toolError(
        'edit_no_occurrence_found',
        `Failed to edit, 0 occurrences found for old_string in ${file}.`,
        'The most similar text is at lines 5-7:\n5: function b() {\n6:   return 2;\n7: }',
      ),
    );
  });

  it('says when the edit looks already applied', async () => {
    place.put('a.ts', 'x\nconst answer = 42;\n');
    await assert.rejects(
      change('const answer = 41;', 'const answer = 42;'),
      toolError('edit_no_occurrence_found', 'new_string stands at line 2: the edit looks already applied'),
    );
  });

  it('refuses edits that change nothing', async () => {
    place.put('a.ts', 'one\r\n');
    await assert.rejects(change('one', 'one'), toolError('edit_no_change'));
    await assert.rejects(change('one\n', 'one\r\n'), toolError('edit_no_change'));
  });

  it('refuses placeholders for text left out, unless the file has them', async () => {
    place.put('a.ts', 'one\n// ... rest of code ...\n');
    await assert.rejects(
      change('one', '// ... existing code ...\ntwo'),
      toolError('invalid_tool_params', 'placeholder'),
    );
    await change('one\n// ... rest of code ...', 'two\n// ... rest of code ...');
    assert.equal(place.text('a.ts'), 'two\n// ... rest of code ...\n');
  });

  it('refuses missing files, directories, binary and hidden ones', async () => {
    const replaceIn = (file_path: string) =>
      place.change('replace', { file_path, old_string: 'secret', new_string: 'x' });
    place.put('src/a.bin', Buffer.from([0, 1]));
    place.put('.geminiignore', 'hidden\n');
    place.put('hidden', 'secret');
    await assert.rejects(replaceIn('none'), toolError('file_not_found', 'empty old_string'));
    await assert.rejects(replaceIn('src'), toolError('target_is_directory'));
    await assert.rejects(replaceIn('src/a.bin'), toolError('edit_preparation_failure'));
    await assert.rejects(replaceIn('hidden'), toolError('read_content_failure'));
    await assert.rejects(replaceIn('../x'), toolError('path_not_in_workspace'));
  });
});
