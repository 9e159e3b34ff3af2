import assert from 'node:assert/strict';
import { fileError, retryBusy, unlessCode } from '../../../../src/node/files/fileErrors';
import { BaselineChanged, ToolError } from '../../../../src/shared/errors';

const failure = (code: string) => Object.assign(new Error(`${code}: no`), { code });

describe('A failure of the file system', () => {
  it('has the type that scripts know', () => {
    const types = ['ENOENT', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EIO'].map(code => {
      const error = fileError(failure(code), '/a', 'file_write_failure');
      assert.ok(error instanceof ToolError);
      assert.match(error.message, /: \/a$/);
      return error.type;
    });
    const [missing, directory, ...rest] = types;
    assert.deepEqual([missing, directory], ['file_not_found', 'target_is_directory']);
    assert.deepEqual(rest.slice(0, 3), ['permission_denied', 'permission_denied', 'permission_denied']);
    assert.deepEqual(rest.slice(3), ['no_space_left', 'no_space_left', 'file_write_failure']);
  });

  it('passes unchanged what is meant for the model already', () => {
    for (const error of [new ToolError('x', 'y'), new BaselineChanged(null)]) {
      assert.equal(fileError(error, '/a', 'file_write_failure'), error);
    }
  });

  it('may be expected', async () => {
    assert.equal(await unlessCode(Promise.reject(failure('ENOENT')), ['ENOENT'], null), null);
    await assert.rejects(unlessCode(Promise.reject(failure('EIO')), ['ENOENT'], null), { code: 'EIO' });
  });

  it('is waited out if the file is busy, up to four times', async () => {
    let tries = 0;
    const busyFor = (times: number) => () =>
      tries++ < times ? Promise.reject(failure('EBUSY')) : Promise.resolve('done');
    assert.equal(await retryBusy(busyFor(2)), 'done');
    assert.equal(tries, 3);
    tries = 0;
    await assert.rejects(retryBusy(busyFor(99)), { code: 'EBUSY' });
    assert.equal(tries, 4);
    await assert.rejects(
      retryBusy(() => Promise.reject(failure('EIO'))),
      { code: 'EIO' },
    );
  });
});
