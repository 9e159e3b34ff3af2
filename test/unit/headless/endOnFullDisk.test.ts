import assert from 'node:assert/strict';
import { endOnFullDisk } from '../../../src/headless/fullDisk';
import type { AgentEvent } from '../../../src/shared/events';
import type { ToolResult } from '../../../src/shared/messages';

/** A run that hears of results of tools, and whether it was stopped. */
function watched() {
  let stops = 0;
  let tell: (event: AgentEvent) => void = () => undefined;
  const end = endOnFullDisk({
    subscribe(listener) {
      tell = listener;
      return () => undefined;
    },
    stop: () => stops++,
  });
  const hear = (...results: readonly ToolResult[]) =>
    tell({ type: 'message', message: { role: 'tool', id: 't1', at: 0, results } });
  return { end, hear, stops: () => stops };
}

const result = (callId: string, about: Pick<ToolResult, 'errorType'>): ToolResult => ({
  ...{ callId, name: 'write_file', title: 'Write a.txt', status: 'error' as const },
  content: 'No space left on the device: /work/a.txt',
  ...about,
});

describe('A run that finds the disk full', () => {
  it('ends, with the exit code of Gemini CLI', () => {
    const { end, hear, stops } = watched();
    hear(result('c1', { errorType: 'execution_failed' }), result('c2', { errorType: 'no_space_left' }));
    assert.equal(stops(), 1);
    assert.deepEqual(end.error, {
      type: 'FatalToolExecutionError',
      message: 'Error executing tool write_file: No space left on the device: /work/a.txt',
      code: 54,
    });
  });

  it('goes on after any other error', () => {
    const { end, hear, stops } = watched();
    hear(result('c1', { errorType: 'permission_denied' }));
    assert.deepEqual([stops(), end.error], [0, undefined]);
  });
});
