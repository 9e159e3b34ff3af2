import assert from 'node:assert/strict';
import { describeEnvironment } from '../../../../src/agent/context/environment';
import { ToolError } from '../../../../src/shared/errors';
import { createMemoryWorkspace, MemoryFiles } from '../../../support/memoryWorkspace';

describe('The picture of the workspace', () => {
  it('leaves out what is in a folder that is closed to the user', async () => {
    const files = new MemoryFiles();
    const root = '/pollux-memory/work';
    for (const file of ['a.ts', 'closed/b.ts', 'open/c.ts']) files.put(`${root}/${file}`, '');
    const open = createMemoryWorkspace(files, [root]);
    const workspace: typeof open = {
      ...open,
      list: async path => {
        if (path.relative === 'closed') throw new ToolError('permission_denied', `Permission denied: ${path.absolute}`);
        return open.list(path);
      },
    };
    const text = await describeEnvironment(workspace, { date: new Date(0), platform: 'linux' });
    assert.deepEqual(text.split('\n').slice(3), ['.keep', 'a.ts', 'closed/', 'open/', 'open/c.ts']);
  });
});
