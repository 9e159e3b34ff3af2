import assert from 'node:assert/strict';
import { CreatedFiles } from '../../../src/sandbox/createdFiles';

describe('Files that a program creates', () => {
  it('are looked for by one timer, however often it is followed, and by none after its end', () => {
    const waiting = new Set<() => void>();
    const nothing = { governing: new Map<string, { id: string; changedAt: number }>(), isPartial: false };
    const files = new CreatedFiles({
      find: () => nothing,
      before: nothing,
      absent: [],
      told: new Map(),
      tell: () => undefined,
      after: (_ms, work) => {
        waiting.add(work);
        return () => waiting.delete(work);
      },
    });
    files.follow();
    files.follow();
    assert.equal(waiting.size, 1);
    files.end();
    assert.equal(waiting.size, 0);
  });
});
