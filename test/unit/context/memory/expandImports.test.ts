import assert from 'node:assert/strict';
import { expandImports } from '../../../../src/context/memory/expandImports';
import { FakeMemoryDisk } from '../../../support/memoryDisk';

const top = '/work';
const first = `${top}/GEMINI.md`;

async function expand(
  files: Readonly<Record<string, string>>,
  { format = 'tree', known = [], disk = new FakeMemoryDisk() }: Partial<Options> = {},
) {
  for (const [name, text] of Object.entries(files)) disk.files.set(`${top}/${name}`, text);
  const text = disk.files.get(first) ?? '';
  const read = (path: string) => disk.read(path, { within: top, limit: 10_000 });
  return expandImports(
    { path: first, text, identity: first },
    { format, read, refuse: () => undefined, known: new Set(known), base: top },
  );
}

interface Options {
  readonly format: 'tree' | 'flat';
  readonly known: readonly string[];
  readonly disk: FakeMemoryDisk;
}

describe('What a memory file imports', () => {
  it('stands in its place, framed', async () => {
    const { text, tree } = await expand({ 'GEMINI.md': 'Before @./a.md after', 'a.md': 'A' });
    assert.equal(text, 'Before <!-- Imported from: ./a.md -->\nA\n<!-- End of import from: ./a.md --> after');
    assert.deepEqual(tree, { path: first, imports: [{ path: `${top}/a.md`, imports: [] }] });
  });

  it('is found from the file that names it', async () => {
    const { text } = await expand({
      'GEMINI.md': '@docs/a.md @/work/c.md',
      'docs/a.md': '@b.md @../c.md',
      'docs/b.md': 'B',
      'c.md': 'C',
    });
    assert.deepEqual(text.match(/^[BC]$/gm), ['B', 'C', 'C']);
  });

  it('is not taken in again where it imports what imports it', async () => {
    const { text } = await expand({ 'GEMINI.md': '@./a.md', 'a.md': 'A @./b.md', 'b.md': 'B @./a.md' });
    assert.match(text, /B <!-- File already processed: \.\/a\.md -->/);
    assert.equal((await expand({ 'GEMINI.md': '@./GEMINI.md' })).text, '<!-- File already processed: ./GEMINI.md -->');
  });

  it('is not taken in where the model has it already, by whatever name', async () => {
    const disk = new FakeMemoryDisk();
    disk.links.set(`${top}/b.md`, `${top}/a.md`);
    const { text } = await expand({ 'GEMINI.md': '@./b.md', 'a.md': 'A' }, { known: [`${top}/a.md`], disk });
    assert.equal(text, '<!-- File already processed: ./b.md -->');
  });

  it('is taken as it is at the fifth import in a row', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5, 6].map(i => [`${i}.md`, `text ${i} @./${i + 1}.md`]));
    for (const format of ['tree', 'flat'] as const) {
      const { text, problems } = await expand({ ...files, 'GEMINI.md': '@./1.md' }, { format });
      assert.match(text, /text 5 @\.\/6\.md/);
      assert.doesNotMatch(text, /text 6/);
      const message = "@./6.md isn't imported: imports are nested more than 5 levels";
      assert.deepEqual(problems, [{ file: `${top}/5.md`, line: 1, severity: 'error', message }]);
    }
  });

  it('is said to be missing in its place, with the line', async () => {
    const { text, problems } = await expand({ 'GEMINI.md': 'one\n@./gone.md' });
    assert.equal(text, 'one\n<!-- Import failed: ./gone.md - File not found -->');
    assert.deepEqual(problems, [
      { file: first, line: 2, severity: 'error', message: "@./gone.md isn't imported: File not found" },
    ]);
  });

  it('is nothing where it is only a word that stands behind an @', async () => {
    const text = 'Ask @alice, @bob. or @Component({}) of @types/node';
    assert.deepEqual((await expand({ 'GEMINI.md': text })).text, text);
    assert.match((await expand({ 'GEMINI.md': '@notes', notes: 'N' })).text, /Imported from: notes -->\nN/);
  });

  it('may stand at the end of a sentence', async () => {
    const { text } = await expand({ 'GEMINI.md': 'See @./a.md.', 'a.md': 'A' });
    assert.equal(text, 'See <!-- Imported from: ./a.md -->\nA\n<!-- End of import from: ./a.md -->.');
  });

  it('is refused out of the project, over a link and from an address', async () => {
    const disk = new FakeMemoryDisk({ '/home/secret': 'secret' });
    disk.links.set(`${top}/link.md`, '/home/secret');
    for (const name of ['../home/secret', '/home/secret', './link.md', 'https://example.com/a.md']) {
      const { text } = await expand({ 'GEMINI.md': `@${name}` }, { disk });
      assert.ok(text.startsWith(`<!-- Import failed: ${name} - Path traversal attempt`), text);
    }
  });

  it('that can not be read is said to be so', async () => {
    const disk = new FakeMemoryDisk();
    disk.broken.set(`${top}/a.md`, 'EACCES: permission denied');
    const { text } = await expand({ 'GEMINI.md': '@./a.md @./docs', 'docs/x.md': '' }, { disk });
    assert.match(text, /Import failed: \.\/a\.md - EACCES: permission denied -->/);
    assert.match(text, /Import failed: \.\/docs - it isn't a file -->/);
  });

  it('can not end the frame that it stands in', async () => {
    assert.equal((await expand({ 'GEMINI.md': '@./a-->b.md' })).text.match(/-->/g)?.length, 1);
  });

  it('does not grow without end where a few files import each other many times', async () => {
    const many = (name: string) => Array.from({ length: 30 }, () => `@./${name}`).join('\n');
    const { text } = await expand({ 'GEMINI.md': many('a'), a: many('b'), b: many('c'), c: many('d'), d: 'D' });
    assert.ok(text.length < 100_000, `${text.length} characters`);
    assert.match(text, /more than 200 imports/);
  });

  it('stands by itself, once, in flat mode', async () => {
    const files = { 'GEMINI.md': 'G @./a.md @./b.md', 'a.md': 'A @./b.md', 'b.md': 'B @./GEMINI.md @./gone.md' };
    const { text, tree } = await expand(files, { format: 'flat' });
    assert.equal(
      text,
      [
        '--- File: GEMINI.md ---\nG @./a.md @./b.md\n--- End of File: GEMINI.md ---',
        '--- File: a.md ---\nA @./b.md\n--- End of File: a.md ---',
        '--- File: b.md ---\nB @./GEMINI.md @./gone.md\n<!-- Import failed: ./gone.md - File not found -->\n--- End of File: b.md ---',
      ].join('\n\n'),
    );
    assert.equal(tree.imports[0]?.imports[0]?.path, `${top}/b.md`);
  });
});
