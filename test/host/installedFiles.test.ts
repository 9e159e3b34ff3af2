import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { installedFiles } from '../../src/vscode/installedFiles';
import { SettingsNotices } from '../../src/vscode/settingsNotices';
import { silentLog } from '../support/idlePorts';

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

  it('is in the log if there is a problem with it, not in a notification, as the user can’t fix it', async () => {
    const warned: string[] = [];
    const log = { ...silentLog, warn: (text: string) => warned.push(text) };
    const [{ extensionPath } = { extensionPath: '' }] = vscode.extensions.all;
    const file = join(extensionPath, 'SKILL.md');
    // A notification would stay until somebody closes it.
    await new SettingsNotices(log, 'skill').tell([{ file, severity: 'error', message: 'It is too long.' }]);
    assert.deepEqual(warned, [`${file}: It is too long.`]);
  });
});
