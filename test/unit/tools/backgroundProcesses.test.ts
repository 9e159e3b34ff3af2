import assert from 'node:assert/strict';
import type { BackgroundProcess, Processes } from '../../../src/agent/ports/processes';
import { listBackgroundProcesses } from '../../../src/tools/listBackgroundProcesses';
import { readBackgroundOutput } from '../../../src/tools/readBackgroundOutput';
import { noProcesses } from '../../support/idlePorts';
import { ToolPlace } from '../../support/toolPlace';

describe('Background processes', () => {
  const result = { output: '', exitCode: 1, signal: null, backgroundPids: [] };
  const list: readonly BackgroundProcess[] = [
    { pid: 7, command: 'npm run dev', startedAt: 0 },
    { pid: 8, command: 'npm run build', startedAt: 0, result },
  ];
  const contextOf = (processes: Partial<Processes>) => ({
    ...new ToolPlace().context,
    processes: { ...noProcesses, ...processes },
  });

  it('are listed for the person, too, with how each stands', async () => {
    const { content, display } = await listBackgroundProcesses.run({}, contextOf({ list: () => list }));
    assert.equal(content, 'PID 7 (running): npm run dev\nPID 8 (ended, exit code 1): npm run build');
    assert.deepEqual(display, { type: 'text', text: '7 · Running · npm run dev\n8 · Ended · npm run build' });
    const none = await listBackgroundProcesses.run({}, contextOf({}));
    assert.deepEqual(none.display, { type: 'text', text: 'Nothing was started in the background.' });
  });

  it('show the person what was read of their output', async () => {
    const [process = null] = list;
    const read = (output: string) =>
      readBackgroundOutput.run({ pid: 7 }, contextOf({ wait: async () => process, read: () => output }));
    assert.deepEqual((await read('Listening\n')).display, { type: 'text', text: 'Listening' });
    assert.deepEqual((await read('')).display, { type: 'text', text: 'No output yet' });
  });
});
