import assert from 'node:assert/strict';
import type { FileEdit } from '../../../src/tools/fileEdit';
import { BaselineChanged } from '../../../src/shared/errors';
import { toolError } from '../../support/toolError';
import { ToolPlace } from '../../support/toolPlace';

const file = '/pollux-memory/work/a.txt';

describe('write_file', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const write = (content: string) => place.change('write_file', { file_path: 'a.txt', content });

  it('creates a file', async () => {
    const { content, display } = await write('one\ntwo\n');
    assert.equal(content, `Successfully created and wrote to new file: ${file}`);
    assert.deepEqual(display, { type: 'edit', path: 'a.txt', added: 2, removed: 0 });
    assert.equal(place.text('a.txt'), 'one\ntwo\n');
  });

  it('overwrites a file', async () => {
    place.put('a.txt', 'one\ntwo\n');
    const { content, display } = await write('one\n2\n');
    assert.equal(content, `Successfully overwrote file: ${file}`);
    assert.deepEqual(display, { type: 'edit', path: 'a.txt', added: 1, removed: 1 });
  });

  it('keeps the line endings of a file that has others than the model sends', async () => {
    place.put('a.txt', 'one\r\ntwo\r\n');
    await write('one\n2\nthree');
    assert.equal(place.text('a.txt'), 'one\r\n2\r\nthree');
    await write('one\r\n');
    assert.equal(place.text('a.txt'), 'one\r\n');
    place.put('a.txt', 'one\n');
    await write('two\r\n');
    assert.equal(place.text('a.txt'), 'two\r\n');
  });

  it('takes a byte-order mark of the content for the one that the file has', async () => {
    place.put('a.txt', '\uFEFFone\n');
    const proposal = await place.propose<FileEdit>('write_file', { file_path: 'a.txt', content: '\uFEFFtwo\n' });
    assert.equal(proposal.after, 'two\n');
    place.put('a.txt', 'one\n');
    const adding = await place.propose<FileEdit>('write_file', { file_path: 'a.txt', content: '\uFEFFtwo\n' });
    assert.equal(adding.after, '\uFEFFtwo\n');
  });

  it('tells the model what the person changed', async () => {
    const proposal = await place.propose<FileEdit>('write_file', { file_path: 'a.txt', content: 'one\ntwo\n' });
    const { content } = await place.apply('write_file', { ...proposal, after: 'one\n2\n' });
    assert.match(content, /The user modified the edit before accepting it:\n@@ .* @@\n one\n-two\n\+2$/);
  });

  it('writes nothing over somebody else’s change', async () => {
    place.put('a.txt', 'one\n');
    const proposal = await place.propose<FileEdit>('write_file', { file_path: 'a.txt', content: 'two\n' });
    place.put('a.txt', 'theirs\n');
    await assert.rejects(place.apply('write_file', proposal), BaselineChanged);
    assert.equal(place.text('a.txt'), 'theirs\n');
  });

  it('refuses placeholders for text left out', async () => {
    for (const line of ['// ... rest of code ...', '# (rest of methods ...)', '<!-- unchanged ... -->']) {
      await assert.rejects(write(`one\n${line}\n`), toolError('invalid_tool_params', line), line);
    }
    place.put('a.txt', '// ... rest of code ...\n');
    await write('more\n// ... rest of code ...\n');
  });

  it('leaves a file alone that is so already', async () => {
    place.put('a.txt', 'one\r\n');
    const before = await place.workspace.stat(await place.workspace.resolve('a.txt'));
    const { content, display } = await write('one\n');
    assert.equal(content, `Nothing to do: ${file} already has exactly this content.`);
    assert.deepEqual(display, { type: 'edit', path: 'a.txt', added: 0, removed: 0 });
    assert.deepEqual(await place.workspace.stat(await place.workspace.resolve('a.txt')), before);
  });

  it('makes no directory that is called like the home directory, or like an address', async () => {
    for (const file_path of ['~/notes.md', '~', 'file:///pollux-memory/work/a.txt', 'vscode-remote://host/a.txt']) {
      const proposal = place.propose<FileEdit>('write_file', { file_path, content: 'x' });
      await assert.rejects(proposal, toolError('path_not_in_workspace', 'Give a path relative to the workspace'));
    }
    place.put('~/notes.md', 'one\n');
    for (const file_path of ['~/notes.md', './~/other.md', 'a~/b:c']) {
      await place.propose<FileEdit>('write_file', { file_path, content: 'x' });
    }
  });

  it('refuses directories and what is outside', async () => {
    place.put('src/x', '');
    await assert.rejects(
      place.change('write_file', { file_path: 'src', content: '' }),
      toolError('target_is_directory'),
    );
    await assert.rejects(
      place.change('write_file', { file_path: '/etc/x', content: '' }),
      toolError('path_not_in_workspace'),
    );
  });

  it('says when the editor changed the text or has not saved it', async () => {
    const files = { write: async () => ({ text: 'formatted\n', isSaved: false }) };
    Object.assign(place.context, { files });
    const { content, display } = await write('one\n');
    assert.match(content, /not yet on disk/);
    assert.match(content, /The editor changed the text when saving it:\n@@ .* @@\n-one\n\+formatted/);
    assert.deepEqual(display, { type: 'edit', path: 'a.txt', added: 1, removed: 0 });
  });
});
