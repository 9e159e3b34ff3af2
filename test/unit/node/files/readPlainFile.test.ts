import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncate } from 'node:fs/promises';
import { readPlainFile, readPlainFileSync } from '../../../../src/node/files/readPlainFile';
import { readTrustedHooks } from '../../../../src/node/config/hookFiles';
import { projectNotes } from '../../../../src/node/config/projectNotes';
import { createSystemTemplate } from '../../../../src/node/config/systemTemplate';
import { Scratch } from '../../../support/scratch';

describe('Files that are read as a whole', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const pipe = async (path: string) => {
    await scratch.put(`${path}.beside`);
    execFileSync('mkfifo', [scratch.absolute(path)]);
  };

  it('are texts of a size that somebody could have written', async () => {
    await scratch.put('fine', 'é');
    await scratch.put('utf16', Buffer.from('{}', 'utf16le'));
    await scratch.put('huge', 'x');
    await truncate(scratch.absolute('huge'), 1e9);
    await pipe('pipe');
    await scratch.link('zero', '/dev/zero');
    const reasons = {
      utf16: /UTF-8/,
      huge: /too large/,
      pipe: /isn’t a file/,
      zero: /isn’t a file/,
      '.': /isn’t a file/,
    };
    for (const [name, reason] of Object.entries(reasons)) {
      await assert.rejects(readPlainFile(scratch.absolute(name)), reason, name);
      assert.throws(() => readPlainFileSync(scratch.absolute(name)), reason, name);
    }
    assert.equal(await readPlainFile(scratch.absolute('fine')), 'é');
    assert.equal(readPlainFileSync(scratch.absolute('fine')), 'é');
  });

  it('do not hold up what is looked for in the folder of Gemini CLI', async () => {
    await pipe('.gemini/trusted_hooks.json');
    await pipe('.gemini/projects.json');
    await scratch.put('.gemini/tmp/x');
    assert.equal(readTrustedHooks(scratch.path)('/work', 'x'), false);
    assert.deepEqual(await projectNotes(scratch.path, ['/work']), []);
  });

  describe('as instructions of a project', () => {
    const warnings: string[] = [];
    const template = () => {
      const variables = () => ({ GEMINI_SYSTEM_MD: 'true', GEMINI_WRITE_SYSTEM_MD: 'true' });
      const note = (text: string, error?: unknown) => void warnings.push(`${text} ${String(error)}`);
      const log = { debug: note, info: note, warn: note, error: note };
      const options = { variables, folder: () => scratch.absolute('work'), isTrusted: () => true, log };
      return createSystemTemplate(options);
    };
    beforeEach(() => warnings.splice(0));

    it('are no pipe, and lead nowhere else', async () => {
      await pipe('work/.gemini/system.md');
      await assert.rejects(template().read(), /system\.md can't be read: This isn’t a file/);
      await scratch.close();
      await scratch.put('secret.md', 'canary');
      await scratch.put('work/.gemini/x');
      await scratch.link('work/.gemini/system.md', scratch.absolute('secret.md'));
      await assert.rejects(template().read(), /link to a place outside/);
    });

    it('are not written through a link', async () => {
      await scratch.put('mine.md', 'mine');
      await scratch.put('work/.gemini/x');
      await scratch.link('work/.gemini/system.md', scratch.absolute('mine.md'));
      await template().write('Be brief.');
      assert.equal(String(await scratch.bytes('mine.md')), 'mine');
      assert.match(warnings.join('\n'), /system\.md could not be written/);
    });

    it('are not written into a folder that is a link', async () => {
      await scratch.put('home/.gemini/x');
      await scratch.put('work/x');
      await scratch.link('work/.gemini', scratch.absolute('home/.gemini'));
      await template().write('Be brief.');
      assert.equal(await scratch.bytes('home/.gemini/system.md'), null);
    });
  });
});
