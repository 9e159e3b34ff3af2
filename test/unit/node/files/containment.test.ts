import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createContainment, isCaseInsensitive } from '../../../../src/node/files/containment';
import { checkSpelling } from '../../../../src/node/files/pathSpelling';
import { Scratch } from '../../../support/scratch';
import { toolError } from '../../../support/toolError';

const outside = toolError('path_not_in_workspace');

describe('Containment', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
    for (const folder of ['work/src', 'work-evil', 'other/work', 'outside']) {
      await mkdir(scratch.absolute(folder), { recursive: true });
    }
  });
  afterEach(() => scratch.close());
  const contain = (...folders: string[]) => createContainment(folders.map(scratch.absolute));

  describe('with links', () => {
    const links: readonly (readonly [link: string, target: string, used: string, meant: string | null])[] = [
      ['work/out', '../outside', 'out/x', null],
      ['work/out', '../outside', 'out', null],
      ['work/out', '../outside/missing', 'out', null],
      ['work/evil', '../work-evil', 'evil/x', null],
      ['work/src/up', '..', 'src/up/x', 'x'],
      ['work/src/up', '../..', 'src/up/work/x', 'x'],
      ['work/src/up', '../..', 'src/up/outside/x', null],
      ['work/in', 'src', 'in/x', 'src/x'],
      ['work/new', 'src/missing/deep', 'new/x', 'src/missing/deep/x'],
      ['work/loop', 'loop', 'loop', null],
      ['work/dots', 'src/../../outside', 'dots/x', null],
      ['work/dangling', 'missing/../../outside/x', 'dangling', null],
      ['work/absolute', '/etc', 'absolute/passwd', null],
      // The path is taken apart before links are followed, and what comes out is what is used.
      ['work/src/far', '../../outside', 'src/far/../x', 'src/x'],
    ];
    for (const [link, target, used, meant] of links) {
      it(`${used} by ${link} → ${target} is ${meant ?? 'refused'}`, async () => {
        await symlink(target, scratch.absolute(link));
        const resolving = contain('work').resolve(used);
        if (meant === null) await assert.rejects(resolving, outside);
        else assert.equal((await resolving).relative, meant);
      });
    }

    it('reaches the folder for plans by no link, and nothing else from it', async () => {
      await mkdir(scratch.absolute('outside/plans'));
      const plans = scratch.absolute('outside/plans');
      const contained = createContainment([scratch.absolute('work')], undefined, { plansFolder: () => plans });
      const resolve = (path: string) => contained.resolve(path);
      assert.equal((await resolve(join(plans, 'new/a.md'))).isReadOnly, false);
      assert.equal((await resolve(join(plans, 'a.sh'))).isReadOnly, true);
      await symlink('../outside/plans', scratch.absolute('work/plans'));
      await symlink('..', join(plans, 'up'));
      for (const path of ['plans/a.md', join(plans, '../a.md'), join(plans, 'up/a.md'), `${plans}.md`])
        await assert.rejects(resolve(path), outside, path);
    });

    it('takes a folder that is one by its target', async () => {
      await symlink('work', scratch.absolute('alias'));
      const containment = contain('alias');
      assert.deepEqual(containment.folders, [{ name: 'alias', path: scratch.absolute('work') }]);
      assert.equal((await containment.resolve(scratch.absolute('alias/src/x'))).relative, 'src/x');
      assert.equal((await containment.resolve(scratch.absolute('work/src/x'))).relative, 'src/x');
    });

    it('lets them lead from one folder of the workspace into another', async () => {
      await symlink('../../other/work', scratch.absolute('work/src/link'));
      const { folder, display } = await contain('work', 'other/work').resolve('work/src/link/a');
      assert.deepEqual([folder.path, display], [scratch.absolute('other/work'), 'work-2/a']);
    });

    it('refuses what it may not look at', async () => {
      const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' });
      const refuse = () => {
        throw denied;
      };
      const reader = { realpath: refuse, readlink: refuse };
      await assert.rejects(
        createContainment([scratch.absolute('work')], reader).resolve('src/a'),
        toolError('permission_denied'),
      );
    });
  });

  describe('of several folders', () => {
    it('takes a name in front for the folder, and anything else for the first', async () => {
      const containment = createContainment([
        { name: 'api', path: scratch.absolute('work') },
        { name: 'web', path: scratch.absolute('other') },
      ]);
      const place = async (path: string) => {
        const { display, absolute } = await containment.resolve(path);
        return [display, absolute.slice(scratch.path.length + 1)];
      };
      assert.deepEqual(await place('web/a.ts'), ['web/a.ts', 'other/a.ts']);
      assert.deepEqual(await place('api'), ['api', 'work']);
      assert.deepEqual(await place('src/a.ts'), ['api/src/a.ts', 'work/src/a.ts']);
      await assert.rejects(containment.resolve('web/../outside'), outside);
    });

    it('gives each its own name, and picks the innermost', async () => {
      const containment = contain('work', 'other/work', 'work/src');
      assert.deepEqual(
        containment.folders.map(folder => folder.name),
        ['work', 'work-2', 'src'],
      );
      assert.equal((await containment.resolve('work/src/a')).display, 'src/a');
    });

    it('refuses everything if there is none', async () => {
      await assert.rejects(createContainment([]).resolve('a'), toolError('path_not_in_workspace', 'no folder is open'));
    });
  });

  it('takes the one file outside by its own name only', async () => {
    const [memory, other] = [scratch.absolute('outside/memory.md'), scratch.absolute('outside/other.md')];
    await scratch.put('outside/memory.md', '');
    await scratch.link('work/to-memory', '../outside/memory.md');
    const containment = createContainment([scratch.absolute('work')], undefined, { memoryFile: memory });
    assert.equal((await containment.resolve(memory)).absolute, memory);
    for (const path of ['to-memory', other, scratch.absolute('outside'), `${memory}/x`]) {
      await assert.rejects(containment.resolve(path), outside, path);
    }
  });

  it('refuses what is too long to be a path', async () => {
    await assert.rejects(contain('work').resolve('a/'.repeat(3000)), outside);
    await assert.rejects(contain('work').resolve('a'.repeat(300)), outside);
  });

  it('finds out whether the file system tells upper from lower case', async () => {
    assert.equal(isCaseInsensitive(scratch.absolute('work')), false);
    await symlink('work', scratch.absolute('WORK'));
    assert.equal(isCaseInsensitive(scratch.absolute('work')), true);
    assert.equal(isCaseInsensitive('/'), false);
  });

  it('does not take another spelling for another place where the file system does not', async () => {
    await symlink('work', scratch.absolute('WORK'));
    const place = contain('work').place(join(scratch.path, 'Work', 'Src'));
    assert.deepEqual([place?.absolute, place?.relative], [scratch.absolute('work/Src'), 'Src']);
  });
});

describe('Spellings', () => {
  const refused: readonly (readonly [path: string, platforms: readonly NodeJS.Platform[]])[] = [
    ['a\0b', ['linux', 'win32']],
    ['\\\\server\\share\\x', ['linux', 'win32']],
    ['//server/share/x', ['win32']],
    ['\\\\?\\C:\\x', ['linux', 'win32']],
    ['\\\\.\\pipe\\x', ['linux', 'win32']],
    ['//?/C:/x', ['win32']],
    ['C:x', ['win32']],
    ['a.txt:stream', ['win32']],
    ['C:\\a\\b:c', ['win32']],
    ['a/NUL', ['win32']],
    ['con.txt', ['win32']],
    ['a\\Com1.log\\b', ['win32']],
    ['LPT9 .txt', ['win32']],
    ['conin$', ['win32']],
    ['a. ', ['win32']],
    ['folder./x', ['win32']],
  ];
  for (const [path, platforms] of refused) {
    it(`${JSON.stringify(path)} is refused on ${platforms.join(' and ')}`, () => {
      for (const platform of ['linux', 'win32'] as const) {
        const check = () => checkSpelling(path, platform);
        if (platforms.includes(platform)) assert.throws(check, outside);
        else check();
      }
    });
  }

  it('that are ordinary pass everywhere', () => {
    const paths = [
      'a.txt',
      '.',
      '..',
      './a',
      'C:\\a\\b.c',
      'C:/a',
      'console.ts',
      'com10',
      'nullable/x',
      '~/x',
      '%00',
      'aux-1',
    ];
    for (const path of paths)
      for (const platform of ['linux', 'win32', 'darwin'] as const) checkSpelling(path, platform);
  });

  it('of the network pass if the workspace is there', () => {
    checkSpelling('\\\\server\\share\\x', 'win32', true);
    assert.throws(() => checkSpelling('\\\\?\\UNC\\server\\x', 'win32', true), outside);
  });
});
