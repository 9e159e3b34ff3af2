import assert from 'node:assert/strict';
import { ConfigurationError, isTrustedFolder } from '../../../src/config/trustedFolders';

describe('trusted folders', () => {
  const isTrusted = (folder: string, rules: unknown) =>
    isTrustedFolder(folder, JSON.stringify(rules), 'trustedFolders.json');

  it('trusts nothing without a file', () => {
    assert.equal(isTrustedFolder('/w', null, 'f'), false);
  });

  it('goes by the longest matching entry', () => {
    const rules = { '/w': 'TRUST_FOLDER', '/w/evil': 'DO_NOT_TRUST', '/w/evil/good': 'TRUST_FOLDER' };
    assert.deepEqual(
      ['/w', '/w/a', '/w/evil/x', '/w/evil/good', '/wide', '/'].map(folder => isTrusted(folder, rules)),
      [true, true, false, true, false, false],
    );
  });

  it('trusts the folder above one that says so', () => {
    assert.equal(isTrusted('/home/me/other', { '/home/me/project': 'TRUST_PARENT' }), true);
  });

  it('names a file that it can not read', () => {
    for (const text of ['{', '[]', '1']) {
      assert.throws(
        () => isTrustedFolder('/w', text, 'the/file'),
        (error: unknown) => error instanceof ConfigurationError && error.message.startsWith('the/file'),
      );
    }
  });
});
