import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { createKeyFile } from '../../../../src/node/credentials/keyFile';
import { SignInError } from '../../../../src/shared/errors';
import { Scratch } from '../../../support/scratch';

const KEY = 'AIzaCanary00000000000000000000000000000';
const FILE = '.pollux/credentials';

describe('A key that is kept in a file', () => {
  let home: Scratch;
  beforeEach(async () => (home = await Scratch.make()));
  afterEach(() => home.close());

  const open = (owner?: string) => createKeyFile(home.path, owner);
  const isProblem = (pattern: RegExp) => (error: unknown) =>
    error instanceof SignInError && pattern.test(error.message);
  const content = async () => (await home.bytes(FILE))?.toString('latin1') ?? '';
  const modeOf = async (path: string) => ((await stat(home.absolute(path))).mode & 0o777).toString(8);

  it('is found again by the next run, and replaced by the next key', async () => {
    assert.equal(await open().read(), undefined);
    await open().save('old');
    await open().save(KEY);
    assert.equal(await open().read(), KEY);
    assert.equal(await open().delete(), true);
    assert.deepEqual([await open().read(), await open().delete()], [undefined, false]);
  });

  it('lies there encrypted, and never the same', async () => {
    await open().save(KEY);
    const first = await content();
    await open().save(KEY);
    const second = await content();
    for (const text of [first, second]) {
      assert.equal(text.includes(KEY) || text.includes(Buffer.from(KEY).toString('base64')), false, text);
    }
    assert.notEqual((JSON.parse(first) as { data: string }).data, (JSON.parse(second) as { data: string }).data);
  });

  it('is for its user alone, also where the folder was there before, and leaves no draft', async () => {
    await mkdir(home.absolute('.pollux'));
    await chmod(home.absolute('.pollux'), 0o755);
    await open().save('old');
    await open().save(KEY);
    if (process.platform !== 'win32') {
      assert.deepEqual([await modeOf('.pollux'), await modeOf(FILE)], ['700', '600']);
    }
    assert.deepEqual(await readdir(home.absolute('.pollux')), ['credentials']);
  });

  it('does not open for another user or machine, and is left as it is until it is cleared', async () => {
    await open('one').save(KEY);
    const before = await content();
    await assert.rejects(open('two').read(), isProblem(/another user or on another machine/));
    await assert.rejects(open('two').save('new'), isProblem(/another user or on another machine/));
    assert.equal(await content(), before);
    assert.equal(await open('one').read(), KEY);
    assert.equal(await open('two').delete(), true);
  });

  it('does not open if any part of it was changed', async () => {
    await open().save(KEY);
    const sealed = JSON.parse(await content()) as Record<string, string>;
    for (const name of ['salt', 'iv', 'tag', 'data']) {
      const bytes = Buffer.from(sealed[name] ?? '', 'base64');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      await home.put(FILE, JSON.stringify({ ...sealed, [name]: bytes.toString('base64') }));
      await assert.rejects(open().read(), isProblem(/or is corrupt/), name);
    }
  });

  it('is not taken from, written over or deleted with a file that is no such file', async () => {
    await open().save(KEY);
    const sealed = JSON.parse(await content()) as Record<string, string>;
    const others = [
      '',
      '{',
      'null',
      '[default]\naws_access_key_id = x\n',
      JSON.stringify({ ...sealed, kind: 'other' }),
      JSON.stringify({ ...sealed, tag: 'AAAA' }), // a short tag would be easy to guess
      JSON.stringify({ ...sealed, data: 1 }),
      JSON.stringify(sealed).slice(0, -9),
    ];
    for (const text of others) {
      await home.put(FILE, text);
      for (const attempt of [() => open().read(), () => open().save('new'), () => open().delete()]) {
        await assert.rejects(attempt, isProblem(/not a file of Pollux/), text);
      }
      assert.equal(await content(), text);
    }
  });

  it('says where it can’t be read or written', async () => {
    await mkdir(home.absolute(FILE), { recursive: true });
    await assert.rejects(open().read(), isProblem(/can’t be read/));
    const other = await Scratch.make();
    await other.put('.pollux', 'a file');
    await assert.rejects(createKeyFile(other.path).save(KEY), isProblem(/can’t be read|couldn’t be saved/));
    await other.close();
  });

  it('takes the place of a link, and is not written through it', async () => {
    await open().save(KEY);
    await home.put('elsewhere', await content());
    const before = await home.bytes('elsewhere');
    await open().delete();
    await symlink(home.absolute('elsewhere'), home.absolute(FILE));
    await open().save('new');
    assert.deepEqual(await home.bytes('elsewhere'), before);
    assert.equal(await open().read(), 'new');
  });
});
