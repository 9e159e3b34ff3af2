import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { setUserSetting } from '../../../../src/node/config/editSettings';
import { digest, digestNamedFiles } from '../../../../src/node/config/hookFiles';

describe('What a hook runs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'pollux-hooks-')));
    await mkdir(join(folder, 'my scripts'));
    await writeFile(join(folder, 'check.js'), 'one');
    await writeFile(join(folder, 'my scripts', 'b.sh'), 'two');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is told by the files of the project that its command names, however it names them', async () => {
    const named = async (command: string) => Object.values(await digestNamedFiles(command, folder));
    for (const command of [
      'node check.js --fix',
      './check.js',
      'node "$GEMINI_PROJECT_DIR/check.js"',
      'node ${CLAUDE_PROJECT_DIR}/check.js',
      `cd . && node ${folder}/check.js;`,
      'sh -c "node check.js"',
      'node --config=check.js',
    ]) {
      assert.deepEqual(await named(command), [digest('one')], command);
    }
    assert.deepEqual(await named(`sh 'my scripts/b.sh'`), [digest('two')]);
    assert.deepEqual(await named('echo done; cat /etc/hostname my ../x'), []);
    await writeFile(join(folder, 'check.js'), 'other');
    assert.deepEqual(await named('node check.js'), [digest('other')]);
  });
});

describe('A setting of the person', () => {
  let home: string;
  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'pollux-settings-')));
    await mkdir(join(home, '.gemini'));
  });
  afterEach(() => rm(home, { recursive: true }));
  const file = () => join(home, '.gemini', 'settings.json');

  it('is written without touching anything else, also through a link', async () => {
    await writeFile(join(home, 'real.json'), '{\r\n  // mine\r\n  "model": { "name": "x" },\r\n}\r\n');
    await symlink(join(home, 'real.json'), file());
    await setUserSetting(home, ['hooksConfig', 'disabled'], ['lint']);
    const text = await readFile(join(home, 'real.json'), 'utf8');
    assert.match(text, /^\{\r\n {2}\/\/ mine\r\n/);
    assert.doesNotMatch(text, /[^\r]\n/);
    assert.deepEqual(parse(text), { model: { name: 'x' }, hooksConfig: { disabled: ['lint'] } });
    assert.equal(await readlink(file()), join(home, 'real.json'));
  });

  it('makes the file where there is none', async () => {
    await setUserSetting(home, ['hooksConfig', 'disabled'], []);
    assert.deepEqual(JSON.parse(await readFile(file(), 'utf8')), { hooksConfig: { disabled: [] } });
  });

  it('is not written into what is no JSON', async () => {
    await writeFile(file(), '{ "model": ');
    await assert.rejects(setUserSetting(home, ['hooksConfig', 'disabled'], []), /is no JSON/);
    assert.equal(await readFile(file(), 'utf8'), '{ "model": ');
  });
});
