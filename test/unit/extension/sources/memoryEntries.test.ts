import assert from 'node:assert/strict';
import type { MemoryFile } from '../../../../src/context/memory/memoryFile';
import { memoryEntries } from '../../../../src/extension/sources/memoryEntries';

const file = (path: string, more: Partial<MemoryFile> = {}): MemoryFile => ({
  path,
  name: path,
  family: 'memory',
  place: 'folder',
  importsFrom: '/w',
  text: 'x'.repeat(40),
  tree: { path, imports: [] },
  identity: path,
  isLeftOut: false,
  ...more,
});

describe('Memory in the view Context', () => {
  const entries = (files: readonly MemoryFile[], near: readonly MemoryFile[] = []) =>
    memoryEntries({ files, problems: [] }, near, ['/w'], '/home/me');

  it('says which files count, why, and about how many tokens they take', () => {
    const listed = entries([
      file('/home/me/.gemini/GEMINI.md', { place: 'home' }),
      file('/w/AGENTS.md', { family: 'agents' }),
      file('/other/GEMINI.md', { place: 'above' }),
    ]);
    assert.deepEqual(
      listed.map(({ label, description }) => [label, description]),
      [
        ['~/.gemini/GEMINI.md', 'your home folder, about 10 tokens'],
        ['AGENTS.md', 'for any agent, workspace folder, about 10 tokens'],
        ['/other/GEMINI.md', 'in a parent folder of the workspace, about 10 tokens'],
      ],
    );
  });

  it('says of instructions for certain files when they count, until they do', () => {
    const rule = file('/w/.github/instructions/ts.instructions.md', { family: 'copilot' });
    const found = { files: [], problems: [], waiting: [{ candidate: rule, globs: ['**/*.ts', '**/*.tsx'] }] };
    const [waiting] = memoryEntries(found, [], ['/w'], '/home/me');
    assert.equal(waiting?.description, 'for Copilot, workspace folder, read with files that match **/*.ts, **/*.tsx');
    const listed = memoryEntries(found, [{ ...rule, place: 'near' }], ['/w'], '/home/me');
    assert.deepEqual(
      listed.map(({ description }) => description),
      ['for Copilot, for folders that tools work in, about 10 tokens'],
    );
  });

  it('shows what each imports, as a tree', async () => {
    const tree = { path: '/w/G.md', imports: [{ path: '/w/a.md', imports: [{ path: '/w/b.md', imports: [] }] }] };
    const [top] = entries([file('/w/G.md', { tree })]);
    const [first] = (await top?.children?.()) ?? [];
    const [second] = (await first?.children?.()) ?? [];
    assert.deepEqual([first?.label, second?.label, second?.children], ['a.md', 'b.md', undefined]);
    assert.equal(second?.file, '/w/b.md');
  });

  it('offers to leave each out, and to include it again', () => {
    const listed = entries([file('/w/a.md'), file('/w/b.md', { isLeftOut: true, text: '' })]);
    assert.deepEqual(
      listed.map(({ contextValue, description }) => [contextValue, description?.split(', ').at(-1)]),
      [
        ['memory.counts', 'about 10 tokens'],
        ['memory.leftOut', 'left out'],
      ],
    );
  });

  it('adds what tools have come upon, once', () => {
    const near = [file('/w/lib/G.md', { place: 'near' }), file('/w/a.md', { place: 'near' })];
    assert.deepEqual(
      entries([file('/w/a.md')], near).map(({ label }) => label),
      ['a.md', 'lib/G.md'],
    );
  });

  it('leads to what is wrong', () => {
    const problems = [{ file: '/w/a.md', line: 3, severity: 'error' as const, message: 'It is wrong.' }];
    const [entry] = memoryEntries({ files: [], problems }, [], ['/w'], '/home/me');
    assert.deepEqual([entry?.label, entry?.description, entry?.line], ['a.md', 'It is wrong.', 3]);
  });
});
