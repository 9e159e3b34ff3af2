import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, symlink } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { makeTar, makeZip } from '../../support/archives';
import { text } from '../../support/gemini/replies';
import { HeadlessPlace } from '../../support/headlessPlace';
import { runCommand } from '../../support/polluxCommand';

describe('pollux extensions', function () {
  // Each of these runs several commands.
  this.timeout(60_000);
  const at = HeadlessPlace.use();
  const pollux = (...args: readonly string[]) => runCommand(['extensions', ...args], at.with());
  const path = (name: string) => at.scratch.absolute(name);
  const make = (folder: string, more: object = {}) =>
    at.scratch.put(`${folder}/gemini-extension.json`, JSON.stringify({ name: 'acme', version: '1.0.0', ...more }));
  const skill = '---\nname: mail\ndescription: About mail\n---\nSteps.\n';
  const isUsed = async () => {
    at.server.reply(text('Hi.'));
    const { err } = await runCommand(['-p', 'Hi', '--trust'], at.with());
    const system = JSON.stringify(at.server.requests.at(-1)?.body.systemInstruction);
    return [system.includes('`mail`'), err] as const;
  };
  const installed = () => readdir(path('home/.gemini/extensions')).catch(() => []);
  const leftovers = async () =>
    (await readdir(path('home/.pollux')).catch(() => [])).filter(name => /staged|replaced/.test(name));
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', '-C', path(folder), ...args], { stdio: 'pipe' });

  it('installs from a folder after showing all that it brings, and takes it away again', async () => {
    await make('home/src', {
      mcpServers: { x: { command: 'node', args: ['s.js', '--all'] } },
      excludeTools: ['web_fetch'],
      settings: [{ name: 'Key', envVar: 'ACME_KEY', sensitive: true }],
    });
    await at.scratch.put('home/src/GEMINI.md', 'Nice.');
    await at.scratch.put('home/src/skills/mail/SKILL.md', skill);
    await at.scratch.put('home/src/commands/a/b.toml', 'prompt = "x"');
    await at.scratch.put('home/src/policies/a.toml', '');
    const hooks = { hooks: { BeforeTool: [{ matcher: 'replace', hooks: [{ type: 'command', command: './check' }] }] } };
    await at.scratch.put('home/src/hooks/hooks.json', JSON.stringify(hooks));
    const refused = await pollux('install', path('home/src'));
    assert.deepEqual([refused.code, await installed()], [42, []]);
    for (const line of [
      'Memory file GEMINI.md',
      'MCP server x: node s.js --all',
      'Hook at BeforeTool (replace), a command that runs without asking: ./check',
      'Command a/b.toml',
      'Skill mail/SKILL.md',
      'Policy rules a.toml',
      'Excludes the tool web_fetch',
      'Setting ACME_KEY',
    ]) {
      assert.ok(refused.err.includes(line), `${line}\n${refused.err}`);
    }
    const { code, out, err } = await pollux('install', path('home/src'), '--consent');
    assert.deepEqual([code, out], [0, 'The extension "acme" is installed and enabled.\n']);
    assert.match(err, /"Key" isn't set\. Set it with: pollux extensions config acme ACME_KEY/);
    assert.deepEqual(
      JSON.parse(String(await at.scratch.bytes('home/.gemini/extensions/acme/.gemini-extension-install.json'))),
      {
        source: path('home/src'),
        type: 'local',
      },
    );
    assert.match((await pollux('install', path('home/src'), '--consent')).err, /already installed/);
    assert.deepEqual([(await pollux('uninstall', 'acme')).code, await installed(), await leftovers()], [0, [], []]);
    assert.match((await pollux('uninstall', 'acme')).err, /no extension “acme”/);
  });

  it('enables and disables per scope, as Gemini CLI notes it', async () => {
    await make('home/src');
    await at.scratch.put('home/src/skills/mail/SKILL.md', skill);
    await pollux('install', '../src', '--consent');
    assert.deepEqual(await isUsed(), [true, '']);
    await pollux('disable', 'acme');
    assert.deepEqual(await isUsed(), [false, '']);
    await pollux('enable', 'acme', '--scope', 'workspace');
    assert.deepEqual(await isUsed(), [true, '']);
    assert.deepEqual(JSON.parse(String(await at.scratch.bytes('home/.gemini/extensions/extension-enablement.json'))), {
      acme: { overrides: [`!${path('home')}/*`, `${path('home/work')}/*`] },
    });
    assert.equal((await pollux('disable', 'acme', '--scope', 'nowhere')).code, 42);
    await pollux('uninstall', 'acme');
    assert.equal(String(await at.scratch.bytes('home/.gemini/extensions/extension-enablement.json')), '{}\n');
  });

  it('updates from where it came from, and asks again only when it brings more', async () => {
    await make('home/src');
    await pollux('install', path('home/src'), '--consent');
    assert.equal((await pollux('update', 'acme')).out, 'acme: up to date (1.0.0).\n');
    await make('home/src', { version: '1.1.0' });
    assert.equal((await pollux('update', '--all')).out, 'acme: updated, 1.0.0 → 1.1.0.\n');
    await make('home/src', { version: '1.2.0', mcpServers: { x: { url: 'https://example.com' } } });
    const refused = await pollux('update', 'acme');
    assert.equal(refused.code, 42);
    assert.match(refused.err, /includes more than you agreed to[^]*MCP server x: https:\/\/example\.com/);
    assert.match((await pollux('list')).out, /acme \(1\.1\.0\)/);
    assert.match((await pollux('update', 'acme', '--consent')).out, /1\.1\.0 → 1\.2\.0/);
    await make('home/src', { name: 'other', version: '2' });
    assert.match((await pollux('update', 'acme', '--consent')).err, /named other, not acme/);
    assert.deepEqual(await leftovers(), []);
  });

  it('does not use one that was linked and has grown until it is enabled again', async () => {
    await make('home/src');
    await at.scratch.put('home/src/skills/mail/SKILL.md', skill);
    await pollux('link', path('home/src'), '--consent');
    assert.deepEqual(await isUsed(), [true, '']);
    const hooks = { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch ran' }] }] } };
    await at.scratch.put('home/src/hooks/hooks.json', JSON.stringify(hooks));
    const [used, err] = await isUsed();
    assert.equal(used, false);
    assert.match(err, /includes more than you agreed to.*Hook at SessionStart.*touch ran/);
    assert.equal(await at.scratch.bytes('home/work/ran'), null);
    assert.equal((await pollux('enable', 'acme')).code, 42);
    await pollux('enable', 'acme', '--consent');
    assert.deepEqual(await isUsed(), [true, '']);
    await pollux('uninstall', 'acme');
    assert.notEqual(await at.scratch.bytes('home/src/gemini-extension.json'), null);
  });

  it('installs from archives', async () => {
    const entries = [
      { path: 'acme-1/gemini-extension.json', text: '{"name":"acme","version":"1"}' },
      { path: 'acme-1/skills/mail/SKILL.md', text: skill },
    ];
    await at.scratch.put('home/a.zip', makeZip(entries));
    await at.scratch.put('home/a.tar.gz', gzipSync(makeTar(entries)));
    for (const name of ['a.zip', 'a.tar.gz']) {
      assert.equal((await pollux('install', path(`home/${name}`), '--consent')).code, 0);
      assert.deepEqual(await isUsed(), [true, '']);
      await pollux('uninstall', 'acme');
    }
  });

  it('installs from git at a branch', async () => {
    await make('home/repo', { version: '1' });
    git('home/repo', 'init', '-q', '-b', 'main');
    git('home/repo', 'add', '.');
    git('home/repo', 'commit', '-qm', 'one');
    git('home/repo', 'checkout', '-qb', 'next');
    await make('home/repo', { version: '2' });
    await at.scratch.put('home/repo/.git/hooks/post-checkout', '#!/bin/sh\ntouch ran\n');
    git('home/repo', 'commit', '-qam', 'two');
    const url = `file://${path('home/repo')}`;
    assert.equal((await pollux('install', url, '--ref', 'main', '--consent')).code, 0);
    assert.match((await pollux('list')).out, /acme \(1\)[^]*Type: git[^]*Ref: main/);
    assert.match((await pollux('update', 'acme')).out, /up to date/);
    git('home/repo', 'checkout', '-q', 'main');
    git('home/repo', 'merge', '-q', 'next');
    assert.match((await pollux('update', 'acme')).out, /1 → 2/);
    assert.match((await pollux('install', url, '--ref=--upload-pack=x')).err, /Not a branch, tag or commit/);
    assert.match((await pollux('install', 'ext::sh -c touch% x')).err, /no folder or archive/);
    assert.match((await pollux('install', `file://${path('none')}`)).err, /couldn’t be fetched/);
    assert.deepEqual(await leftovers(), []);
  });

  it('refuses what leads out, and leaves nothing behind', async () => {
    await make('home/src');
    await at.scratch.put('home/secret', 'hush');
    await symlink(path('home/secret'), path('home/src/link'));
    await at.scratch.put('home/evil.zip', makeZip([{ path: '../../evil', text: 'x' }]));
    await at.scratch.put('home/evil.tar', makeTar([{ path: 'link', type: '2' }]));
    await make('home/named', { name: '../../up' });
    await at.scratch.put('home/empty/readme', '');
    for (const [source, message] of [
      ['src', /A link leads out of the extension: link/],
      ['evil.zip', /leads out of it/],
      ['evil.tar', /a link/],
      ['named', /gemini-extension\.json:1: "name"/],
      ['empty', /isn’t an extension\. gemini-extension\.json:1/],
      ['none', /no folder or archive/],
    ] as const) {
      const { code, err } = await pollux('install', path(`home/${source}`), '--consent');
      assert.notEqual(code, 0, source);
      assert.match(err, message);
    }
    assert.deepEqual([await installed(), await leftovers(), await at.scratch.bytes('evil')], [[], [], null]);
  });

  it('does not take the folder of another', async () => {
    await make('home/.gemini/extensions/acme', { name: 'other' });
    await make('home/src');
    assert.match((await pollux('install', path('home/src'), '--consent')).err, /Something else is already there/);
    assert.match((await pollux('list')).out, /other/);
  });

  it('goes by what settings allow', async () => {
    await make('home/src');
    await at.user({ security: { allowedExtensions: ['^https://github\\.com/acme/'] } });
    assert.match((await pollux('install', path('home/src'))).err, /“security\.allowedExtensions”/);
    await at.user({ security: { allowedExtensions: ['('] } });
    assert.match((await pollux('install', path('home/src'))).err, /“security\.allowedExtensions”/);
    await at.user({ security: { blockGitExtensions: true } });
    assert.match((await pollux('install', 'https://example.com/x.git')).err, /“security\.blockGitExtensions”/);
    await at.user({ admin: { extensions: { enabled: false } } });
    assert.match((await pollux('install', path('home/src'))).err, /administrator has turned extensions off/);
  });

  it('stores settings, secrets where nobody reads them, and gives them to its hooks', async () => {
    await make('home/src', {
      settings: [
        { name: 'Key', envVar: 'ACME_KEY', sensitive: true },
        { name: 'Word', envVar: 'ACME_WORD' },
      ],
    });
    const command = 'cat >/dev/null; echo "$ACME_KEY-$ACME_WORD" > told';
    const hooks = { hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] } };
    await at.scratch.put('home/src/hooks/hooks.json', JSON.stringify(hooks));
    await pollux('install', path('home/src'), '--consent', '--skip-settings');
    const set = (name: string, input: string) =>
      runCommand(['extensions', 'config', 'acme', name], { ...at.with(), input });
    assert.equal((await set('ACME_KEY', 'hush')).code, 0);
    assert.equal((await set('ACME_WORD', "it's $HOME")).code, 0);
    assert.equal((await set('OTHER', 'x')).code, 42);
    assert.match((await pollux('config', 'acme')).out, /Key \(ACME_KEY\): set/);
    await isUsed();
    assert.equal(String(await at.scratch.bytes('home/work/told')), "hush-it's $HOME\n");
    assert.doesNotMatch(String(await at.scratch.bytes('home/.gemini/extensions/acme/.env')), /hush/);
    assert.doesNotMatch(String(await at.scratch.bytes('home/.pollux/extension-secrets')), /hush/);
    await pollux('uninstall', 'acme');
    await pollux('install', path('home/src'), '--consent', '--skip-settings');
    assert.match((await pollux('config', 'acme')).out, /Key \(ACME_KEY\): not set/);
  });

  it('begins one and says what is wrong with one', async () => {
    assert.equal((await pollux('new', path('home/mine'))).code, 0);
    assert.equal((await pollux('validate', path('home/mine'))).out, 'The extension "mine" (1.0.0) is valid.\n');
    await at.scratch.put('home/mine/gemini-extension.json', '{\n"name": 7 }');
    const { code, err } = await pollux('validate', path('home/mine'));
    assert.equal(code, 1);
    assert.match(err, /gemini-extension\.json:2: "name"/);
  });
});
