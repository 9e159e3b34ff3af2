import assert from 'node:assert/strict';
import { toolError } from '../../support/toolError';
import { ToolPlace } from '../../support/toolPlace';

describe('list_directory', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const list = (args: object = {}) => place.run('list_directory', { dir_path: 'src', ...args });

  it('lists directories first, then files by name with their sizes', async () => {
    for (const path of ['b.ts', 'a.ts', 'zoo/x', 'lib/x']) place.put(`src/${path}`, 'four');
    const { content, display } = await list();
    assert.equal(
      content,
      'Directory listing for /pollux-memory/work/src:\n[DIR] lib\n[DIR] zoo\na.ts (4 bytes)\nb.ts (4 bytes)',
    );
    assert.deepEqual(display, { type: 'text', text: '4 entries' });
  });

  it('leaves out nothing for an empty glob, and refuses one that is too long', async () => {
    place.put('src/a.ts', '');
    assert.deepEqual(await list({ ignore: [''] }), await list());
    await assert.rejects(list({ ignore: ['x'.repeat(70_000)] }), toolError('invalid_tool_params', 'at most'));
  });

  it('leaves out what is ignored or not wanted, and says how much', async () => {
    place.put('.gitignore', '*.log\n');
    place.put('.geminiignore', 'secret/\n');
    for (const path of ['a.ts', 'b.log', 'c.tmp', 'secret/x']) place.put(`src/${path}`, '');
    assert.match((await list({ ignore: ['*.tmp'] })).content, /^[^[]*:\na\.ts \(0 bytes\)\n\n\(3 ignored\)$/);
    const all = { respect_git_ignore: false, respect_gemini_ignore: false };
    assert.match((await list({ file_filtering_options: all })).content, /\[DIR\] secret\na\.ts.*\nb\.log.*\nc\.tmp/);
  });

  it('leaves out what globs match, however these are written', async () => {
    place.put(`src/${'a'.repeat(200)}`, '');
    place.put('src/b', '');
    const { content } = await list({ ignore: ['*a*a*a*a*a*a*a*a*a*a*c', '(a+)+c', 'b'] });
    assert.match(content, /^[^[]*:\na+ \(0 bytes\)\n\n\(1 ignored\)$/);
  });

  it('says when there is nothing', async () => {
    place.put('.gitignore', '*.log\n');
    place.put('src/a.log', '');
    assert.equal((await list()).content, 'Directory /pollux-memory/work/src is empty.\n\n(1 ignored)');
  });

  it('shows a thousand entries of many, and names on one line each', async () => {
    for (let n = 0; n < 1200; n++) place.put(`src/${String(n).padStart(4, '0')}`, '');
    place.put('src/0000\n[DIR] fake', '');
    const lines = (await list()).content.split('\n');
    assert.equal(lines.length, 1002);
    assert.equal(lines.at(-1), '... and 201 more (1201 entries in all)');
    assert.equal(lines[2], '0000\\u{A}[DIR] fake (0 bytes)');
  });

  it('refuses what is no directory', async () => {
    place.put('src/a.ts', '');
    await assert.rejects(place.run('list_directory', { dir_path: 'none' }), toolError('file_not_found'));
    await assert.rejects(place.run('list_directory', { dir_path: 'src/a.ts' }), toolError('path_is_not_a_directory'));
    await assert.rejects(place.run('list_directory', { dir_path: '..' }), toolError('path_not_in_workspace'));
    await assert.rejects(list({ ignore: ['{a,b}'.repeat(99)] }), toolError('invalid_tool_params'));
  });
});
