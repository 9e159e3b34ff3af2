import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('pollux, headless, with mentions in the prompt,', () => {
  const at = HeadlessPlace.use();
  const put = (path: string, content: string | Uint8Array) => at.scratch.put(`home/work/${path}`, content);
  /** What went to the model besides the prompt, in a run that answers at once. */
  const send = async (prompt: string, ...args: readonly string[]) => {
    at.server.reply(text('Hi.'));
    const { code, err } = await runCommand(['-p', prompt, '--trust', ...args], at.with());
    assert.equal(code, 0, err);
    const parts = at.server.requests.at(-1)?.contents.findLast(({ role }) => role === 'user')?.parts ?? [];
    const said = parts.findIndex(part => part.text === prompt);
    assert.ok(said >= 0);
    const more = parts.slice(said + 1);
    return { err, files: more.map(part => part.text ?? (part.inlineData as { mimeType: string }).mimeType) };
  };

  it('sends the files that are named, escaped, quoted, in any script and at the end of a sentence', async () => {
    for (const name of ['src/a.ts', 'my file.txt', 'Übersicht (1).md', '文档.md']) await put(name, `This is ${name}`);
    const { files, err } = await send('@src/a.ts, @my\\ file.txt and @"Übersicht (1).md" (see @文档.md).');
    assert.deepEqual(files, [
      'Attached by the user: src/a.ts\n<attachment>\nThis is src/a.ts\n</attachment>',
      'Attached by the user: my file.txt\n<attachment>\nThis is my file.txt\n</attachment>',
      'Attached by the user: Übersicht (1).md\n<attachment>\nThis is Übersicht (1).md\n</attachment>',
      'Attached by the user: 文档.md\n<attachment>\nThis is 文档.md\n</attachment>',
    ]);
    assert.equal(err, '');
  });

  it('sends folders, patterns, lines and pictures', async () => {
    await put('src/a.ts', 'one\ntwo\nthree\n');
    await put('src/deep/b.ts', 'b');
    await put('src/dist/c.js', 'built');
    await put('logo.png', PNG);
    const { files } = await send('@src/ @src/**/b* @src/a.ts#L2-3 @logo.png');
    assert.deepEqual(files, [
      'Attached by the user: src/\n<attachment>\n--- src/a.ts ---\none\ntwo\nthree\n\n--- src/deep/b.ts ---\nb\n</attachment>',
      'Attached by the user: src/**/b*\n<attachment>\n--- src/deep/b.ts ---\nb\n</attachment>',
      'Attached by the user: src/a.ts, lines 2-3\n<attachment>\ntwo\nthree\n</attachment>',
      'Attached by the user: logo.png\n<attachment>\n[image (image/png), attached]\n</attachment>',
      'image/png',
    ]);
  });

  it('leaves what names nothing as it is', async () => {
    const { files, err } = await send('@Component({}) of @ada, ada@example.com, @types/node and @app.route("/")');
    assert.deepEqual(files, []);
    assert.equal(err, '');
  });

  it('says that what only an editor has does not exist here, unless a file is called so', async () => {
    await put('terminal', 'A file');
    const { files, err } = await send('Explain @selection, @problems, @symbol:add and @terminal.');
    assert.deepEqual(files, ['Attached by the user: terminal\n<attachment>\nA file\n</attachment>']);
    for (const name of ['@selection', '@problems', '@symbol:add'])
      assert.ok(err.includes(`${name} isn’t attached: It’s only available in the editor.`), err);
  });

  it('says what is missing, outside of the workspace, or looks like a secret, and sends the rest', async () => {
    await at.scratch.put('home/other/x.txt', 'Outside');
    await at.scratch.link('home/work/way', at.scratch.absolute('home/other'));
    await put('.env', 'KEY=canary');
    await put('a.md', 'Inside');
    const prompt = '@a.md @gone.md @../other/x.txt @way/x.txt @~/x @/etc/passwd @.env';
    const { files, err } = await send(prompt);
    assert.equal(files.length, 1);
    assert.match(err, /@gone\.md isn’t attached: There is no such file/);
    for (const outside of ['@../other/x.txt', '@way/x.txt', '@/etc/passwd']) {
      assert.ok(err.includes(`${outside} isn’t attached: It’s outside the workspace.`), err);
    }
    assert.match(err, /@~\/x isn’t attached/);
    assert.match(err, /@\.env isn’t attached/);
    assert.doesNotMatch(JSON.stringify(at.server.requests.at(-1)?.body), /canary|Outside|root:/);
  });

  it('reads what is named although it is ignored, and of folders what is not', async () => {
    await put('.gitignore', 'log/\n');
    await put('.geminiignore', 'private.md\n');
    await put('log/a.txt', 'Logged');
    await put('private.md', 'Private');
    await put('open.md', 'Open');
    const { files } = await send('@log/a.txt @private.md @*.md');
    assert.match(files[0] ?? '', /Logged/);
    assert.match(files[1] ?? '', /Private/);
    assert.doesNotMatch(files[2] ?? '', /Private/);
    assert.match(files[2] ?? '', /Open/);
  });

  it('sends what git says was changed, and asks before it fetches a page', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
        cwd: at.scratch.absolute('home/work'),
      });
    git('init', '-q');
    assert.match((await send('See @changes')).err, /^@changes isn’t attached: There is no commit yet\.$/m);
    git('add', '.');
    git('commit', '-qm', 'One');
    await put('note.txt', 'changed\n');
    await put('größe.txt', 'new\n');
    const { files, err } = await send(
      'See @changes and @https://example.invalid/page.',
      '--allowed-tools',
      'run_shell_command',
    );
    assert.equal(files.length, 1, err);
    assert.match(
      files[0] ?? '',
      /^Attached by the user: changes, git diff HEAD[^]*\$ git status --short\n M note\.txt\n\?\? größe\.txt[^]*\+changed/,
    );
    assert.match(err, /@https:\/\/example\.invalid\/page\.? isn’t attached/);
  });

  it('reads nothing that a rule forbids', async () => {
    await put('a.md', 'Inside');
    await at.scratch.put(
      'home/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "read_many_files"\ndecision = "deny"\npriority = 9\n',
    );
    const { files, err } = await send('@a.md');
    assert.deepEqual(files, []);
    assert.match(err, /@a\.md isn’t attached: A policy rule denies this/);
  });

  it('reads no file that a rule keeps from being read, and says what is no file', async () => {
    await put('a.md', 'Inside');
    await put('keys/b.md', 'Inside');
    execFileSync('mkfifo', [at.scratch.absolute('home/work/pipe')]);
    await at.scratch.put(
      'home/.gemini/policies/a.toml',
      '[[rule]]\ntoolName = "read_file"\nargsPattern = "keys/"\ndecision = "deny"\npriority = 9\n',
    );
    await put('data.bin', Buffer.from([0, 1, 0, 2]));
    await put('big.txt', Buffer.alloc(21 * 1024 * 1024, 'a'));
    const { files, err } = await send('@keys/b.md @a.md @pipe @data.bin @big.txt');
    assert.equal(files.length, 1, err);
    assert.match(err, /@data\.bin isn’t attached: It isn’t text\./);
    assert.match(err, /@big\.txt isn’t attached: It’s larger than 20 MB\./);
    assert.match(err, /@keys\/b\.md isn’t attached: A policy rule denies this/);
    assert.match(err, /@pipe isn’t attached: It is neither a file nor a folder/);
  });
}).timeout(60_000);
