import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { storageReason } from '../../../src/shared/storageReason';

const failed = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: as the system says it, write`), { code, ...more });

describe('Why something could not be stored', () => {
  it('is said in words for a disk that is full or can’t be written', () => {
    assert.equal(storageReason(failed('ENOSPC')), 'The disk is full.');
    assert.equal(storageReason(failed('EDQUOT')), 'The disk quota is used up.');
    assert.equal(storageReason(failed('EROFS')), 'The file system is read-only.');
    assert.equal(storageReason(failed('EACCES', { path: '/a' })), 'The system doesn’t allow writing to /a.');
  });

  it('is not that a folder is missing where it could not be made', async () => {
    if (process.platform !== 'linux') return;
    // Nobody makes folders there, not even the superuser.
    const error: unknown = await mkdir('/sys/.pollux/sessions', { recursive: true }).catch((reason: unknown) => reason);
    assert.match(
      storageReason(error),
      /^The (folder \/sys\/.* can’t be created|system doesn’t allow writing to .*)\.$/,
    );
  });

  it('is what the system says of anything else', () => {
    assert.equal(storageReason(failed('EIO')), 'EIO: as the system says it, write');
    assert.equal(storageReason('gone'), 'gone');
    assert.equal(storageReason(undefined), 'undefined');
  });
});
