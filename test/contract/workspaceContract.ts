import assert from 'node:assert/strict';
import type { FindRequest, SearchRequest, Workspace } from '../../src/agent/ports/workspace';
import { toolError } from '../support/toolError';

/** A workspace of one folder, which is empty at first. Paths are relative to it. */
export interface WorkspacePlace {
  readonly workspace: Workspace;
  put(path: string, content: string | Uint8Array): Promise<void>;
  /** Makes a symbolic link; absent where there are none. */
  link?(path: string, target: string): Promise<void>;
  close(): Promise<void>;
}

const signal = new AbortController().signal;

/** The rules of the `Workspace` port. With `hasLinks` the place must offer `link`. */
export function describeWorkspace(
  name: string,
  make: () => Promise<WorkspacePlace>,
  { hasLinks }: { hasLinks: boolean },
): void {
  describe(`${name}, as a workspace`, () => {
    let place: WorkspacePlace;
    let workspace: Workspace;
    beforeEach(async () => {
      place = await make();
      ({ workspace } = place);
    });
    afterEach(() => place.close());

    const root = () => workspace.folders()[0]?.path ?? '';
    const read = async (path: string) => workspace.readText(await workspace.resolve(path));
    const find = async (pattern: string, options: Partial<FindRequest> & { in?: string } = {}) => {
      const base = await workspace.resolve(options.in ?? '.');
      const rest = { isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true, ...options };
      const found = await workspace.find({ ...rest, base, pattern }, signal);
      return { files: found.files.map(file => file.path).sort(), ignored: found.ignored };
    };
    const search = async (pattern: string, options: Partial<SearchRequest> & { in?: string } = {}) => {
      const base = await workspace.resolve(options.in ?? '.');
      const plain = { isLiteral: false, isCaseSensitive: true, respectIgnore: true, maxMatches: 100 };
      return workspace.search({ ...plain, before: 0, after: 0, ...options, base, pattern }, signal);
    };
    const linesOf = async (pattern: string, options: Partial<SearchRequest> & { in?: string } = {}) =>
      (await search(pattern, options)).files.flatMap(({ path, lines }) =>
        lines.map(({ line, text, isMatch }) => `${path}${isMatch ? ':' : '-'}${line} ${text}`),
      );

    describe('resolving', () => {
      it('takes paths that are absolute or relative to the folder, existing or not', async () => {
        await place.put('src/a.ts', 'a');
        for (const path of ['src/a.ts', './src/a.ts', 'src/../src/a.ts', `${root()}/src/a.ts`]) {
          const { absolute, relative, display, folder } = await workspace.resolve(path);
          assert.deepEqual(
            { absolute, relative, display },
            {
              absolute: `${root()}/src/a.ts`,
              relative: 'src/a.ts',
              display: 'src/a.ts',
            },
          );
          assert.equal(folder.path, root());
        }
        assert.equal((await workspace.resolve('new/deep/file.ts')).relative, 'new/deep/file.ts');
        assert.equal((await workspace.resolve('.')).relative, '');
      });

      it('takes odd names as they are', async () => {
        for (const name of [
          '~/x',
          '%2e%2e/x',
          '..x/y',
          'a b',
          '-rf',
          '$HOME',
          '．．/x',
          '…',
          'é',
          'e\u0301',
          '🎉.md',
        ]) {
          assert.equal((await workspace.resolve(name)).relative, name);
        }
      });

      it('refuses whatever leads outside', async () => {
        const outside = ['..', '../x', 'src/../../x', '/', '/etc/passwd', `${root()}/../x`, `${root()}-evil/x`];
        for (const path of [...outside, 'a\0b', '\\\\server\\share\\x', '\\\\?\\C:\\x']) {
          await assert.rejects(workspace.resolve(path), toolError('path_not_in_workspace'), JSON.stringify(path));
        }
      });

      if (hasLinks) {
        it('follows links, and refuses those that lead outside', async () => {
          await place.put('real/a.ts', 'a');
          await place.link?.('inside', 'real');
          await place.link?.('outside', '/etc');
          await place.link?.('dangling', '../nowhere/x');
          await place.link?.('chain', 'outside');
          await place.link?.('waiting', 'real/later.ts');
          await place.link?.('round', 'round');
          assert.equal((await workspace.resolve('inside/a.ts')).relative, 'real/a.ts');
          assert.equal((await workspace.resolve('waiting')).relative, 'real/later.ts');
          for (const path of ['outside', 'outside/passwd', 'dangling', 'chain/new/file', 'round', 'round/x']) {
            await assert.rejects(workspace.resolve(path), toolError('path_not_in_workspace'), path);
          }
        });
      }
    });

    describe('reading', () => {
      it('tells files, directories and nothing apart', async () => {
        await place.put('src/a.ts', 'four');
        const statOf = async (path: string) => workspace.stat(await workspace.resolve(path));
        const file = await statOf('src/a.ts');
        assert.deepEqual([file?.type, file?.size], ['file', 4]);
        assert.equal((await statOf('src'))?.type, 'directory');
        assert.equal(await statOf('none'), null);
        assert.equal(await statOf('src/a.ts/below'), null);
      });

      it('gives text with its own line endings and without byte-order mark', async () => {
        for (const text of ['', 'a', 'a\r\nb\n', '\r\n', 'ä\u2028🎉\rx\n']) {
          await place.put('plain.txt', text);
          assert.deepEqual(await read('plain.txt'), { text, encoding: 'utf8', isUnsaved: false });
          await place.put('marked.txt', `\uFEFF${text}`);
          assert.equal((await read('marked.txt')).text, text);
          await place.put('wide.txt', Buffer.from(`\uFEFF${text}`, 'utf16le'));
          assert.equal((await read('wide.txt')).text, text);
        }
      });

      it('never loses a byte of what is no Unicode', async () => {
        await place.put('old.txt', Buffer.from('na\xefve caf\xe9\n', 'latin1'));
        assert.equal((await read('old.txt')).text.includes('\uFFFD'), false);
      });

      it('refuses what is not there, no file, or no text', async () => {
        await place.put('src/a.bin', Buffer.from([0x7f, 0x45, 0, 1, 2, 3]));
        await assert.rejects(read('none.txt'), toolError('file_not_found'));
        await assert.rejects(read('src'), toolError('target_is_directory'));
        await assert.rejects(read('src/a.bin'), toolError('read_content_failure'));
      });

      it('gives lines of a file, and how many there are', async () => {
        await place.put('a.txt', 'one\r\ntwo\n\nfour');
        const lines = async (path: string, first: number, last: number) =>
          workspace.readLines(await workspace.resolve(path), { first, last, maxLength: 100 }, signal);
        const rest = { encoding: 'utf8', isUnsaved: false };
        assert.deepEqual(await lines('a.txt', 2, 3), { lines: ['two', ''], total: 4, endsInNewline: true, ...rest });
        const all = ['one', 'two', '', 'four'];
        assert.deepEqual(await lines('a.txt', 1, 9), { lines: all, total: 4, endsInNewline: false, ...rest });
        assert.deepEqual((await lines('a.txt', 7, 9)).lines, []);
        await place.put('b.txt', 'one\n');
        assert.deepEqual(await lines('b.txt', 1, 2), { lines: ['one'], total: 1, endsInNewline: true, ...rest });
        await place.put('empty.txt', '');
        assert.equal((await lines('empty.txt', 1, 2)).total, 0);
        await place.put('wide.txt', Buffer.from('\uFEFFä\nö', 'utf16le'));
        assert.deepEqual((await lines('wide.txt', 2, 2)).lines, ['ö']);
        await place.put('a.bin', Buffer.from([1, 0, 10, 3]));
        await assert.rejects(lines('a.bin', 1, 1), toolError('read_content_failure'));
        await assert.rejects(lines('none.txt', 1, 1), toolError('file_not_found'));
      });

      it('gives the first bytes of a file', async () => {
        await place.put('a.bin', Buffer.from([1, 2, 3, 0, 5]));
        const bytes = async (path: string, limit: number) => [
          ...(await workspace.readBytes(await workspace.resolve(path), limit)),
        ];
        assert.deepEqual(await bytes('a.bin', 3), [1, 2, 3]);
        assert.deepEqual(await bytes('a.bin', 100), [1, 2, 3, 0, 5]);
        await assert.rejects(bytes('none.bin', 1), toolError('file_not_found'));
      });

      it('lists a directory', async () => {
        await place.put('list/a.txt', 'four');
        await place.put('list/b/c.txt', '');
        const entries = await workspace.list(await workspace.resolve('list'));
        assert.deepEqual(
          [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)),
          [
            { name: 'a.txt', type: 'file', size: 4 },
            { name: 'b', type: 'directory', size: 0 },
          ],
        );
        await assert.rejects(workspace.list(await workspace.resolve('none')), toolError('file_not_found'));
      });
    });

    describe('with ignore files', () => {
      beforeEach(async () => {
        await place.put('.gitignore', '*.log\n/build/\n!keep.log\n');
        await place.put('sub/.gitignore', '/only-here\n*.tmp\n!*.log\n');
        await place.put('.geminiignore', 'secret/\n');
      });

      it('excludes as git does, nested files too, and what .geminiignore says', async () => {
        const paths = [
          'a.log',
          'keep.log',
          'build/',
          'build/x.ts',
          'x/build/',
          'sub/a.log',
          'sub/only-here',
          'only-here',
        ];
        const ignored = await workspace.ignored(
          await workspace.resolve('.'),
          [...paths, 'sub/deep/b.tmp', 'b.tmp', 'secret/', 'secret/key'],
          { git: true, gemini: true },
        );
        const expected = ['a.log', 'build/', 'build/x.ts', 'sub/only-here', 'sub/deep/b.tmp', 'secret/', 'secret/key'];
        assert.deepEqual([...ignored].sort(), expected.sort());
      });

      it('excludes by either kind alone', async () => {
        const base = await workspace.resolve('.');
        const ask = async (git: boolean, gemini: boolean) => [
          ...(await workspace.ignored(base, ['a.log', 'secret/key'], { git, gemini })),
        ];
        assert.deepEqual(await ask(true, false), ['a.log']);
        assert.deepEqual(await ask(false, true), ['secret/key']);
        assert.deepEqual(await ask(false, false), []);
      });

      it('takes paths below another directory', async () => {
        const ignored = await workspace.ignored(await workspace.resolve('sub'), ['only-here', 'a.log'], {
          git: true,
          gemini: true,
        });
        assert.deepEqual([...ignored], ['only-here']);
      });

      it('finds and searches only what is not excluded', async () => {
        for (const path of ['a.ts', 'a.log', 'keep.log', 'build/b.ts', 'sub/c.ts', 'sub/c.tmp', 'secret/d.ts']) {
          await place.put(path, 'needle');
        }
        assert.deepEqual(await find('**/*.ts'), { files: ['a.ts', 'sub/c.ts'], ignored: 2 });
        assert.deepEqual((await find('**/*.ts', { respectGeminiIgnore: false })).files, [
          'a.ts',
          'secret/d.ts',
          'sub/c.ts',
        ]);
        assert.deepEqual((await find('**/*.log', { respectGitIgnore: false })).files, ['a.log', 'keep.log']);
        assert.deepEqual((await find('*.ts', { in: 'sub' })).files, ['c.ts']);
        assert.deepEqual(await linesOf('needle', { include: '*.ts' }), ['a.ts:1 needle', 'sub/c.ts:1 needle']);
        assert.deepEqual(await linesOf('needle', { in: 'sub' }), ['c.ts:1 needle']);
        assert.equal((await search('needle', { respectIgnore: false })).matches, 7);
      });

      it('lets .geminiignore take back what git ignores', async () => {
        await place.put('.geminiignore', '!a.log\n');
        await place.put('a.log', 'needle');
        await place.put('b.log', 'needle');
        assert.deepEqual((await find('*.log')).files, ['a.log']);
        assert.deepEqual(await linesOf('needle'), ['a.log:1 needle']);
      });
    });

    describe('finding', () => {
      it('matches globs below the base, hidden files too', async () => {
        for (const path of ['a.ts', 'B.TS', 'src/c.ts', 'src/deep/d.tsx', '.hidden/e.ts', 'x.md'])
          await place.put(path, '');
        assert.deepEqual((await find('*.ts')).files, ['a.ts']);
        assert.deepEqual((await find('*.ts', { isCaseSensitive: false })).files, ['B.TS', 'a.ts']);
        assert.deepEqual((await find('**/*.{ts,tsx}')).files, ['.hidden/e.ts', 'a.ts', 'src/c.ts', 'src/deep/d.tsx']);
        assert.deepEqual((await find('deep/*', { in: 'src' })).files, ['deep/d.tsx']);
        assert.deepEqual(await find('nothing'), { files: [], ignored: 0 });
      });

      it('leaves out .git and node_modules', async () => {
        for (const path of ['.git/config', 'node_modules/m/index.js', 'p/node_modules/m/index.js', 'src/a.js']) {
          await place.put(path, '');
        }
        assert.deepEqual((await find('**/{*.js,config}')).files, ['src/a.js']);
      });

      it('takes odd names', async () => {
        const names = ['a b.ts', '-x.ts', 'new\nline.ts', 'ü🎉.ts', '[id].ts', '"q".ts'];
        for (const name of names) await place.put(`odd/${name}`, '');
        assert.deepEqual((await find('odd/*.ts')).files, names.map(name => `odd/${name}`).sort());
      });

      it('rejects when it is aborted', async () => {
        const base = await workspace.resolve('.');
        const request = { pattern: '**', isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true };
        await assert.rejects(workspace.find({ base, ...request }, AbortSignal.abort()), { name: 'AbortError' });
      });
    });

    describe('searching', () => {
      beforeEach(async () => {
        await place.put('a.txt', 'one\r\nTwo (2)\nthree\nfour\nfive\n');
        await place.put('src/b.ts', 'two\ntwo two\n-v\n');
        await place.put('c.bin', Buffer.from([0, 116, 119, 111, 10, 0]));
      });

      it('finds lines by regular expression or literally', async () => {
        assert.deepEqual(await linesOf('[Tt]wo'), ['a.txt:2 Two (2)', 'src/b.ts:1 two', 'src/b.ts:2 two two']);
        assert.deepEqual(await linesOf('^tWo', { isCaseSensitive: false, include: 'a.*' }), ['a.txt:2 Two (2)']);
        assert.deepEqual(await linesOf('(2)', { isLiteral: true }), ['a.txt:2 Two (2)']);
        assert.deepEqual(await linesOf('one$'), ['a.txt:1 one']);
        assert.deepEqual(await linesOf('-v'), ['src/b.ts:3 -v']);
        assert.deepEqual(await search('nowhere'), { files: [], matches: 0, isCut: false });
      });

      it('looks only at the files that are wanted', async () => {
        assert.deepEqual(await linesOf('two|Two', { include: '*.ts' }), ['src/b.ts:1 two', 'src/b.ts:2 two two']);
        assert.deepEqual(await linesOf('two|Two', { include: 'src/**' }), ['src/b.ts:1 two', 'src/b.ts:2 two two']);
        assert.deepEqual(await linesOf('two|Two', { exclude: '*.ts' }), ['a.txt:2 Two (2)']);
        assert.deepEqual(await linesOf('two|Two', { exclude: 'src/' }), ['a.txt:2 Two (2)']);
        assert.deepEqual(await linesOf('two|Two', { in: 'src' }), ['b.ts:1 two', 'b.ts:2 two two']);
      });

      it('adds the lines around', async () => {
        assert.deepEqual(await linesOf('Two|four', { before: 1, after: 1 }), [
          'a.txt-1 one',
          'a.txt:2 Two (2)',
          'a.txt-3 three',
          'a.txt:4 four',
          'a.txt-5 five',
        ]);
      });

      it('stops at the limits and says so', async () => {
        const cut = await search('two', { isCaseSensitive: false, maxMatches: 2 });
        assert.deepEqual([cut.matches, cut.isCut], [2, true]);
        const all = await search('two', { isCaseSensitive: false, maxMatches: 3 });
        assert.deepEqual([all.matches, all.isCut], [3, false]);
        const each = await search('two', { isCaseSensitive: false, maxMatchesPerFile: 1 });
        assert.deepEqual([each.matches, each.files.length], [2, 2]);
      });

      it('refuses a bad pattern', async () => {
        await assert.rejects(search('(unclosed'), toolError('grep_execution_error'));
      });

      it('rejects when it is aborted', async () => {
        const base = await workspace.resolve('.');
        const plain = {
          isLiteral: false,
          isCaseSensitive: true,
          respectIgnore: true,
          maxMatches: 1,
          before: 0,
          after: 0,
        };
        await assert.rejects(workspace.search({ ...plain, base, pattern: 'x' }, AbortSignal.abort()), {
          name: 'AbortError',
        });
      });
    });
  });
}
