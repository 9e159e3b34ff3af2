import assert from 'node:assert/strict';
import { toolError } from '../../support/toolError';
import { ToolPlace, toolNamed } from '../../support/toolPlace';
import type { ReadTool } from '../../../src/agent/tool';

const root = '/pollux-memory/work';

describe('glob', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const find = async (args: object) => (await place.run('glob', args as Record<string, unknown>)).content;

  it('gives absolute paths with a count', async () => {
    for (const path of ['src/b.ts', 'src/a.ts', 'c.js']) place.put(path, '');
    const expected = `within ${root}, sorted by modification time (newest first) if within a day, then by name:\n${root}/src/a.ts\n${root}/src/b.ts`;
    assert.equal(await find({ pattern: '**/*.ts' }), `Found 2 file(s) matching "**/*.ts" ${expected}`);
    assert.equal(
      await find({ pattern: `${root}/src/*.TS` }),
      `Found 2 file(s) matching "${root}/src/*.TS" ${expected}`,
    );
    assert.match(
      await find({ pattern: '*.ts', dir_path: 'src' }),
      /^Found 2 file\(s\) matching "\*\.ts" within .*\/src, /,
    );
    const { display } = await place.run('glob', { pattern: 'c.js' });
    assert.deepEqual(display, { type: 'text', text: '1 file' });
  });

  it('refuses a pattern that is too long', async () => {
    await assert.rejects(find({ pattern: 'x'.repeat(70_000) }), toolError('invalid_tool_params', 'at most'));
  });

  it('finds nothing by a pattern that is only a directory', async () => {
    place.put('a.ts', '');
    for (const pattern of ['./', '././', `${root}/`, './/']) assert.match(await find({ pattern }), /^No files found/);
    assert.match(await find({ pattern: './/a.ts' }), /^Found 1 file/);
  });

  it('puts what changed within a day first, newest first, and the rest by name', async () => {
    const now = Date.now();
    const hours = { 'old.ts': 50, 'ancient.ts': 900, 'hour.ts': 1, 'minute.ts': 0.02 };
    const workspace = {
      ...place.workspace,
      find: async () => ({
        files: Object.entries(hours).map(([path, ago]) => ({ path, modifiedAt: now - ago * 3_600_000 })),
        ignored: 0,
      }),
    };
    const tool = toolNamed('glob') as ReadTool;
    const { content } = await tool.run({ pattern: '*' } as never, { ...place.context, workspace });
    const names = content
      .split('\n')
      .slice(1)
      .map(path => path.slice(root.length + 1));
    assert.deepEqual(names, ['minute.ts', 'hour.ts', 'ancient.ts', 'old.ts']);
    assert.match(content, /sorted by modification time \(newest first\) if within a day, then by name:\n/);
    assert.match(tool.description, /within a day first, newest first, then the rest by name/);
  });

  it('says how many are ignored', async () => {
    place.put('.gitignore', '*.log\n');
    place.put('a.log', '');
    assert.equal(await find({ pattern: '*.log' }), `No files found matching "*.log" within ${root}, 1 ignored`);
    assert.match(await find({ pattern: '*.log', respect_git_ignore: false }), /^Found 1 /);
  });

  it('finds a file whose name looks like a pattern', async () => {
    place.put('app/[id]/page.tsx', '');
    assert.match(await find({ pattern: 'app/[id]/page.tsx' }), /^Found 1 /);
  });

  it('looks into all folders of the workspace', async () => {
    place = new ToolPlace(['/pollux-memory/one', '/pollux-memory/two']);
    place.files.put('/pollux-memory/one/a.ts', '');
    place.files.put('/pollux-memory/two/b.ts', '');
    assert.match(await find({ pattern: '*.ts' }), /^Found 2 .* within \/pollux-memory\/one, \/pollux-memory\/two, /);
    assert.match(await find({ pattern: '*.ts', dir_path: 'two' }), /^Found 1 .*\n\/pollux-memory\/two\/b\.ts$/);
  });

  it('shows a thousand of many', async () => {
    for (let n = 0; n < 1100; n++) place.put(`many/${n}.ts`, '');
    const lines = (await find({ pattern: 'many/*' })).split('\n');
    assert.equal(lines.length, 1002);
    assert.match(lines.at(-1) ?? '', /^\.\.\. and 100 more/);
  });

  it('refuses what is no directory', async () => {
    place.put('a.ts', '');
    await assert.rejects(find({ pattern: '*', dir_path: 'none' }), toolError('search_path_not_found'));
    await assert.rejects(find({ pattern: '*', dir_path: 'a.ts' }), toolError('search_path_not_a_directory'));
    await assert.rejects(find({ pattern: '*', dir_path: '/etc' }), toolError('path_not_in_workspace'));
  });

  it('rejects when it is aborted', async () => {
    place.controller.abort();
    await assert.rejects(find({ pattern: '*' }), { name: 'AbortError' });
  });
});
