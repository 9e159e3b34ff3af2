import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { call, text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux, headless, with memory files,', () => {
  const at = HeadlessPlace.use();
  const run = (...args: readonly string[]) => runCommand(['-p', 'Hi', ...args], at.with());
  const runWith = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    runCommand(['-p', 'Hi', ...args], at.with({ GEMINI_API_KEY: 'good', ...env }));
  const system = (index = 0) => {
    const parts = (at.server.requests[index]?.body.systemInstruction as { parts: { text: string }[] }).parts;
    return parts.map(part => part.text).join('');
  };
  const sent = (index = 0) => JSON.stringify(at.server.requests[index]?.body);
  const put = (path: string, content: string) => at.scratch.put(`home/${path}`, content);

  it('tells the model what the documents say, in their order and form', async () => {
    await put('.gemini/GEMINI.md', '## Gemini Added Memories\n- I like tabs.\n');
    await put('work/GEMINI.md', '# Rules\n@./docs/style.md\n`@./docs/no.md`\n@./docs/gone.md\n');
    await put('work/docs/style.md', 'Two blanks. @./names.md');
    await put('work/docs/names.md', 'camelCase');
    await put('work/docs/no.md', 'not imported');
    await put('work/src/GEMINI.md', 'Of src.');
    await put('work/AGENTS.md', 'For any agent.');
    at.server.reply(text('Hi.'));
    const { code, err } = await run('--trust');
    assert.equal(code, 0);
    assert.equal(
      system().slice(system().indexOf('--- Context')),
      [
        '--- Context from: ../.gemini/GEMINI.md ---',
        '## Gemini Added Memories\n- I like tabs.',
        '--- End of Context from: ../.gemini/GEMINI.md ---',
        '',
        '--- Context from: GEMINI.md ---',
        '# Rules',
        '<!-- Imported from: ./docs/style.md -->',
        'Two blanks. <!-- Imported from: ./names.md -->',
        'camelCase',
        '<!-- End of import from: ./names.md -->',
        '<!-- End of import from: ./docs/style.md -->',
        '`@./docs/no.md`',
        '<!-- Import failed: ./docs/gone.md - File not found -->',
        '--- End of Context from: GEMINI.md ---',
        '',
        '--- Context from: AGENTS.md ---',
        'For any agent.',
        '--- End of Context from: AGENTS.md ---',
        '',
        '--- Context from: src/GEMINI.md ---',
        'Of src.',
        '--- End of Context from: src/GEMINI.md ---',
      ].join('\n'),
    );
    assert.match(err, /work\/GEMINI\.md:4: @\.\/docs\/gone\.md isn't imported: File not found/);
  });

  it('reads none of a folder that is not trusted', async () => {
    await put('.gemini/GEMINI.md', 'Mine.');
    await put('work/GEMINI.md', 'Theirs.');
    await put('work/CLAUDE.md', 'Theirs.');
    at.server.reply(text('Hi.'));
    await run();
    assert.match(system(), /Mine\./);
    assert.doesNotMatch(sent(), /Theirs/);
  });

  it('reads those of added folders unless settings say not to', async () => {
    await put('lib/GEMINI.md', 'Of lib.');
    const added = ['--trust', '--include-directories', at.scratch.absolute('home/lib')];
    at.server.reply(text('Hi.')).reply(text('Hi.'));
    await run(...added);
    await at.user({ context: { loadMemoryFromIncludeDirectories: false } });
    await run(...added);
    assert.match(system(0), /--- Context from: \.\.\/lib\/GEMINI\.md ---\nOf lib\./);
    assert.doesNotMatch(sent(1), /Of lib/);
  });

  it('gives the rules of other agents, those about some files with what is read of these', async () => {
    await put('work/.claude/rules/all.md', 'Rule of all.');
    await put('work/.github/instructions/notes.instructions.md', '---\napplyTo: "**/*.txt"\n---\nRule of texts.');
    await put('work/.claude/rules/code.md', '---\npaths: ["src/**"]\n---\nRule of code.');
    at.server.reply(call('read_file', { file_path: 'note.txt' })).reply(text('Hi.'));
    const { err } = await run('--trust');
    assert.equal(err, '');
    assert.match(sent(0), /Rule of all/);
    assert.doesNotMatch(sent(0), /Rule of texts/);
    assert.match(sent(1), /Rule of texts/);
    assert.doesNotMatch(sent(1), /Rule of code/);
  });

  it('says which globs of a rule and which links in a circle it can not use', async () => {
    await put(
      'work/.github/instructions/a.instructions.md',
      `---\ndescription: x\napplyTo: "${'{a,b}'.repeat(99)}"\n---\nA`,
    );
    await put('work/.claude/rules/slow.md', `---\npaths: ["${'*a'.repeat(99)}b"]\n---\nB`);
    await put(`work/${'a'.repeat(99)}.txt`, 'one');
    await at.scratch.link('home/work/GEMINI.md', at.scratch.absolute('home/work/GEMINI.md'));
    at.server.reply(call('read_file', { file_path: `${'a'.repeat(99)}.txt` })).reply(text('Hi.'));
    const { err } = await run('--trust');
    assert.match(err, /a\.instructions\.md:3: The glob stands for too many/);
    assert.match(err, /GEMINI\.md: It can't be read: it is a link that leads in a circle/);
    assert.equal(at.server.requests.length, 2);
  });

  it('reads those of an added folder only if it is trusted as well', async () => {
    await put('lib/GEMINI.md', 'Of lib.');
    await put('work/GEMINI.md', 'Of work.');
    await put('.gemini/trustedFolders.json', JSON.stringify({ [at.scratch.absolute('home/work')]: 'TRUST_FOLDER' }));
    at.server.reply(text('Hi.'));
    await run('--include-directories', at.scratch.absolute('home/lib'));
    assert.match(system(), /Of work/);
    assert.doesNotMatch(sent(), /Of lib/);
  });

  it('goes by settings, also by their former names, and by variables', async () => {
    await put('work/TEAM.md', 'Of the team. @./more.md');
    await put('work/more.md', 'More.');
    await put('work/GEMINI.md', 'Not read.');
    await put('work/AGENTS.md', 'Not read.');
    await at.user({ contextFileName: 'TEAM.md', memoryImportFormat: 'flat' });
    at.server.reply(text('Hi.'));
    await runWith({ POLLUX_MEMORY_AGENTS: 'false' }, '--trust');
    assert.match(
      system(),
      /--- File: TEAM\.md ---\nOf the team\. @\.\/more\.md\n--- End[^]*--- File: more\.md ---\nMore\./,
    );
    assert.doesNotMatch(sent(), /Not read/);
  });

  it('does not let a workspace choose how far up is looked', async () => {
    await at.scratch.put('GEMINI.md', 'Of the machine.');
    await at.workspace({ context: { memoryBoundaryMarkers: ['home'] } });
    at.server.reply(text('Hi.'));
    await run('--trust');
    assert.doesNotMatch(sent(), /Of the machine/);
  });

  it('adds those of a folder that a tool is at, and leaves the instructions as they are', async () => {
    await at.user({ context: { discoveryMaxDirs: 0 } });
    await put('work/src/GEMINI.md', 'Of src.');
    await put('work/src/a.ts', 'let a;');
    at.server.reply(call('read_file', { file_path: 'src/a.ts' })).reply(text('Done.'));
    await run('--trust');
    assert.doesNotMatch(sent(0), /Of src/);
    assert.equal(system(1), system(0));
    assert.match(JSON.stringify(at.server.requests[1]?.contents), /--- Context from: src\/GEMINI\.md ---\\nOf src\./);
  });

  it('remembers where the next run reads, for all projects or this one', async () => {
    await at.user({ context: { fileName: ['TEAM.md'] } });
    const remember = (fact: string, scope?: string) => call('save_memory', { fact, ...(scope && { scope }) });
    at.server
      .reply(remember('Likes tea.'))
      .reply(remember('Uses make.', 'project'))
      .reply(text('Done.'))
      .reply(text('Hi.'));
    await run('--trust', '--allowed-tools', 'save_memory');
    await run('--trust');
    assert.match(String(await at.scratch.bytes('home/.gemini/TEAM.md')), /^## Gemini Added Memories\n- Likes tea\.\n$/);
    assert.match(String(await at.scratch.bytes('home/work/TEAM.md')), /- Uses make\./);
    assert.match(system(3), /\.gemini\/TEAM\.md ---[^]*Likes tea\.[^]*--- Context from: TEAM\.md ---[^]*Uses make\./);
  });

  it('does not let a workspace name files of the user’s that are no memory', async () => {
    await put('.gemini/oauth_creds.json', '{"token":"SECRET"}');
    await put('work/.env', 'KEY=SECRET');
    await at.workspace({
      context: { fileName: ['oauth_creds.json', '.env', '../.gemini/oauth_creds.json', '../other.md'] },
    });
    await put('other.md', 'SECRET');
    at.server.reply(call('save_memory', { fact: 'x' })).reply(text('Hi.'));
    await run('--trust', '--allowed-tools', 'save_memory');
    assert.doesNotMatch(sent(), /SECRET/);
    assert.equal(String(await at.scratch.bytes('home/.gemini/oauth_creds.json')), '{"token":"SECRET"}');
    assert.match(String(await at.scratch.bytes('home/.gemini/GEMINI.md')), /- x/);
  });

  it('reads nothing out of the project, and does not wait for what never ends', async () => {
    await put('secret.txt', 'SECRET');
    await put('work/GEMINI.md', '@../secret.txt @./pipe.md @./link.md @./.env Rules.');
    await put('work/.env', 'KEY=SECRET');
    await at.scratch.link('home/work/link.md', at.scratch.absolute('home/secret.txt'));
    await at.scratch.link('home/work/CLAUDE.md', at.scratch.absolute('home/secret.txt'));
    execFileSync('mkfifo', [at.scratch.absolute('home/work/pipe.md'), at.scratch.absolute('home/work/AGENTS.md')]);
    at.server.reply(text('Hi.'));
    const { code, err } = await run('--trust');
    assert.equal(code, 0);
    assert.doesNotMatch(sent(), /SECRET/);
    assert.match(system(), /pipe\.md - it isn't a file.*Rules\./);
    assert.match(err, /AGENTS\.md: It can't be read: it isn't a file/);
    assert.match(err, /CLAUDE\.md: It leads out of the project/);
  });

  it('answers /memory without asking a model', async () => {
    await put('work/GEMINI.md', 'Rules.');
    const memory = (...args: readonly string[]) => runCommand(['-p', ...args, '--trust'], at.with({}));
    assert.match((await memory('/memory list')).out, /work\/GEMINI\.md`: workspace folder, about 2 tokens\n$/);
    assert.match((await memory('/memory add --project Uses make')).out, /Remembered in .*work\/GEMINI\.md/);
    assert.match((await memory('/memory')).out, /Rules\.\n\n## Gemini Added Memories\n- Uses make\n/);
    const { code, err } = await memory('/memory forget');
    assert.deepEqual([code, err.includes('not “forget”')], [42, true]);
    assert.equal(at.server.requests.length, 0);
  });

  it('adds nothing to a folder that is not trusted', async () => {
    const { code, err } = await runCommand(['-p', '/memory add --project x'], at.with({}));
    assert.equal(code, 42);
    assert.match(err, /isn't trusted/);
    assert.equal(await at.scratch.bytes('home/work/GEMINI.md'), null);
  });

  it('leaves out what the user has left out in the editor', async () => {
    await put('work/GEMINI.md', 'Rules.');
    await put('work/AGENTS.md', 'Others.');
    await put('.pollux/memory.json', JSON.stringify({ leftOut: [at.scratch.absolute('home/work/GEMINI.md')] }));
    at.server.reply(text('Hi.'));
    await run('--trust');
    assert.doesNotMatch(sent(), /Rules/);
    assert.match(system(), /Others\./);
  });

  it('takes instructions of the user’s own, which it can also write', async () => {
    await put('work/GEMINI.md', 'Rules.');
    await put('work/.gemini/system.md', 'Be a poet.');
    await put('mine.md', 'Be a clerk.');
    for (let i = 0; i < 3; i++) at.server.reply(text('Hi.'));
    await runWith({ GEMINI_SYSTEM_MD: 'true' }, '--trust');
    await runWith({ GEMINI_SYSTEM_MD: at.scratch.absolute('home/mine.md') }, '--trust');
    await runWith({ GEMINI_SYSTEM_MD: 'true', GEMINI_WRITE_SYSTEM_MD: '../out/system.md' });
    assert.match(system(0), /^Be a poet\.\n\n# Memory[^]*Rules\./);
    assert.match(system(1), /^Be a clerk\./);
    assert.match(system(2), /^You are Pollux/);
    assert.equal(String(await at.scratch.bytes('home/out/system.md')), system(2));
  });

  it('makes no request where these are missing', async () => {
    const { code, err } = await runWith({ GEMINI_SYSTEM_MD: 'true' }, '--trust');
    assert.equal(code, 52);
    assert.match(err, /GEMINI_SYSTEM_MD: .*system\.md can't be read/);
    assert.equal(at.server.requests.length, 0);
  });
});
