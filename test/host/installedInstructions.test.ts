import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { installedInstructions } from '../../src/vscode/installedInstructions';

describe('The instructions of installed extensions', () => {
  const folder = join(__dirname, 'an-extension');
  const extension = (contributes: unknown, uri = vscode.Uri.file(folder)) => ({
    id: 'me.a',
    extensionUri: uri,
    packageJSON: { contributes },
  });

  it('are found in the manifests, as far as they are on this machine', () => {
    const contributes = { chatInstructions: [{ path: './a.instructions.md' }, { path: 3 }, null, 'b'] };
    const remote = vscode.Uri.parse('vscode-remote://host/an-extension');
    assert.deepEqual(installedInstructions([extension(contributes), extension(contributes, remote)]), [
      { extension: 'me.a', folder, path: join(folder, 'a.instructions.md') },
    ]);
    assert.deepEqual(installedInstructions([extension(undefined), extension({ chatInstructions: 'a' })]), []);
  });

  it('are those of this window where no others are given', () => {
    assert.ok(Array.isArray(installedInstructions()));
  });
});
