import assert from 'node:assert/strict';
import { toolError } from '../../support/toolError';
import type { ReadTool } from '../../../src/agent/tool';
import { ToolPlace, toolNamed } from '../../support/toolPlace';

describe('read_file', () => {
  let place: ToolPlace;
  beforeEach(() => (place = new ToolPlace()));
  const read = (args: object = {}) => place.run('read_file', { file_path: 'a.txt', ...args });

  it('gives a small file as it is, with plain newlines', async () => {
    for (const text of ['one\n', 'one\ntwo', '\n\n', 'a\rb\n']) {
      place.put('a.txt', text);
      assert.equal((await read()).content, text);
    }
    place.put('a.txt', 'one\r\ntwo\r\n');
    assert.deepEqual(await read(), { content: 'one\ntwo\n', display: { type: 'text', text: '2 lines' } });
  });

  it('wants to be told which file', async () => {
    await assert.rejects(read({ file_path: '' }), toolError('invalid_tool_params', 'must not be empty'));
  });

  it('says when a file is empty', async () => {
    place.put('a.txt', '');
    assert.equal((await read()).content, 'The file is empty.');
  });

  it('gives two thousand lines of a long one, and says how to go on', async () => {
    place.put('a.txt', Array.from({ length: 4500 }, (_, n) => `line ${n + 1}\n`).join(''));
    const { content, display } = await read();
    assert.deepEqual(content.split('\n').slice(0, 6), [
      'IMPORTANT: The file content has been truncated.',
      'Status: Showing lines 1-2000 of 4500 total lines.',
      'Action: To read more, call read_file with start_line: 2001.',
      '',
      '--- FILE CONTENT (truncated) ---',
      'line 1',
    ]);
    assert.ok(content.endsWith('\nline 2000'));
    assert.deepEqual(display, { type: 'text', text: '2000 of 4500 lines' });
    const rest = (await read({ start_line: 4001 })).content;
    assert.match(rest, /Showing lines 4001-4500 of 4500 total lines\.\nAction: No lines follow\./);
    assert.ok(rest.endsWith('\nline 4500\n'));
  });

  it('gives the lines that are asked for', async () => {
    place.put('a.txt', 'one\ntwo\nthree\nfour');
    assert.ok((await read({ start_line: 2, end_line: 3 })).content.endsWith('---\ntwo\nthree'));
    assert.ok((await read({ offset: 1, limit: 2 })).content.endsWith('---\ntwo\nthree'));
    assert.ok((await read({ start_line: 4, end_line: 99 })).content.endsWith('---\nfour'));
    assert.equal((await read({ start_line: 1, end_line: 99 })).content, 'one\ntwo\nthree\nfour');
    await assert.rejects(read({ start_line: 5 }), toolError('invalid_tool_params', 'beyond the 4 lines'));
    await assert.rejects(read({ start_line: 3, end_line: 2 }), toolError('invalid_tool_params'));
  });

  it('cuts lines of more than two thousand characters, between characters', async () => {
    place.put('a.txt', `${'x'.repeat(1999)}🎉tail\nnext\n`);
    const { content } = await read();
    assert.match(content, /Lines longer than 2000 characters are cut\./);
    assert.ok(content.endsWith(`---\n${'x'.repeat(1999)}... [truncated]\nnext\n`));
  });

  it('cuts a line of ten million characters', async () => {
    place.put('a.txt', 'x'.repeat(10_000_000));
    const { content } = await read();
    assert.ok(content.length < 2500 && content.endsWith('x... [truncated]'));
  });

  it('says so where it has not seen the end of a file', async () => {
    place.put('a.txt', 'one\n');
    const workspace = {
      ...place.workspace,
      readLines: async () => ({ lines: ['one'], encoding: 'utf8', isUnsaved: false, total: null, endsInNewline: true }),
    };
    const args = place.args('read_file', { file_path: 'a.txt', end_line: 1 });
    const { content, display } = await (toolNamed('read_file') as ReadTool).run(args, { ...place.context, workspace });
    assert.match(content, /Showing lines 1-1 of more than 1 total lines\.\nAction: To read more, .* start_line: 2\./);
    assert.deepEqual(display, { type: 'text', text: '1 line of 0.0 MB' });
  });

  it('tells policy which file it reads', async () => {
    place.put('.env', 'KEY=1');
    const tool = toolNamed('read_file') as ReadTool;
    const paths = await tool.reads?.(place.args('read_file', { file_path: '.env' }), place.context);
    assert.deepEqual(
      paths?.map(path => path.relative),
      ['.env'],
    );
  });

  it('says what the text does not show', async () => {
    place.put('a.txt', Buffer.from('caf\xe9\n', 'latin1'));
    assert.match((await read()).content, /^\[The file is not UTF-8 .*\]\ncafé\n$/);
  });

  it('attaches images, PDFs and sounds', async () => {
    const rows: readonly (readonly [head: string, mimeType: string])[] = [
      ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
      ['\xff\xd8\xff\xe0\0', 'image/jpeg'],
      ['GIF89a\x01\0', 'image/gif'],
      ['RIFF\x01\0\0\0WEBPVP8 ', 'image/webp'],
      ['%PDF-1.7\n', 'application/pdf'],
      ['RIFF\x01\0\0\0WAVEfmt ', 'audio/wav'],
      ['ID3\x04\0\0', 'audio/mp3'],
      ['OggS\0\x02', 'audio/ogg'],
      ['\0\0\0\x18ftypmp42', 'video/mp4'],
    ];
    for (const [head, mimeType] of rows) {
      const bytes = Buffer.from(head, 'latin1');
      place.put('a.txt', bytes);
      const { images, content } = await read();
      assert.deepEqual(images, [{ type: 'image', mimeType, data: bytes.toString('base64') }]);
      assert.match(content, /^Read \w+ file: \/pollux-memory\/work\/a\.txt /);
    }
  });

  it('attaches large media whole', async () => {
    const bytes = Buffer.alloc(100_001, 7);
    bytes.write('GIF89a', 'latin1');
    place.put('a.txt', bytes);
    assert.equal((await read()).images?.[0]?.data, bytes.toString('base64'));
  });

  it('reads text that begins like a picture, and SVG, as text', async () => {
    place.put('a.txt', 'BMW and ID3 tags\n');
    assert.equal((await read()).content, 'BMW and ID3 tags\n');
    place.put('logo.svg', '<svg/>');
    assert.equal((await read({ file_path: 'logo.svg' })).content, '<svg/>');
    place.put('logo.svg', ' '.repeat(1024 * 1024 + 1));
    await assert.rejects(read({ file_path: 'logo.svg' }), toolError('file_too_large', '1MB'));
  });

  it('refuses other binary files, missing ones, directories, large ones and hidden ones', async () => {
    place.put('src/a.bin', Buffer.from([0, 1, 2]));
    await assert.rejects(
      read({ file_path: 'src/a.bin' }),
      toolError('read_content_failure', 'Cannot display content of binary file: /pollux-memory/work/src/a.bin'),
    );
    await assert.rejects(read({ file_path: 'none' }), toolError('file_not_found'));
    await assert.rejects(read({ file_path: 'src' }), toolError('target_is_directory'));
    await assert.rejects(read({ file_path: '/etc/passwd' }), toolError('path_not_in_workspace'));
    const large = Buffer.alloc(20 * 1024 * 1024 + 1, 7);
    large.write('GIF89a', 'latin1');
    place.put('large.gif', large);
    await assert.rejects(read({ file_path: 'large.gif' }), toolError('file_too_large', '20MB'));
    place.put('.geminiignore', 'secret.txt\n');
    place.put('secret.txt', 'hush');
    await assert.rejects(read({ file_path: 'secret.txt' }), toolError('read_content_failure', '.geminiignore'));
  });

  it('refuses what git ignores, and says which file and which setting that is', async () => {
    place.put('.gitignore', 'build/\n*.log\n!kept.log\n');
    place.put('.geminiignore', '!open.log\n');
    for (const path of ['build/a.txt', 'a.log']) {
      place.put(path, 'generated');
      const message = `ignored by .gitignore: /pollux-memory/work/${path}. Only the user can lift that, with the setting context.fileFiltering.respectGitIgnore`;
      await assert.rejects(read({ file_path: path }), toolError('read_content_failure', message));
    }
    for (const path of ['kept.log', 'open.log']) {
      place.put(path, 'kept');
      assert.equal((await read({ file_path: path })).content, 'kept');
    }
  });
});
