import assert from 'node:assert/strict';
import { unhidden } from '../../../../src/node/search/unhidden';
import { Scratch } from '../../../support/scratch';

describe('Hidden files that a search sees all the same', () => {
  let scratch: Scratch;
  beforeEach(async () => {
    scratch = await Scratch.make();
  });
  afterEach(() => scratch.close());

  const seen = async (ignoreFile: string, text: string, secret = '.env') => {
    await scratch.put(ignoreFile, text);
    const files = [ignoreFile, secret].map(each => scratch.absolute(each));
    return (await unhidden(scratch.absolute('.'), files, [scratch.absolute(secret)])).length > 0;
  };

  it('are those that an ignore file takes back in, wherever it lies', async () => {
    assert.ok(await seen('.ignore', '*.log\n!.env\n'));
    assert.ok(await seen('.rgignore', '!.*\n'));
    assert.ok(await seen('.gitignore', '!**/.env\n', 'sub/.env'));
    assert.ok(await seen('sub/.ignore', '!.env\r\n', 'sub/.env'));
    assert.ok(await seen('.git/info/exclude', '!/.env\n'));
  });

  it('are none where it names others', async () => {
    assert.equal(await seen('.gitignore', '.env\n!.env.example\n!docs\n'), false);
    assert.equal(await seen('sub/.ignore', '!.env\n'), false);
  });

  it('are all where an ignore file is too large to be read', async () => {
    assert.ok(await seen('.ignore', `${'#'.repeat(300_000)}\n!x\n`));
  });
});
