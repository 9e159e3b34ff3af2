import assert from 'node:assert/strict';
import { initAction } from '../../../../src/context/commands/actions/init';
import { memoryAction } from '../../../../src/context/commands/actions/memory';
import type { MemoryFile, MemoryFound } from '../../../../src/context/memory/memoryFile';

const file = (path: string, more: Partial<MemoryFile> = {}): MemoryFile => ({
  path,
  name: path,
  family: 'memory',
  place: 'folder',
  importsFrom: '/w',
  text: 'Use tabs.',
  tree: { path, imports: [] },
  identity: path,
  isLeftOut: false,
  ...more,
});

const found: MemoryFound = {
  files: [
    file('/home/GEMINI.md', { place: 'home', text: 'a ``` b' }),
    file('/w/AGENTS.md', { family: 'agents' }),
    file('/w/CLAUDE.md', { family: 'claude', isLeftOut: true, text: '' }),
  ],
  problems: [{ file: '/w/AGENTS.md', line: 3, severity: 'error', message: 'It is wrong.' }],
};

describe('/memory', () => {
  const remembered: [string, string][] = [];
  beforeEach(() => remembered.splice(0));
  const run = async (args: string, of = found) => {
    const result = await memoryAction({
      files: async () => of,
      remember: async (fact, scope) => {
        remembered.push([fact, scope]);
        return `/${scope}.md`;
      },
      tokens: text => text.length,
      pathFor: path => path.slice(1),
    })(args);
    return result.kind === 'notice' ? result.text : result.kind;
  };

  it('shows what the model is told, file by file, whatever is in it', async () => {
    assert.equal(await run(''), await run('show'));
    assert.equal(
      await run('show'),
      '**home/GEMINI.md**\n\n````\na ``` b\n````\n\n**w/AGENTS.md**\n\n```\nUse tabs.\n```',
    );
  });

  it('lists the files with why they count, how much they take, and what is wrong with them', async () => {
    const text = await run('list');
    assert.match(text, /- `home\/GEMINI\.md`: your home folder, about 7 tokens\n/);
    assert.match(text, /- `w\/AGENTS\.md`: for any agent, workspace folder, about 9 tokens\n/);
    assert.match(text, /- `w\/CLAUDE\.md`: for Claude, workspace folder, left out\n/);
    assert.match(text, /- `w\/AGENTS\.md:3`: It is wrong\.$/);
  });

  it('looks again', async () => {
    assert.match(await run('refresh'), /^2 memory files, about 16 tokens\./);
    assert.equal(await run('reload'), await run('refresh'));
  });

  it('says where there are none', async () => {
    for (const args of ['', 'list'])
      assert.match(await run(args, { files: [], problems: [] }), /There are no memory files/);
  });

  it('adds a fact, for everything or for this project', async () => {
    assert.equal(await run('add I like tea'), 'Remembered in `global.md`.');
    assert.equal(await run('add --project It uses make'), 'Remembered in `project.md`.');
    assert.deepEqual(remembered, [
      ['I like tea', 'global'],
      ['It uses make', 'project'],
    ]);
    await assert.rejects(run('add'), /Type what to remember/);
    await assert.rejects(run('forget'), /show, list, refresh or add, not “forget”/);
  });
});

describe('/init', () => {
  const run = (existing: readonly string[], name: string | null = 'GEMINI.md') =>
    initAction({ name: () => name, exists: async each => existing.includes(each) })('');

  it('has the model write a short file, which names what is read anyway', async () => {
    const result = await run(['AGENTS.md']);
    assert.ok(result.kind === 'prompt' && typeof result.prompt !== 'function');
    assert.match(
      JSON.stringify(result.prompt),
      /Write GEMINI\.md for this project with write_file.*40 lines.*AGENTS\.md is read anyway/,
    );
    const [typed] = result.prompt;
    assert.ok(typed?.type === 'text' && typed.text === '/init', 'the conversation shows what was typed');
  });

  it('does nothing where there is one, or no folder', async () => {
    const result = await run(['GEMINI.md']);
    assert.equal(result.kind === 'notice' && result.text, 'GEMINI.md already exists.');
    await assert.rejects(Promise.resolve(run([], null)), /No folder is open/);
  });
});
