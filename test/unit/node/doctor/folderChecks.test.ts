import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { checkFolders } from '../../../../src/node/doctor/folderChecks';
import { Scratch } from '../../../support/scratch';

describe('The checks of folders', () => {
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());

  const statuses = async (workspace: string) => {
    const checks = await checkFolders({ home: scratch.absolute('home'), workspace: [scratch.absolute(workspace)] });
    return Object.fromEntries(checks.map(({ name, status }) => [name, status]));
  };

  it('find nothing wrong with a new home, and leave nothing there', async () => {
    await scratch.put('work/a.txt');
    assert.deepEqual(await statuses('work'), {
      Folder: 'ok',
      'Settings of Gemini CLI': 'ok',
      'Chats and checkpoints': 'ok',
      'Temporary folder': 'ok',
    });
    assert.deepEqual(await readdir(scratch.absolute('home/.pollux')), []);
    assert.deepEqual(await readdir(scratch.absolute('work')), ['a.txt']);
  });

  it('name what is missing, and what stands in the way', async () => {
    await scratch.put('home/.gemini', 'a file');
    await scratch.put('home/.pollux', 'a file');
    const found = await statuses('gone');
    assert.deepEqual(
      [found.Folder, found['Settings of Gemini CLI'], found['Chats and checkpoints']],
      ['failed', 'failed', 'failed'],
    );
  });
});
