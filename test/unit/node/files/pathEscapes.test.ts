import assert from 'node:assert/strict';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Workspace } from '../../../../src/agent/ports/workspace';
import { createDiskFileWriter } from '../../../../src/node/files/diskFileWriter';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { checkSpelling } from '../../../../src/node/files/pathSpelling';
import { approve } from '../../../support/approve';
import { BaselineChanged, ToolError } from '../../../../src/shared/errors';
import { Scratch } from '../../../support/scratch';
import { toolError } from '../../../support/toolError';

const outside = toolError('path_not_in_workspace');

describe('A path that tries to escape', () => {
  let scratch: Scratch;
  let workspace: Workspace;
  beforeEach(async () => {
    scratch = await Scratch.make();
    await scratch.put('work/a.txt', 'inside\n');
    for (const name of ['work-evil', 'workevil', 'Work', 'work ', 'outside']) {
      await scratch.put(`${name}/secret.txt`, 'secret\n');
    }
    workspace = createDiskWorkspace({ folders: [scratch.absolute('work')], searchPath: '' });
  });
  afterEach(() => scratch.close());
  const reads = async (path: string) => (await workspace.readText(await workspace.resolve(path))).text;

  it('over a sibling, dots or another spelling is refused', async () => {
    const root = scratch.absolute('work');
    const above = scratch.path;
    const paths = [
      ...['-evil', 'evil', ' '].map(end => `${root}${end}/secret.txt`),
      ...['../work-evil/secret.txt', './../work-evil/secret.txt', 'a/../../work-evil/secret.txt'],
      ...['a/b/../../../outside/secret.txt', `${root}/../outside/secret.txt`, `${root}/./.././outside/secret.txt`],
      ...[`${'../'.repeat(60)}etc/passwd`, `${root}/${'x/../'.repeat(60)}../outside/secret.txt`, '..//outside'],
      ...[`${above}/Work/secret.txt`, `${above}/WORK/a.txt`, above, '/', '//etc/passwd', `/${root}/../outside`],
      ...['/proc/self/root/etc/passwd', `/proc/self/cwd/../../../../..${above}/outside/secret.txt`, '/dev/fd/0'],
      ...['a.txt\0', '\0/etc/passwd', '../outside/secret.txt\0.md'],
      ...['\\\\server\\share\\x', '\\\\?\\C:\\x', '\\\\.\\pipe\\x', '\\\\?\\UNC\\server\\x'],
    ];
    for (const path of paths) await assert.rejects(workspace.resolve(path), outside, JSON.stringify(path));
  });

  it('in an encoding or as an address is a name like any other, inside', async () => {
    const names = [
      ...['%2e%2e/outside/secret.txt', '..%2foutside%2fsecret.txt', '%252e%252e/x', '%00', '%c0%ae%c0%ae/x'],
      ...['file:///etc/passwd', `file://${scratch.absolute('outside/secret.txt')}`, 'vscode-remote://x/etc', 'C:\\x'],
      ...[
        '..\\outside\\secret.txt',
        '\\etc\\passwd',
        '．．/outside',
        '‥/x',
        '..\u200b/x',
        '\u202e../x',
        '..;/x',
        '.. /x',
      ],
      ...['~/.ssh/id_rsa', '~root/x', '$HOME/x', '${HOME}/x', '`pwd`/x', '$(pwd)/x', '*', 'a?b', '{a,b}'],
      ...['-rf', '--output=/etc/x', 'line\nbreak', 'tab\tx', ' leading', 'trailing ', 'quote"s\'', 'nul', 'con.txt'],
      ...['a.txt::$DATA', 'PROGRA~1/x', 'a:b', 'x'.repeat(255), 'é', 'e\u0301', '🎉/🎊'],
    ];
    for (const name of names) {
      const { absolute, relative } = await workspace.resolve(name);
      const tidy = name.replace(/\/{2,}/g, '/');
      assert.deepEqual([absolute, relative], [`${scratch.absolute('work')}/${tidy}`, tidy], JSON.stringify(name));
    }
  });

  it('is one file for each way to compose a letter, where the disk says so', async () => {
    await scratch.put('work/\u00e9.txt', 'composed\n');
    await scratch.put('work/e\u0301.txt', 'apart\n');
    const isSame = (await readdir(scratch.absolute('work'))).filter(name => name.normalize('NFC') === '\u00e9.txt');
    assert.equal(await reads('e\u0301.txt'), 'apart\n');
    assert.equal(await reads('\u00e9.txt'), isSame.length === 2 ? 'composed\n' : 'apart\n');
  });

  it('over links is refused, however they are put together', async () => {
    const links: [link: string, target: string, ...refused: string[]][] = [
      ['chain1', 'chain2', 'chain1', 'chain1/secret.txt'],
      ['chain2', 'chain3', 'chain2/new'],
      ['chain3', '../outside', 'chain3/secret.txt', 'chain3/deep/new/file'],
      ['dangling', '../outside/new.txt', 'dangling'],
      ['half', 'missing/../../outside', 'half', 'half/secret.txt'],
      ['absolute', '/etc/passwd', 'absolute'],
      ['root', '/', 'root/etc/passwd', 'root'],
      ['proc', '/proc/self/root', 'proc/etc/passwd'],
      ['here', '.', 'here/../../outside/secret.txt', 'here/chain1/secret.txt'],
      ['evil', '../work-evil', 'evil/secret.txt'],
      ['loop1', 'loop2', 'loop1', 'loop1/x'],
      ['loop2', 'loop1', 'loop2'],
    ];
    for (const [link, target] of links) await scratch.link(`work/${link}`, target);
    await mkdir(scratch.absolute('work/deep'));
    await scratch.link('work/deep/up', '../..');
    const paths = [
      ...links.flatMap(([, , ...refused]) => refused),
      'deep/up/outside/secret.txt',
      'here/deep/up/work-evil',
    ];
    for (const path of paths) await assert.rejects(workspace.resolve(path), outside, path);
    assert.equal(await reads('here/here/a.txt'), 'inside\n');
    assert.equal(await reads('deep/up/work/a.txt'), 'inside\n');
  });

  it('of any length is found inside or refused', async () => {
    for (const path of ['d/'.repeat(2040) + 'x', 'd'.repeat(256), `${'n'.repeat(200)}/`.repeat(30)]) {
      await assert.rejects(workspace.resolve(path), ToolError, path.slice(0, 20));
    }
    const long = `${'n'.repeat(200)}/`.repeat(15) + 'x.txt';
    assert.equal((await workspace.resolve(long)).relative, long);
  });

  it('by a name of Windows is refused there', () => {
    const names = [
      ...['a.txt:stream', 'a.txt::$DATA', 'dir:$INDEX_ALLOCATION\\x', 'C:x', 'C:', '\\\\?\\C:\\x', '//server/share'],
      ...['NUL', 'nul.txt', 'CON', 'aux.c', 'COM1', 'lpt9.log', 'CONOUT$', 'com¹', 'a/prn/b', 'x. ', 'x.', 'x /y'],
      ...['\\\\.\\C:', '\\\\localhost\\c$\\x', '\\\\127.0.0.1\\share\\x', '//./pipe/x', '//?/C:/x'],
    ];
    for (const name of names) assert.throws(() => checkSpelling(name, 'win32'), outside, name);
  });

  it('over a file that turns into a link, thousands of times, reads and writes nothing outside', async () => {
    const swapForEver = `
      const { renameSync, symlinkSync, writeFileSync } = require('node:fs');
      const { workerData: root, parentPort } = require('node:worker_threads');
      for (let n = 1; ; n++) {
        symlinkSync('../outside/secret.txt', root + '/work/link');
        renameSync(root + '/work/link', root + '/work/a.txt');
        writeFileSync(root + '/work/plain', 'inside\\n');
        renameSync(root + '/work/plain', root + '/work/a.txt');
        if (n % 100 === 0) parentPort.postMessage(n);
      }`;
    const worker = new Worker(swapForEver, { eval: true, workerData: scratch.path });
    const writer = createDiskFileWriter(workspace);
    const file = scratch.absolute('work/a.txt');
    const seen = new Set<string>();
    let flips = 0;
    worker.on('message', (count: number) => (flips = count * 2));
    const attempt = async (work: Promise<unknown>) => {
      try {
        await work;
      } catch (error) {
        if (!(error instanceof ToolError) && !(error instanceof BaselineChanged)) throw error;
        if (error instanceof BaselineChanged) seen.add(JSON.stringify(error));
      }
    };
    try {
      for (let n = 0; n < 500 || flips < 4000; n++) {
        await attempt(reads('a.txt').then(text => seen.add(text)));
        const edit = { kind: 'edit', path: 'a.txt', file, before: 'inside\n', after: 'ours\n' } as const;
        await attempt(writer.write(approve(edit)));
      }
    } finally {
      await worker.terminate();
    }
    assert.ok(flips >= 4000);
    assert.ok(![...seen].some(text => text.includes('secret')), [...seen].join());
    assert.equal(String(await scratch.bytes('outside/secret.txt')), 'secret\n');
    assert.deepEqual(await readdir(scratch.absolute('outside')), ['secret.txt']);
    assert.equal(await realpath(scratch.path), scratch.path);
  }).timeout(60_000);
});
