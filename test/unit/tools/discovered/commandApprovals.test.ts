import assert from 'node:assert/strict';
import type { ToolCommand } from '../../../../src/agent/ports/toolCommands';
import { CommandApprovals } from '../../../../src/tools/discovered/commandApprovals';

const theirs: ToolCommand = {
  setting: 'tools.callCommand',
  command: './call',
  cwd: '/work',
  isProjects: true,
  file: '/work/.gemini/settings.json',
  line: 3,
};

describe('Approvals of commands that give tools', () => {
  const values = new Map<string, unknown>();
  let files: Record<string, string> = {};
  const approvals = new CommandApprovals({
    kept: { get: name => values.get(name), set: (name, value) => void values.set(name, value) },
    digest: text => text,
    filesOf: async () => files,
  });
  beforeEach(() => {
    values.clear();
    files = { call: 'one' };
  });

  it('are not needed for commands of the user', async () => {
    assert.equal(await approvals.pending({ ...theirs, isProjects: false }), null);
  });

  it('hold for exactly this command, setting, folder and script', async () => {
    const pending = await approvals.pending(theirs);
    assert.deepEqual([pending?.command, pending?.files, pending?.line], ['./call', ['call'], 3]);
    pending?.approve();
    assert.equal(await approvals.pending(theirs), null);
    for (const change of [{ command: './call ' }, { cwd: '/other' }, { setting: 'tools.discoveryCommand' as const }]) {
      assert.notEqual(await approvals.pending({ ...theirs, ...change }), null);
    }
    files = { call: 'two' };
    assert.notEqual(await approvals.pending(theirs), null);
  });
});
