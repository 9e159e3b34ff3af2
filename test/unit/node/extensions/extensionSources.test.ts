import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ExtensionSource } from '../../../../src/agent/ports/extensions';
import { broughtText } from '../../../../src/context/extensions/brings';
import { ExtensionManager } from '../../../../src/context/extensions/manageExtensions';
import type { ConsentQuestion } from '../../../../src/context/extensions/manageOptions';
import { createExtensionDisk } from '../../../../src/node/config/extensionFiles';
import { agreedOf, createAgreed } from '../../../../src/node/extensions/agreedExtensions';
import { createExtensionInstaller } from '../../../../src/node/extensions/extensionInstaller';
import { assetFor, repositoryOf, type Github } from '../../../../src/node/extensions/githubReleases';
import { makeTar, makeZip } from '../../../support/archives';
import { openEgress } from '../../../support/egress';
import { FileServer } from '../../../support/fileServer';
import { Scratch } from '../../../support/scratch';

const SKILL = { path: 'acme-1/skills/mail/SKILL.md', text: '---\nname: mail\ndescription: About mail\n---\nSteps.\n' };
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

const archive = (version: string, more: object = {}, entries = [SKILL]) =>
  gzipSync(
    makeTar([
      { path: 'acme-1/gemini-extension.json', text: JSON.stringify({ name: 'acme', version, ...more }) },
      ...entries,
    ]),
  );

describe('An extension from elsewhere', () => {
  let scratch: Scratch;
  let server: FileServer;
  let questions: ConsentQuestion[];
  let agrees: boolean;
  let sources: { blocksGit: boolean; allowedSources: readonly string[]; isEnabled: boolean };
  const github = (): Github => ({ site: `${server.url}/site`, api: `${server.url}/api`, token: 'github-secret' });

  beforeEach(async () => {
    [scratch, server] = await Promise.all([Scratch.make(), FileServer.start()]);
    questions = [];
    agrees = true;
    sources = { blocksGit: false, allowedSources: [], isEnabled: true };
  });
  afterEach(() => Promise.all([scratch.close(), server.close()]));

  const manager = (hosts: readonly string[] = []) => {
    const home = scratch.absolute('home');
    const kept = createAgreed(home, LOG);
    return new ExtensionManager({
      reading: {
        disk: createExtensionDisk(home),
        settings: () => ({ disabled: [], ...sources }),
        home,
        workspacePath: () => home,
        separator: '/',
        agreed: name => agreedOf(kept, name),
        valuesOf: async () => ({}),
      },
      installer: createExtensionInstaller({
        home,
        cwd: () => home,
        network: { egress: openEgress([{ hosts, setting: 'test' }]), github: github() },
      }),
      kept,
      sources: () => sources,
      consent: async question => {
        questions.push(question);
        return agrees;
      },
      askSetting: async () => undefined,
      saveSecret: async () => undefined,
    });
  };
  const release = (tag: string, assets: readonly string[] = []) => ({
    tag_name: tag,
    tarball_url: `${server.url}/api/tarball/${tag}`,
    assets: assets.map(name => ({ name, url: `${server.url}/api/assets/${name}` })),
  });
  const serve = (path: string, value: unknown) => server.files.set(path, { body: JSON.stringify(value) });
  const noted = async () =>
    JSON.parse(String(await scratch.bytes('home/.gemini/extensions/acme/.gemini-extension-install.json'))) as object;
  const install = (source: ExtensionSource) => manager().install(source);
  const source = () => `${server.url}/site/acme/tools`;

  describe('on GitHub', () => {
    it('is that of its latest release, with the token for the API alone', async () => {
      serve('/api/repos/acme/tools/releases/latest', release('v1'));
      server.files.set('/api/tarball/v1', {
        status: 302,
        headers: { location: server.url.replace('127.0.0.1', 'localhost') + '/codeload/v1' },
      });
      server.files.set('/codeload/v1', { body: archive('1.0.0') });
      const extension = await install({ source: `${source()}.git`, autoUpdate: true });
      assert.equal(extension?.version, '1.0.0');
      assert.deepEqual(questions[0]?.brings.map(broughtText), ['Skill mail/SKILL.md']);
      const { digest: _, ...rest } = (await noted()) as Record<string, unknown>;
      const type = 'github-release';
      assert.deepEqual(rest, { source: `${source()}.git`, type, releaseTag: 'v1', autoUpdate: true });
      const sent = server.requests.map(({ path, headers }) => [path, headers.authorization]);
      assert.deepEqual(sent, [
        ['/api/repos/acme/tools/releases/latest', 'Bearer github-secret'],
        ['/api/tarball/v1', 'Bearer github-secret'],
        ['/codeload/v1', undefined],
      ]);
    });

    it('is downloaded again only when there is another release, and asks when that brings more', async () => {
      serve('/api/repos/acme/tools/releases/latest', release('v1'));
      server.files.set('/api/tarball/v1', { body: archive('1.0.0') });
      await install({ source: source() });
      const before = server.requests.length;
      assert.equal((await manager().update('acme')).kind, 'current');
      assert.equal(await manager().check('acme'), 'current');
      assert.equal(server.requests.slice(before).filter(({ path }) => path.includes('tarball')).length, 0);
      serve('/api/repos/acme/tools/releases/latest', release('v2'));
      server.files.set('/api/tarball/v2', { body: archive('2.0.0', { mcpServers: { x: { command: 'node' } } }) });
      assert.deepEqual(
        (await manager().checkAll()).map(({ name, state }) => [name, state]),
        [['acme', 'available']],
      );
      agrees = false;
      assert.equal((await manager().update('acme')).kind, 'declined');
      assert.deepEqual(questions.at(-1)?.added.map(broughtText), ['MCP server x: node']);
      assert.equal((await manager().find('acme')).version, '1.0.0');
      agrees = true;
      const { kind, before: from, after } = await manager().update('acme');
      assert.deepEqual([kind, from, after], ['updated', '1.0.0', '2.0.0']);
      assert.equal(await manager().check('acme'), 'current');
    });

    it('is that of a tag, or of a release that is not final where one is wanted', async () => {
      serve('/api/repos/acme/tools/releases/tags/v1%2Fa', release('v1/a'));
      serve('/api/repos/acme/tools/releases?per_page=1', [release('v3-rc', ['acme.zip'])]);
      server.files.set('/api/tarball/v1/a', { body: archive('1.0.0') });
      server.files.set('/api/assets/acme.zip', {
        body: makeZip([{ path: 'gemini-extension.json', text: '{"name":"acme","version":"3"}' }]),
      });
      assert.equal((await install({ source: source(), ref: 'v1/a' }))?.version, '1.0.0');
      await manager().uninstall('acme');
      assert.equal((await install({ source: source(), allowPreRelease: true }))?.version, '3');
      assert.equal(server.requests.at(-1)?.headers.accept, 'application/octet-stream');
    });

    it('says what went wrong', async () => {
      const latest = '/api/repos/acme/tools/releases/latest';
      server.files.set(latest, { status: 403, headers: { 'x-ratelimit-remaining': '0' } });
      await assert.rejects(install({ source: source() }), /rate limit has been reached.*GITHUB_TOKEN/);
      server.files.set(latest, { status: 500 });
      await assert.rejects(install({ source: source() }), /answered with status 500/);
      serve(latest, { tag_name: 5 });
      await assert.rejects(install({ source: source() }), /isn’t a release/);
      serve(latest, { ...release('v1'), tarball_url: 'https://evil.example/x.tar' });
      await assert.rejects(install({ source: source() }), /isn’t on GitHub: https:\/\/evil\.example/);
      serve(latest, release('v1'));
      await assert.rejects(install({ source: source() }), /answered with status 404/);
      assert.deepEqual(await manager().checkAll(), []);
    });

    it('picks the archive of the platform, then one for all, then the sources', () => {
      const pick = (...names: readonly string[]) =>
        assetFor(
          names.map(name => ({ name })),
          'linux',
          'x64',
        )?.name;
      assert.equal(pick('linux.zip', 'linux.x64.acme.tar.gz', 'darwin.acme.zip'), 'linux.x64.acme.tar.gz');
      assert.equal(pick('linux.acme.zip', 'linux.arm64.acme.zip'), 'linux.acme.zip');
      assert.equal(pick('acme.tgz', 'checksums.txt'), 'acme.tgz');
      assert.equal(pick('darwin.acme.zip'), undefined);
      assert.equal(pick('a.zip', 'b.zip'), undefined);
    });

    it('is told from other addresses', () => {
      const at = { site: 'https://github.com' };
      assert.deepEqual(repositoryOf('https://github.com/a/b.git', at), { owner: 'a', name: 'b' });
      for (const other of ['https://github.com/a/b/tree/main', 'https://gitlab.com/a/b', 'https://github.com/a/..'])
        assert.equal(repositoryOf(other, at), undefined, other);
    });
  });

  describe('in an archive at an address', () => {
    it('is checked by what its server calls it, and by what it holds', async () => {
      const [one, two] = [archive('1.0.0'), archive('1.1.0')];
      const file = (body: Buffer, etag: string) => (headers: IncomingHttpHeaders) =>
        headers['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body };
      server.files.set('/acme.tar.gz', file(one, '"1"'));
      await install({ source: `${server.url}/acme.tar.gz` });
      assert.equal(await manager().check('acme'), 'current');
      server.files.set('/acme.tar.gz', file(one, '"2"'));
      assert.equal(await manager().check('acme'), 'current', 'the same bytes under another name');
      server.files.set('/acme.tar.gz', file(two, '"3"'));
      assert.equal(await manager().check('acme'), 'available');
      assert.equal((await manager().update('acme')).after, '1.1.0');
      assert.equal(questions.length, 1, 'it brings nothing more');
    });

    it('is fetched encrypted alone, also behind a redirect, and from no host that is left out', async () => {
      await assert.rejects(install({ source: 'http://example.com/acme.zip' }), /Only https addresses can be fetched/);
      server.files.set('/go.zip', { status: 302, headers: { location: 'http://example.com/acme.zip' } });
      await assert.rejects(
        install({ source: `${server.url}/go.zip` }),
        /Only https addresses can be fetched.*example\.com/,
      );
      server.files.set('/loop.zip', { status: 302, headers: { location: '/loop.zip' } });
      await assert.rejects(install({ source: `${server.url}/loop.zip` }), /too many redirects/);
      const count = server.requests.length;
      const refused = manager(['elsewhere.example']).install({ source: `${server.url}/acme.zip` });
      await assert.rejects(refused, /isn’t among the hosts/);
      const cloned = manager(['elsewhere.example']).install({ source: 'https://git.example/x.git' });
      await assert.rejects(cloned, /git\.example isn’t among the hosts/);
      assert.equal(server.requests.length, count);
    });
  });

  it('from git is outdated when its branch has moved, and stays at a commit', async () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', '-C', scratch.absolute('repo'), ...args], {
        encoding: 'utf8',
      }).trim();
    const manifest = (version: string) =>
      scratch.put('repo/gemini-extension.json', JSON.stringify({ name: 'acme', version }));
    await manifest('1');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'one');
    const first = git('rev-parse', 'HEAD');
    const address = `file://${scratch.absolute('repo')}`;
    await install({ source: address });
    assert.equal(await manager().check('acme'), 'current');
    await manifest('2');
    git('commit', '-qam', 'two');
    git('tag', '-am', 'A tag', 'v2');
    assert.equal(await manager().check('acme'), 'available');
    assert.equal((await manager().update('acme')).after, '2');
    for (const ref of [first, 'v2', 'main']) {
      await manager().uninstall('acme');
      await install({ source: address, ref });
      assert.equal(await manager().check('acme'), 'current', ref);
    }
  });

  it('is not used any more when settings stop allowing where it comes from', async () => {
    server.files.set('/acme.tar.gz', { body: archive('1.0.0') });
    const extension = await install({ source: `${server.url}/acme.tar.gz` });
    assert.equal(extension?.isActive, true);
    sources = { ...sources, blocksGit: true };
    assert.equal((await manager().find('acme')).isActive, false);
    sources = { ...sources, allowedSources: [`^${server.url}/`] };
    assert.equal((await manager().find('acme')).isActive, true, 'it is allowed by name');
    sources = { ...sources, blocksGit: false, allowedSources: ['^https://github'] };
    assert.equal((await manager().find('acme')).isActive, false);
  });

  it('is updated by itself once that is noted', async () => {
    server.files.set('/acme.tar.gz', { body: archive('1.0.0') });
    await install({ source: `${server.url}/acme.tar.gz` });
    await manager().setAutoUpdate('acme', true);
    assert.equal((await manager().find('acme')).install?.autoUpdate, true);
    server.files.set('/acme.tar.gz', { body: archive('1.0.1') });
    await manager().update('acme');
    assert.equal((await manager().find('acme')).install?.autoUpdate, true, 'it stays so');
    await manager().setAutoUpdate('acme', false);
    assert.equal((await manager().find('acme')).install?.autoUpdate, undefined);
  });

  it('needs no updates where it is linked, and says so', async () => {
    await scratch.put('home/own/gemini-extension.json', JSON.stringify({ name: 'own', version: '1.0.0' }));
    const folder = scratch.absolute('home/own');
    await install({ source: folder, isLink: true });
    const message = `The extension own is linked to ${folder}. Changes there take effect immediately.`;
    await assert.rejects(manager().setAutoUpdate('own', true), { message });
  });
});
