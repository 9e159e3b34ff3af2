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

  it('trusts no folder of which two entries say different things', () => {
    const rules = { '/w/a': 'TRUST_PARENT', '/w/': 'DO_NOT_TRUST', '/w/b': 'TRUST_PARENT' };
    assert.equal(isTrusted('/w/c', rules), false);
  });

  it('goes by where links lead, on both sides', () => {
    const real = (path: string) => path.replace('/link', '/real');
    const isTrustedReally = (folder: string, rules: unknown) =>
      isTrustedFolder(folder, JSON.stringify(rules), 'f', real);
    assert.equal(isTrustedReally('/link/a', { '/real': 'TRUST_FOLDER' }), true);
    assert.equal(isTrustedReally('/real/a', { '/link': 'TRUST_FOLDER' }), true);
    assert.equal(isTrustedReally('/link/a', { '/': 'TRUST_FOLDER', '/real': 'DO_NOT_TRUST' }), false);
  });

  it('may have comments and a trailing comma', () => {
    assert.equal(isTrustedFolder('/w', '\uFEFF{ "/w": "TRUST_FOLDER", } // mine', 'f'), true);
  });

  it('names a file that it can not read', () => {
    for (const text of ['{', '[]', '1', '', '{ "/w": "TRUST" }', '{ "/w": true }']) {
      assert.throws(
        () => isTrustedFolder('/w', text, 'the/file'),
        (error: unknown) => error instanceof ConfigurationError && error.message.startsWith('the/file'),
      );
    }
  });
});
