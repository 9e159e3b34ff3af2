import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { findEnvFiles } from '../../../../src/node/config/envFiles';
import { ensureUserSettings, readTexts, settingsPlaces } from '../../../../src/node/config/settingsFiles';
import { watchFiles } from '../../../../src/node/files/watchFiles';
import { Scratch } from '../../../support/scratch';

describe('The files of settings', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  it('are those of the administrator, the person and the folders', () => {
    const env = { GEMINI_CLI_SYSTEM_SETTINGS_PATH: '/sys/own.json' };
    const places = settingsPlaces({ home: '/home/me', folders: ['/w', '/home/me'], env });
    assert.deepEqual(
      places.map(({ scope, file }) => [scope, file]),
      [
        ['systemDefaults', '/sys/system-defaults.json'],
        ['user', '/home/me/.gemini/settings.json'],
        ['workspace', '/w/.gemini/settings.json'],
        ['system', '/sys/own.json'],
      ],
    );
    const moved = { ...env, GEMINI_CLI_SYSTEM_DEFAULTS_PATH: '/other.json' };
    assert.equal(settingsPlaces({ home: '/h', folders: [], env: moved })[0]?.file, '/other.json');
  });

  it('are read as they are, and may be missing', async () => {
    await scratch.put('a.json', '{ "é": 1 }');
    await mkdir(scratch.absolute('folder.json'));
    execFileSync('mkfifo', [scratch.absolute('pipe.json')]); // A reader would wait for somebody who writes.
    await scratch.put('huge.json', new Uint8Array(10_000_000));
    const names = ['a.json', 'none.json', 'a.json/x', 'folder.json', 'pipe.json', 'huge.json'];
    const found = await readTexts(names.map(name => ({ file: scratch.absolute(name), name })));
    assert.deepEqual(
      found.map(({ name, text, error }) => [name, text, error]),
      [
        ['a.json', '{ "é": 1 }', undefined],
        ['folder.json', null, 'This isn’t a file.'],
        ['pipe.json', null, 'This isn’t a file.'],
        ['huge.json', null, 'This is too large.'],
      ],
    );
  });

  it('are made for the person to edit, and kept if they are there', async () => {
    const file = await ensureUserSettings(scratch.path);
    assert.equal(file, scratch.absolute('.gemini/settings.json'));
    assert.equal(String(await scratch.bytes('.gemini/settings.json')), '{}\n');
    await scratch.put('.gemini/settings.json', '{ "mine": 1 }');
    await ensureUserSettings(scratch.path);
    assert.equal(String(await scratch.bytes('.gemini/settings.json')), '{ "mine": 1 }');
  });

  it('are watched, though they and their folder come and go', async () => {
    const changes = new EventEmitter();
    const file = scratch.absolute('.gemini/settings.json');
    const watch = watchFiles([file, scratch.absolute('none/at/all.json')], () => changes.emit('change'));
    const after = async (change: () => Promise<unknown>) => {
      const changed = once(changes, 'change');
      await change();
      await changed;
    };
    // The watching does not keep a process alive; the test has to do that itself.
    const alive = setInterval(() => undefined, 1000);
    try {
      await after(() => mkdir(scratch.absolute('.gemini')));
      await after(() => scratch.put('.gemini/settings.json', '{}'));
      await after(() => scratch.put('.gemini/settings.json', '{ }'));
      await scratch.put('.gemini/draft', '{  }');
      await after(() => rename(scratch.absolute('.gemini/draft'), file));
      await after(() => rm(file));
      await after(() => rm(scratch.absolute('.gemini'), { recursive: true }));
      await after(() => scratch.put('.gemini/settings.json', '{}'));
    } finally {
      clearInterval(alive);
      watch.dispose();
    }
  });
});

describe('.env files', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const found = async (home: string, folder?: string) => {
    const homes = { home: scratch.absolute(home), ...(folder !== undefined && { folder: scratch.absolute(folder) }) };
    return (await findEnvFiles(homes)).map(({ file, isProject }) => [file.slice(scratch.path.length + 1), isProject]);
  };

  it('are the first one from the folder upwards, and the first one of the home folder', async () => {
    await scratch.put('home/.env', 'A=1');
    await scratch.put('home/code/.env', 'A=2');
    assert.deepEqual(await found('home', 'home/code/project/sub'), [
      ['home/code/.env', true],
      ['home/.env', false],
    ]);
    await scratch.put('home/code/project/.env', 'A=3');
    await scratch.put('home/code/project/.gemini/.env', 'A=4');
    await scratch.put('home/.gemini/.env', 'A=5');
    assert.deepEqual(await found('home', 'home/code/project/sub'), [
      ['home/code/project/.gemini/.env', true],
      ['home/.gemini/.env', false],
    ]);
  });

  it('are not looked for above the home folder, nor above a folder outside of it', async () => {
    for (const folder of ['', 'elsewhere/', 'home-evil/']) await scratch.put(`${folder}.env`, 'A=evil');
    assert.deepEqual(await found('home', 'home/code'), []);
    assert.deepEqual(await found('home', 'elsewhere/project'), []);
    assert.deepEqual(await found('home', 'home-evil/project'), []);
    assert.deepEqual(await found('home', 'elsewhere'), [['elsewhere/.env', true]]);
  });

  it('of the home folder are the only ones where there is no project, or none that is trusted', async () => {
    await scratch.put('home/.env', 'A=1');
    assert.deepEqual(await found('home'), [['home/.env', false]]);
    assert.deepEqual(await found('home', 'home'), [['home/.env', false]]);
  });
});
