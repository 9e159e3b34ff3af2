import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { setUserSetting, updateUserSetting } from '../../../../src/node/config/editSettings';
import { digest, digestScripts } from '../../../../src/node/config/hookScripts';

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
    const named = async (command: string) => Object.values(await digestScripts(command, folder));
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

  // What a command runs, the file that somebody changes later, and what the files hold.
  const RUNS: readonly (readonly [
    string,
    string,
    Readonly<Record<string, string>>,
    Readonly<Record<string, string>>?,
  ])[] = [
    ['npm run lint', 'package.json', { 'package.json': '{"scripts":{"lint":"true"}}' }],
    [
      'npm run lint',
      'tools/lint.js',
      { 'package.json': '{"scripts":{"lint":"node tools/lint.js"}}', 'tools/lint.js': '' },
    ],
    [
      'npm test --silent',
      'tools/t',
      { 'package.json': '{"scripts":{"test":"npm run x","x":"sh tools/t"}}', 'tools/t': '' },
    ],
    ['npm --prefix sub run a', 'sub/package.json', { 'sub/package.json': '{"scripts":{"a":"true"}}' }],
    ['cd sub && yarn a', 'sub/package.json', { 'sub/package.json': '{"scripts":{"a":"true"}}' }],
    ['pnpm -C sub exec x', 'sub/node_modules/.bin/x', { 'sub/node_modules/.bin/x': '' }],
    ['npx eslint .', 'node_modules/.bin/eslint', { 'node_modules/.bin/eslint': '' }],
    ['npx eslint .', 'eslint.config.js', { 'eslint.config.js': '' }],
    ['make check', 'Makefile', { Makefile: 'check:\n\ttrue\n' }],
    ['make check', 'rules.mk', { Makefile: 'include rules.mk\n', 'rules.mk': '' }],
    ['make check', 'bin/check', { Makefile: 'check:\n\t./bin/check --all\n', 'bin/check': '' }],
    ['make -C sub', 'sub/GNUmakefile', { 'sub/GNUmakefile': '' }],
    ['make -f other.mk', 'other.mk', { 'other.mk': '' }],
    [
      '$GEMINI_PROJECT_DIR/hooks/a.sh',
      'hooks/lib.sh',
      { 'hooks/a.sh': '. "$(dirname "$0")/lib.sh"', 'hooks/lib.sh': '' },
    ],
    ['"${GEMINI_PROJECT_DIR}"/hooks/a.sh', 'hooks/a.sh', { 'hooks/a.sh': '' }],
    ['./script.sh', 'other.sh', { 'script.sh': 'bash other.sh\n', 'other.sh': '' }],
    ['bash x', 'x', { x: '' }],
    ['node x', 'x.js', { 'x.js': '' }],
    ['node x.js', 'lib/b.js', { 'x.js': "require('./lib/a')", 'lib/a.js': 'import "./b.js"', 'lib/b.js': '' }],
    ['python3 check.py', 'helper.py', { 'check.py': 'import os\nimport helper\n', 'helper.py': '' }],
    ['python3 -m checks.main', 'checks/main.py', { 'checks/main.py': '' }],
    ['just lint', 'justfile', { justfile: '' }],
    ['pre-commit run', '.pre-commit-config.yaml', { '.pre-commit-config.yaml': '' }],
    ['cargo xtask', '.cargo/config.toml', { '.cargo/config.toml': '' }],
    ['./gradlew check', 'build.gradle', { gradlew: '', 'build.gradle': '' }],
    ['true', 'evil.sh', { 'evil.sh': '' }, { BASH_ENV: './evil.sh' }],
    ['node -e 1', 'hook.js', { 'hook.js': '' }, { NODE_OPTIONS: '--require ./hook.js' }],
    ['lint', 'bin/lint', { 'bin/lint': '' }, { PATH: './bin:/usr/bin' }],
  ];
  for (const [command, changed, files, env] of RUNS) {
    it(`includes ${changed} where ${command} is run`, async () => {
      const put = async (path: string, content: string) => {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      };
      for (const [path, content] of Object.entries(files)) await put(path, content);
      const before = await digestScripts(command, folder, env);
      assert.ok(changed in before, JSON.stringify(before));
      await put(changed, `${files[changed] ?? ''}\n# changed`);
      assert.notDeepEqual(await digestScripts(command, folder, env), before);
    });
  }

  it('is told within bounds, however much the project names', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `many/${i}.sh`);
    await mkdir(join(folder, 'many'));
    for (const name of names) await writeFile(join(folder, name), names.join('\n'));
    assert.equal(Object.keys(await digestScripts(`sh ${names.join(' ')}`, folder)).length, 400);
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

  it('can depend on what that file alone says', async () => {
    const given: unknown[] = [];
    const add = (name: string) =>
      updateUserSetting(home, ['skills', 'disabled'], before => {
        given.push(before);
        return [before, name].flat().filter(each => each !== undefined);
      });
    await add('one');
    await add('two');
    assert.deepEqual(given, [undefined, ['one']]);
    assert.deepEqual(JSON.parse(await readFile(file(), 'utf8')), { skills: { disabled: ['one', 'two'] } });
  });

  it('makes the file where there is none', async () => {
    await setUserSetting(home, ['hooksConfig', 'disabled'], []);
    assert.deepEqual(JSON.parse(await readFile(file(), 'utf8')), { hooksConfig: { disabled: [] } });
  });

  it('is not written into what is no JSON', async () => {
    await writeFile(file(), '{ "model": ');
    await assert.rejects(setUserSetting(home, ['hooksConfig', 'disabled'], []), /isn't valid JSON/);
    assert.equal(await readFile(file(), 'utf8'), '{ "model": ');
  });
});
