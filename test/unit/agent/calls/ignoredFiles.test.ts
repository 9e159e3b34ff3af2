import assert from 'node:assert/strict';
import { ignoredFiles } from '../../../../src/agent/calls/ignoredFiles';
import { createMemoryWorkspace, MemoryFiles } from '../../../support/memoryWorkspace';

describe('Ignored files among paths', () => {
  it('are files and directories that ignore files of their folder exclude, existing or not', async () => {
    const files = new MemoryFiles();
    const [one, two] = ['/pollux-memory/one', '/pollux-memory/two'];
    files.put(`${one}/.gitignore`, 'dist/\n*.log\n!keep.log\n');
    files.put(`${two}/.geminiignore`, 'secret\n');
    const workspace = createMemoryWorkspace(files, [one, two]);
    const ignored = [`${one}/dist`, `${one}/dist/a/b`, `${one}/x/a.log`, `${two}/secret`];
    const others = [`${one}/keep.log`, `${one}/secret`, one, `${two}/a.log`, '/etc/passwd', '/pollux-memory/one.log'];
    assert.deepEqual([...(await ignoredFiles(workspace, [...others, ...ignored]))], ignored);
  });
});
