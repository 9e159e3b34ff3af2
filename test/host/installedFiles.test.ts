import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { installedFiles } from '../../src/vscode/installedFiles';

describe('What installed extensions have for agents', () => {
  const folder = join(__dirname, 'an-extension');
  const extension = (contributes: unknown, uri = vscode.Uri.file(folder)) => ({
    id: 'me.a',
    extensionUri: uri,
    packageJSON: { contributes },
  });

  it('is found in the manifests, as far as it is on this machine', () => {
    const contributes = { chatInstructions: [{ path: './a.instructions.md' }, { path: 3 }, null, 'b'] };
    const remote = vscode.Uri.parse('vscode-remote://host/an-extension');
    assert.deepEqual(installedFiles('chatInstructions', [extension(contributes), extension(contributes, remote)]), [
      { extension: 'me.a', folder, path: join(folder, 'a.instructions.md') },
    ]);
    const skills = extension({ chatSkills: [{ path: './s/SKILL.md' }], chatAgents: [{ path: 'b.agent.md' }] });
    assert.deepEqual(
      (['chatSkills', 'chatAgents', 'chatPromptFiles'] as const).map(point =>
        installedFiles(point, [skills]).map(({ path }) => path),
      ),
      [[join(folder, 's', 'SKILL.md')], [join(folder, 'b.agent.md')], []],
    );
    assert.deepEqual(
      installedFiles('chatInstructions', [extension(undefined), extension({ chatInstructions: 'a' })]),
      [],
    );
  });

  it('is that of this window where no others are given', () => {
    assert.ok(Array.isArray(installedFiles('chatSkills')));
  });
});
