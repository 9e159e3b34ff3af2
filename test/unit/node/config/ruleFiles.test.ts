import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RuleFiles, type RulePlace } from '../../../../src/node/config/ruleFiles';

describe('Files of rules', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rules-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const read = (place: Partial<RulePlace<'user'>> = {}) =>
    new RuleFiles(() => [{ path: join(folder, 'rules.toml'), tier: 'user', isFolder: false, ...place }]).read();

  it('are nothing while nobody has made them, which is no error', async () => {
    assert.deepEqual(await read(), []);
    assert.deepEqual(await read({ path: join(folder, 'none'), isFolder: true }), []);
  });

  it('are missed where the person has named them', async () => {
    const [missing] = await read({ isRequired: true });
    assert.equal(missing?.text, null);
    assert.match(missing.error ?? '', /ENOENT/);
  });

  it('of the administrator are ignored, with a warning, if others can write to them', async () => {
    await writeFile(join(folder, 'rules.toml'), 'a');
    const place = { path: folder, tier: 'admin', isFolder: true, isAdministrators: true } as const;
    const ownedBy = async (owner: 'administrator' | 'shared' | 'others') => {
      const [found] = await new RuleFiles(
        () => [place],
        () => Promise.resolve(owner),
      ).read();
      return [found?.text, found?.error, found?.isForeign];
    };
    assert.deepEqual(await ownedBy('administrator'), ['a', undefined, undefined]);
    const not = 'The rules in it are ignored:';
    assert.deepEqual(await ownedBy('shared'), [
      null,
      `${not} accounts other than administrators can write to it.`,
      undefined,
    ]);
    assert.deepEqual(await ownedBy('others'), [null, `${not} an administrator doesn’t own it.`, true]);
    assert.deepEqual(await new RuleFiles(() => [{ ...place, path: join(folder, 'none') }]).read(), []);
    await chmod(folder, 0o777);
    const [shared] = await new RuleFiles(() => [place]).read();
    assert.equal(shared?.text, null);
  });

  it('are read one by one, or all of a folder', async () => {
    await writeFile(join(folder, 'rules.toml'), 'a');
    await writeFile(join(folder, 'more.toml'), 'b');
    await writeFile(join(folder, 'else.txt'), 'c');
    assert.deepEqual(
      (await read()).map(({ text }) => text),
      ['a'],
    );
    assert.deepEqual(
      (await read({ path: folder, isFolder: true })).map(({ text }) => text),
      ['b', 'a'],
    );
  });

  it('are one or many, where a path may be either', async () => {
    await writeFile(join(folder, 'rules.toml'), 'a');
    const either = (path: string) => new RuleFiles(() => [{ path, tier: 'user', isRequired: true }]).read();
    for (const path of [folder, join(folder, 'rules.toml')]) {
      assert.deepEqual(
        (await either(path)).map(({ text }) => text),
        ['a'],
      );
    }
    assert.match((await either(join(folder, 'none')))[0]?.error ?? '', /ENOENT/);
  });

  it('that can not be read are an error', async () => {
    const [unreadable] = await read({ path: folder });
    assert.equal(unreadable?.text, null);
    assert.match(unreadable.error ?? '', /EISDIR|This isn’t a file/);
    await symlink(join(folder, 'nowhere'), join(folder, 'link.toml'));
    const [dangling] = await read({ path: folder, isFolder: true });
    assert.equal(dangling?.text, null);
  });
});
