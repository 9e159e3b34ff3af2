import assert from 'node:assert/strict';
import { compileFind } from '../../../../src/node/search/find';
import { createDiskFileWriter } from '../../../../src/node/files/diskFileWriter';
import { createDiskWorkspace } from '../../../../src/node/files/diskWorkspace';
import { approve } from '../../../support/approve';
import { Scratch } from '../../../support/scratch';

describe('Names that look the same', () => {
  const [nfc, nfd] = ['caf\u00e9', 'cafe\u0301'];
  let scratch: Scratch;
  beforeEach(async () => (scratch = await Scratch.make()));
  afterEach(() => scratch.close());
  const workspace = () => createDiskWorkspace({ folders: [scratch.path] });

  it('lead to the file that is there, in either form, folders too', async () => {
    for (const [there, given] of [
      [nfd, nfc],
      [nfc, nfd],
    ]) {
      await scratch.put(`${there}/${there}.txt`, 'one');
      const { absolute } = await workspace().resolve(`${given}/${given}.txt`);
      assert.equal(absolute, scratch.absolute(`${there}/${there}.txt`));
      const found = await workspace().resolve(`${given}/new.txt`);
      assert.equal(found.absolute, scratch.absolute(`${there}/new.txt`));
      await scratch.close();
    }
  });

  it('are two files where both are there, and a new one where none is', async () => {
    await scratch.put(`${nfc}.txt`);
    await scratch.put(`${nfd}.txt`);
    for (const name of [nfc, nfd, 'n\u00e9w']) {
      assert.equal((await workspace().resolve(`${name}.txt`)).absolute, scratch.absolute(`${name}.txt`));
    }
  });

  it('are edited, not written beside', async () => {
    await scratch.put(`${nfd}.txt`, 'one');
    const { absolute } = await workspace().resolve(`${nfc}.txt`);
    const edit = { kind: 'edit', path: `${nfc}.txt`, file: absolute, before: 'one', after: 'two' } as const;
    await createDiskFileWriter(workspace()).write(approve(edit));
    assert.equal(String(await scratch.bytes(`${nfd}.txt`)), 'two');
    assert.equal(await scratch.bytes(`${nfc}.txt`), null);
  });

  it('are found by a pattern in either form', () => {
    for (const [pattern, name] of [
      [nfc, nfd],
      [nfd, nfc],
    ]) {
      assert.equal(compileFind(`**/${pattern}*.txt`, true)(`src/${name}-1.txt`), true);
    }
  });
});
