import assert from 'node:assert/strict';
import { ToldEditor } from '../../../../src/agent/context/toldEditor';
import type { EditorFile } from '../../../../src/agent/ports/sessionSettings';
import { text } from '../../../support/gemini/replies';
import { startGeminiServer } from '../../../support/geminiServer';
import { createMemoryWorkspace, MemoryFiles } from '../../../support/memoryWorkspace';
import { openSession, sessionOptions } from '../../../support/testSession';

describe('What the model is told of the editor', () => {
  let files: readonly EditorFile[] | undefined;
  let onDisk: MemoryFiles;
  let told: ToldEditor;
  beforeEach(() => {
    onDisk = new MemoryFiles();
    told = new ToldEditor(() => files, createMemoryWorkspace(onDisk, ['/work']));
  });

  const active = (path: string, line: number, selectedText?: string): EditorFile => ({
    path,
    isActive: true,
    cursor: { line, character: 1 },
    ...(selectedText !== undefined && { selectedText }),
  });
  const news = async () => {
    const said = await told.news();
    return said === undefined ? undefined : (JSON.parse(said.split('\n')[1] ?? '') as Record<string, unknown>);
  };

  it('is all of it at first, and then what has changed', async () => {
    files = [active('/work/a.ts', 3, 'let a'), { path: '/work/b.ts' }];
    assert.deepEqual(await news(), {
      openFiles: ['a.ts', 'b.ts'],
      activeFile: 'a.ts',
      cursor: { line: 3, character: 1 },
      selectedText: 'let a',
    });
    assert.equal(await news(), undefined);
    files = [active('/work/c.ts', 3), { path: '/work/a.ts' }];
    assert.deepEqual(await news(), {
      opened: ['c.ts'],
      closed: ['b.ts'],
      activeFile: 'c.ts',
      selectedText: null,
    });
    told.forget();
    assert.deepEqual((await news())?.openFiles, ['c.ts', 'a.ts']);
  });

  it('is nothing where nothing is open, or the user wants it so', async () => {
    files = [];
    assert.equal(await news(), undefined);
    files = undefined;
    assert.equal(await news(), undefined);
  });

  it('leaves out files of others, of secrets, and those that ignore files exclude', async () => {
    onDisk.put('/work/.geminiignore', 'private/\n');
    files = [
      active('/work/.env', 1, 'KEY=canary'),
      { path: '/elsewhere/x.ts' },
      { path: '/work/private/x.ts' },
      { path: '/work/a.ts' },
    ];
    assert.deepEqual(await news(), { openFiles: ['a.ts'] });
  });

  it('is ten files and 16 kB of a selection at most', async () => {
    const others = Array.from({ length: 11 }, (_, i) => ({
      path: `/work/${i}.ts`,
    }));
    files = [active('/work/a.ts', 1, 'x'.repeat(20_000)), ...others];
    const said = await news();
    assert.equal((said?.openFiles as string[]).length, 10);
    assert.equal((said?.selectedText as string).length, 16_384);
  });

  it('comes before the prompt, and again only with what is new', async () => {
    const server = await startGeminiServer();
    files = [active('/work/a.ts', 3)];
    const workspace = createMemoryWorkspace(onDisk, ['/work']);
    const session = openSession(sessionOptions({ url: server.url, workspace, editor: () => files }));
    for (const prompt of ['one', 'two', 'three']) {
      server.reply(text('Hi.'));
      if (prompt === 'three') files = [active('/work/a.ts', 4)];
      await session.submit([{ type: 'text', text: prompt }]);
    }
    const sent = server.requests.map(({ contents }) => JSON.stringify(contents));
    await server.close();
    assert.equal(sent[0]?.split('activeFile').length, 2);
    assert.equal(sent[1]?.split('activeFile').length, 2);
    assert.match(sent[2] ?? '', /has changed in the editor.*line.*4/);
  });
});
