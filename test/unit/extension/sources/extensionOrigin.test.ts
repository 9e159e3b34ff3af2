import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { extensionOrigin } from '../../../../src/extension/sources/extensionOrigin';

describe('Where a file of an extension comes from', () => {
  const folder = (name: string) => resolve('extensions', name);

  it('is told by the name of the extension', () => {
    const ours = [{ name: 'acme', path: folder('acme') }];
    const installed = [{ extension: 'me.helper', folder: folder('me.helper-1.0.0') }];
    const of = (name: string) => extensionOrigin(join(folder(name), 'skills', 'SKILL.md'), ours, installed);
    assert.equal(of('acme'), 'extension acme');
    assert.equal(of('me.helper-1.0.0'), 'VS Code extension me.helper');
    assert.equal(of('acme-tools'), 'of an extension');
  });
});
