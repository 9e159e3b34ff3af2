import assert from 'node:assert/strict';
import { toolError } from '../../support/toolError';
import type { ReadTool } from '../../../src/agent/tool';
import { ToolPlace, toolNamed } from '../../support/toolPlace';

describe('search_file_content', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const search = async (pattern: string, args: object = {}) =>
    (await place.run('search_file_content', { pattern, ...args })).content;
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join('');

  it('refuses patterns that are so long that the engine could end the process over them', async () => {
    place.put('a.txt', 'hit\n');
    const nested = `${'(a|'.repeat(8000)}b${')'.repeat(8000)}`;
    await assert.rejects(search(nested), toolError('grep_execution_error', 'longer than 5000 characters'));
    await assert.rejects(search('x'.repeat(100_000), { fixed_strings: true }), toolError('grep_execution_error'));
    const filter = { include_pattern: `${'{a,'.repeat(8000)}b${'}'.repeat(8000)}` };
    await assert.rejects(search('hit', filter), toolError('invalid_tool_params', '2000 characters at most'));
  });

  it('takes empty texts for what is left out', async () => {
    place.put('src/a.txt', 'hit\n');
    assert.equal(await search('hit', { dir_path: '', include_pattern: '', exclude_pattern: '' }), await search('hit'));
  });

  it('lists matches by file with their lines', async () => {
    place.put('src/utils.ts', 'x\nhit one\ny\nhit two\n');
    place.put('src/index.ts', 'hit three\nhit four\n');
    place.put('README.md', 'hit\n');
    assert.equal(
      await search('hit', { include_pattern: '*.ts' }),
      [
        'Found 4 matches for pattern "hit" in path "." (filter: "*.ts"):',
        '---',
        'File: src/index.ts',
        'L1: hit three',
        'L2: hit four',
        '---',
        'File: src/utils.ts',
        'L2: hit one',
        'L4: hit two',
        '---',
      ].join('\n'),
    );
  });

  it('shows fifty lines around a single match', async () => {
    place.put('a.txt', numbered(200));
    const lines = (await search('line 100$')).split('\n');
    assert.equal(lines[0], 'Found 1 match for pattern "line 100$" in path ".":');
    assert.deepEqual([lines[3], lines[53], lines[103]], ['L50- line 50', 'L100: line 100', 'L150- line 150']);
    assert.equal(lines.length, 3 + 101 + 1);
  });

  it('shows fifteen lines around each of two or three, once where they overlap', async () => {
    place.put('a.txt', numbered(200));
    const lines = (await search('line (60|70|150)$')).split('\n').filter(line => line.startsWith('L'));
    assert.equal(lines.length, 41 + 31);
    assert.equal(lines.filter(line => /^L\d+:/.test(line)).length, 3);
  });

  it('shows none around four, and as many as are asked for', async () => {
    place.put('a.txt', numbered(200));
    assert.equal((await search('line (60|70|80|90)$')).match(/^L/gm)?.length, 4);
    assert.equal((await search('line 60$', { context: 1 })).match(/^L/gm)?.length, 3);
    assert.equal((await search('line 60$', { after: 2 })).match(/^L/gm)?.length, 3);
    assert.equal((await search('line 60$', { context: 0 })).match(/^L/gm)?.length, 1);
  });

  it('stops at a hundred matches and says so', async () => {
    place.put('a.txt', numbered(200));
    const { content, display } = await place.run('search_file_content', { pattern: 'line' });
    assert.match(
      content,
      /^Found 100 matches for pattern "line" in path "\." \(results limited to 100; there are more\):/,
    );
    assert.deepEqual(display, { type: 'text', text: '100 matches or more' });
    assert.match(await search('line', { total_max_matches: 5 }), /^Found 5 matches/);
    assert.match(await search('line', { max_matches_per_file: 7 }), /^Found 7 matches .*":\n/);
  });

  it('lists names only', async () => {
    place.put('a.txt', 'hit\nhit\n');
    place.put('b.txt', 'hit\n');
    assert.equal(
      await search('hit', { names_only: true }),
      'Found 2 files with matches for pattern "hit" in path ".":\na.txt\nb.txt',
    );
  });

  it('says when there is nothing', async () => {
    assert.equal(await search('none', { dir_path: '.' }), 'No matches found for pattern "none" in path ".".');
  });

  it('searches literally, by case, and in a single file', async () => {
    place.put('a[1].txt', 'A.b\nAxb\n');
    place.put('other.txt', 'A.b\n');
    assert.match(
      await search('a.b', { fixed_strings: true, dir_path: 'a[1].txt' }),
      /^Found 1 match .*\n---\nFile: a\[1\]\.txt\nL1: A\.b\n/,
    );
    assert.match(await search('a.b', { case_sensitive: true }), /^No matches/);
    assert.match(await search('a.b'), /^Found 3 matches/);
  });

  it('never shows what .geminiignore hides', async () => {
    place.put('.geminiignore', 'secret.txt\n');
    place.put('.gitignore', 'a.log\n');
    place.put('secret.txt', 'hit\n');
    place.put('a.log', 'hit\n');
    assert.match(await search('hit'), /^No matches/);
    assert.match(await search('hit', { no_ignore: true }), /^Found 1 match [^]*File: a\.log/);
    await assert.rejects(search('hit', { dir_path: 'secret.txt' }), toolError('read_content_failure'));
  });

  it('names the folder where there are several', async () => {
    place = new ToolPlace(['/pollux-memory/one', '/pollux-memory/two']);
    place.files.put('/pollux-memory/one/a.txt', 'hit\n');
    place.files.put('/pollux-memory/two/a.txt', 'hit\n');
    const content = await search('hit');
    assert.match(content, /File: one\/a\.txt[^]*File: two\/a\.txt/);
  });

  it('cuts long lines', async () => {
    place.put('a.txt', `${'x'.repeat(5000)}\n`);
    assert.ok((await search('x')).includes(`L1: ${'x'.repeat(2000)}... [truncated]\n`));
  });

  it('refuses bad patterns and paths', async () => {
    await assert.rejects(search('('), toolError('grep_execution_error'));
    await assert.rejects(search('x', { dir_path: 'none' }), toolError('search_path_not_found'));
    await assert.rejects(search('x', { dir_path: '../x' }), toolError('path_not_in_workspace'));
  });

  it('rejects when it is aborted', async () => {
    place.controller.abort();
    await assert.rejects(search('x'), { name: 'AbortError' });
  });

  it('leaves out files that look like secrets, unless one is named', async () => {
    const secretPlace = new ToolPlace();
    for (const path of ['.env', '.ssh/config', '.env.example', 'a.ts']) secretPlace.put(path, 'needle\n');
    const search = async (args: object) =>
      (await secretPlace.run('search_file_content', { pattern: 'needle', ...args })).content;
    const all = await search({});
    assert.match(all, /^Found 2 matches /);
    assert.match(await search({ dir_path: '.ssh' }), /^No matches found .*$/);
    assert.match(await search({ dir_path: '.env' }), /^Found 1 match /);
    for (const more of [
      {},
      { total_max_matches: 1 },
      { no_ignore: true },
      { names_only: true },
      { max_matches_per_file: 1 },
    ]) {
      const answers = ['needle', 'nothing'].map(async content => {
        secretPlace.put('.env', `${content}\n`);
        secretPlace.put('.ssh/config', `${content}\n`);
        return search(more);
      });
      assert.equal(await answers[0], await answers[1], 'the answer tells nothing of what is in them');
    }
    secretPlace.put('.env', 'needle\n');
    const args = secretPlace.args('search_file_content', { pattern: 'x', dir_path: '.env' });
    const reads = await (toolNamed('search_file_content') as ReadTool).reads?.(args, secretPlace.context);
    assert.deepEqual(
      reads?.map(path => path.relative),
      ['.env'],
    );
  });
});
